// The page's reader of CSV files against the core's: the same rows, numbers and classes. Without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const { csvLayout, readCsv } = await import(new URL('../../build/npm/node.js', import.meta.url));

/** The worker that reads files, with messages as the page sends them. */
async function reader() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../src/data/csv-worker.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
  });
  const answers = [];
  globalThis.self = { postMessage: (message) => 'part' in message || answers.push(message) };
  await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  const { onmessage } = globalThis.self;
  return async (message) => {
    await onmessage({ data: message });
    const answer = answers.pop();
    if (answer.problem !== undefined) throw new Error(answer.problem);
    return answer.scan ?? answer.made;
  };
}
const ask = await reader();

/** The table as the page makes it, with the label column and the features that the core takes. */
async function onPage(text) {
  const source = new Blob([text]),
    layout = await csvLayout(source),
    scan = await ask({ read: { text: source, layout, id: -1 } });
  const label = (layout.label ?? 0) - 1,
    features = scan.columns.map((_, j) => j).filter((j) => j !== label);
  return { scan, label: scan.columns[label], ...(await ask({ decide: { label, features, missing: 'drop' } })) };
}

async function agree(text, message) {
  const page = await onPage(text),
    core = await readCsv(new Blob([text]), { missing: 'drop' });
  assert.deepEqual(page.classes, core.classes, message);
  assert.deepEqual(page.labels, core.labels, message);
  assert.deepEqual(page.data, core.data, message);
  return page;
}

const withLabels = (...labels) => ['a,b,label', ...labels.map((label, i) => `${i}.5,${(i * 7) % 5},${label}`)].join('\n');

test('classes are those of the core, also where NA and - are labels', async () => {
  const columns = {
    'two others: missing': ['oak', 'NA', 'elm', '-', 'oak', 'na'],
    'one other: a class': ['+', '-', '+', '-'],
    'NA and one other': ['oak', 'NA', 'oak', 'Na'],
    'both, and nothing else': ['NA', '-', '-', 'NA'],
    'numbers and NA': ['1', '2', 'NA', '10', '9'],
    'one number and -': ['7', '-', '7', '-'],
    'never a class': ['n/a', '?', '', 'oak', 'null', 'nan', 'oak', 'x'],
    'as they are written': ['1.0', '01', '1', '2.0', '+2', '10'],
    'numbers among words': ['10', '9', 'x', '1.0'],
    'blanks inside quotes': ['" oak "', 'oak', '" NA "', 'elm', '"NA"'],
  };
  for (const [name, labels] of Object.entries(columns)) await agree(withLabels(...labels), name);
  // What is left out does not count: with it, there would be two others.
  await agree('a,label\n1,oak\n,elm\n2,-\n3,oak\n', 'a label of a row with a gap');
});

test('what NA and - are taken for is said, and counted in the report', async () => {
  const signs = await onPage(withLabels('+', '-', '+'));
  assert.deepEqual([signs.label.classes, signs.label.distinct], [2, 1]);
  assert.match(signs.notes.join(), /“-” is taken as a class/);
  const trees = await onPage(withLabels('oak', 'NA', 'elm'));
  assert.deepEqual([trees.label.classes, trees.label.missing], [2, 1]);
  assert.match(trees.notes.join(), /“NA” in the label column means missing/);
});

test('numbers are those of the core, with points and with commas', async () => {
  const texts = ['0x1F', '0b1', '0o7', '1e3', '1E-2', '.5', '5.', '+4', '-0', '--3', '1e', 'e5', '1_0', 'Infinity', '1e999', '\u00a05', '1.5', '1,5', '1,2,3', '1.5,2', ' 7 '];
  for (const decimal of ['.', ','])
    for (const text of texts) {
      const source = new Blob([`a;b;label\n"${text}";1;x\n2;3;y\n`]),
        layout = await csvLayout(source, { sep: ';', decimal });
      const { columns } = await ask({ read: { text: source, layout, id: -1 } }),
        made = await ask({ decide: { label: 2, features: [0, 1], missing: 'drop' } });
      const core = await readCsv(source, { sep: ';', decimal }).then(
        ({ data }) => data[0],
        () => 'no number',
      );
      assert.equal(columns[0].oddCount > 0 ? 'no number' : made.data[0], core, `${text} with a decimal “${decimal}”`);
    }
});

test('lines end and quotes open where the core has it', async () => {
  const rows = ['a,b,label', '1,2,x', '3,4,y', '5,6,x'];
  for (const end of ['\n', '\r\n', '\r']) {
    assert.equal((await agree(rows.join(end), JSON.stringify(end))).rows, 3);
    assert.equal((await agree(rows.join(end) + end + end, `${JSON.stringify(end)} at the end`)).rows, 3);
  }
  await agree('a,b,label\n1,2,5" disk\n3,4,8" disk\n5,6,5" disk\n', 'a quote inside a cell');
  await agree('a,b,label\n1,2,"x, y"\n3,4,"say ""x"""\n5,6, "x, y" \n', 'quotes around and inside quotes');
  await agree('a,b,label\n1,2,"x\ny"\n3,4,"x\r\ny"\r\n5,6,"x\ry"\n7,8,""\n', 'line ends inside quotes');
  await agree('a\tb\tlabel\n1\t2\tx\n\t\t\n  \n3\t4\ty\n', 'a row of nothing, and a blank line');
  await agree(`a,b,label\n${Array.from({ length: 30_000 }, (_, i) => `${i},"${i % 7}",${i % 2 ? '"x, y"' : 'z'}`).join('\r\n')}`, 'in several pieces');

  const { ragged } = (await onPage('a,b,label\n1,2,"x\ny"\n3,4\n5,6,z\n')).scan;
  assert.deepEqual(ragged, [{ line: 4, cells: 2 }], 'lines are counted as an editor does');
  const many = '1,2,x\n3,4,y\n'.repeat(10_000); // more than the core looks at for the layout
  await assert.rejects(onPage(`a,b,label\n${many}5,6,"z" z\n`), /In line 20002 there is text after a closing quote/);
  await assert.rejects(onPage(`a,b,label\n${many}5,6,"z\n`), /The quote opened in line 20002 is never closed/);
  await assert.rejects(onPage(`a,b,label\n${many}5,6,"z\n${many}`), /the quote opened in line 20002 may lack its end/);
});

test('only text that is not UTF-8 is read as Latin-1; half a character of UTF-16 is replaced', async () => {
  const text = 'a,b,label\n1,2,n\u00e4\n3,4,x\n';
  assert.deepEqual((await agree(Buffer.from(text, 'latin1'), 'Latin-1')).classes, ['n\u00e4', 'x']);
  assert.deepEqual((await agree(Buffer.from(`\ufeff${text.replace('x', '\ud800')}`, 'utf16le'), 'UTF-16')).classes, ['n\u00e4', '\ufffd']);
  let opened = 0;
  const broken = {
    size: 10,
    stream: () => {
      ++opened;
      return new ReadableStream({ pull: () => Promise.reject(new TypeError('the disk is gone')) });
    },
  };
  const layout = await csvLayout(new Blob([text]));
  await assert.rejects(ask({ read: { text: broken, layout, id: -1 } }), /the disk is gone/);
  assert.equal(opened, 1, 'it is not read once more');
});
