// The first seconds, the tables that come with the page, and one's own.
import assert from 'node:assert/strict';
import { closeSync, ftruncateSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { csv, downloaded, fitted, fittedWith, folder, inked, open, project, score, sent, summary, tab, table, until, use, visit } from './support.mjs';

test('opens on digits, two methods fitted and drawn, within 600 KiB', async () => {
  const times = [];
  for (let i = 0; i < 3; ++i)
    await visit('', async (page) => {
      times.push(await page.evaluate(() => performance.now()));
      if (i > 0) return;
      await fitted(page, 'pca', 'rival');
      assert.equal((await fitted(page)).method, 'tsd');
      assert.ok((await score(page)) > (await score(page, 'rival')));
      assert.match(await summary(page), /1.797 rows, 64 features, 10 classes/);
      assert.ok((await inked(page)) > 2000);
      assert.ok((await inked(page, 'rival')) > 2000);
      assert.equal(
        await page.textContent('.promise'),
        'No data leave this page: its policy forbids it to send anything anywhere. Drop a file to try.',
      );
    });
  console.log(`# first picture after ${times.map(Math.round).join(', ')} ms`);
  const total = [...sent.values()].reduce((sum, bytes) => sum + bytes, 0);
  console.log(`# transfer ${Math.round(total / 1024)} KiB in ${sent.size} files`);
  const code = [...sent].filter(([path]) => /\.(js|css|html)$|\/$/.test(path)).reduce((sum, [, bytes]) => sum + bytes, 0);
  assert.ok(code <= 62 * 1024, `${code} bytes of code`);
  assert.ok(total <= 600 * 1024, `${total} bytes: ${[...sent].join(' ')}`);
});

test('the policy lets nothing out', async () => {
  await visit(
    '',
    async (page) => {
      const refused = await page.evaluate(async () => {
        const tries = [
          () => fetch('https://example.org/', { method: 'POST', body: 'data' }),
          () =>
            new Promise((_, no) => {
              const image = new Image();
              image.onerror = no;
              image.src = 'https://example.org/?data';
            }),
        ];
        return Promise.all(
          tries.map((send) =>
            send().then(
              () => 'sent',
              () => 'refused',
            ),
          ),
        );
      });
      assert.deepEqual(refused, ['refused', 'refused']);
      assert.equal(
        await page.evaluate(() => {
          const script = document.createElement('script');
          script.textContent = 'window.injected = true';
          document.head.append(script);
          return window.injected ?? 'refused';
        }),
        'refused',
      );
    },
    { expected: /Content Security Policy|violates the following|leaves the host/ },
  );
});

test('a browser without SIMD is told which ones have it', async () => {
  await visit('', (page) => page.waitForSelector('.failed >> text=/no WebAssembly SIMD.*Firefox 89/'), {
    wait: false,
    init: () => (WebAssembly.validate = () => false),
  });
});

test('bundled tables, and back', async () => {
  await visit('#data=iris', async (page) => {
    assert.match(await summary(page), /Iris: 150 rows, 4 features, 3 classes/);
    await table(page, 'wine');
    await until(async () => /Wine: 178/.test(await summary(page)), 'wine is there');
    await fittedWith(page, { dims: 2, scale: 'auto' });
    await until(async () => (await score(page)) > 90, 'its features are scaled by themselves');
    await table(page, 'roll');
    await until(async () => /Swiss roll: 1.200 rows, 6 features, 4 classes/.test(await summary(page)), 'the roll is there');
    await fittedWith(page, { dims: 3 });
    await page.fill('.control:has-text("Points") input[type=number]', '300');
    await page.keyboard.press('Enter');
    await until(async () => /Swiss roll: 300 rows/.test(await summary(page)), 'a smaller roll');
    assert.match(await page.evaluate(() => location.hash), /data=roll-300-0.4/);
    await fitted(page);
    await page.click('text=Undo');
    await until(async () => /Swiss roll: 1.200 rows/.test(await summary(page)), 'the larger one is back');
    await page.click('text=Undo');
    await until(async () => /Wine: 178/.test(await summary(page)), 'wine is back');
    await page.keyboard.press('Control+z');
    await until(async () => /Iris: 150/.test(await summary(page)), 'iris is back');
    await fitted(page, 'tsd');
  });
});

test('a CSV with all sorts of problem, dropped: reported before it is fitted, and undone', async () => {
  const rows = csv('iris').trim().split('\n');
  rows[0] = `constant,note,${rows[0]}`;
  for (let i = 1; i < rows.length; ++i) rows[i] = `7,${'text '.repeat(1 + (i % 3))}${i},${rows[i]}`;
  rows[5] = rows[5].replace(/^7,/, '7,1,2,'); // two cells too many
  rows[9] = rows[9].replace(/^(7,[^,]*,)[^,]*/, '$1about five'); // a word among numbers
  rows[12] = rows[12].replace(/^(7,[^,]*,)[^,]*/, '$1'); // nothing
  await visit('', async (page) => {
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'flowers.csv', { type: 'text/csv' }));
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, rows.join('\n'));
    await page.waitForSelector('dialog table');
    const said = await page.textContent('dialog.columns');
    assert.match(said, /line 6 has 8 cells instead of 7|1 line left out/);
    assert.match(said, /“about five” in line 10/);
    assert.match(said, /1 missing/);
    assert.match(said, /the same value everywhere/);
    assert.match(said, /Proposed: by its name. 3 different values/);
    assert.match(said, /words: left out/);
    await page.click('text=fill with the mean of the column');
    await use(page);
    await until(async () => /flowers.csv: 149 rows, 4 features, 3 classes by “label”/.test(await summary(page)), 'the table is used');
    await fitted(page, 'tsd');
    assert.match(await page.textContent('.card .notes'), /never change: constant.*filled 2 missing values with the mean/);
    await page.click('button:text("Columns")');
    await page.selectOption('#label-column', 'petal_width_cm');
    await use(page);
    await until(async () => /by “petal_width_cm”/.test(await summary(page)), 'another label');
    await page.click('text=Undo');
    await page.click('text=Undo');
    await until(async () => /Digits: 1.797/.test(await summary(page)), 'digits are back');
  });
});

test('a pasted table; a label without a name that says so; semicolons, no header, gzip', async () => {
  await visit('#data=iris', async (page) => {
    await page.click('text=Paste');
    await page.fill('textarea', csv('iris').replaceAll(',', ';').split('\n').slice(1).join('\n'));
    await page.click('text=Read it');
    await page.waitForSelector('dialog table');
    assert.match(await page.textContent('dialog.columns'), /Proposed: the only column of text. 3 different values/);
    await use(page);
    await until(async () => /pasted.csv: 150 rows, 4 features, 3 classes by “column 5”/.test(await summary(page)), 'it is read');
    const { gzipSync } = await import('node:zlib');
    await page.setInputFiles('#csv-file', { name: 'wine.csv.gz', mimeType: 'application/gzip', buffer: gzipSync(csv('wine')) });
    await use(page);
    await until(async () => /wine.csv.gz: 178 rows, 13 features/.test(await summary(page)), 'gzip is read');
  });
});

test('the label column is the one that the core takes, for every case of its tests', async () => {
  const cases = readFileSync(join(project, 'tests/unit/label_columns.txt'), 'utf8').split('== ').slice(1);
  assert.ok(cases.length > 15);
  await visit('#data=iris', async (page) => {
    for (const each of cases) {
      const [name, label, ...lines] = each.split('\n');
      await open(page, 'case.csv', `${lines.filter((line) => line !== '').join('\n')}\n`);
      await page.waitForSelector('dialog table');
      const chosen = Number(await page.inputValue('#label-column')) + 1;
      assert.equal(chosen === 0 ? 'none' : String(chosen), label.replace('label ', ''), name);
      await page.click('dialog >> text=Cancel');
    }
  });
});

test('decimal commas, UTF-16, Latin-1, lines that end with CR; what is odd about a table is said', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => [1000 + 3 * i, `${i % 7},5`, i % 2 ? 4 : 9, i % 2 ? 'ja' : 'n\u00e4']);
  const text = ['id;a;code;Gr\u00f6\u00dfe', ...rows.map((row) => row.join(';')), rows[0].join(';'), rows[1].join(';')].join('\r\n');
  await visit('#data=iris', async (page) => {
    const oldMac = text.replaceAll('\r\n', '\r');
    for (const buffer of [Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(text, 'utf16le'), Buffer.from(text, 'latin1'), Buffer.from(oldMac)]) {
      await page.setInputFiles('#csv-file', { name: 'odd.csv', mimeType: 'text/csv', buffer });
      await page.waitForSelector('dialog table');
      const said = await page.textContent('dialog.columns');
      assert.match(said, /separated by semicolon, decimal commas/);
      assert.match(said, /a different whole number in almost every row/);
      await use(page);
      await until(async () => /odd.csv: 42 rows, 3 features, 2 classes by “Gr\u00f6\u00dfe”/.test(await summary(page)), 'it is read');
      const notes = await page.textContent('.notes');
      assert.match(notes, /column "code" tells the class by itself/);
      assert.match(notes, /2 rows are copies of others/);
    }
  });
});

test('how a file is read: found, shown, and changed by who knows better; names of rows go along', async () => {
  const kinds = ['oak', 'elm', 'ash'],
    rows = Array.from({ length: 45 }, (_, i) => [`tree-${i}`, `${i % 3},${i % 10}5`, `${(i * 7) % 11},25`, kinds[i % 3]]);
  const text = ['name;height;width;kind', ...rows.map((row) => row.join(';'))].join('\n');
  await visit('#data=iris', async (page) => {
    await open(page, 'trees.csv', text);
    await page.waitForSelector('dialog table');
    assert.equal(await page.isVisible('#separator'), false, 'quiet where nothing is wrong');
    await page.focus('dialog summary');
    await page.keyboard.press('Enter');
    assert.match(await page.textContent('#separator option:checked'), /found: semicolon/);
    assert.match(await page.textContent('#decimal option:checked'), /found: comma/);

    await page.selectOption('#decimal', '.');
    await page.waitForSelector('dialog >> text=/no column of numbers/');
    await page.selectOption('#decimal', '');
    await page.waitForSelector('dialog tr:has-text("height") >> text=/0.05 to 2.95/');
    await page.selectOption('#separator', ',');
    await page.waitForSelector('dialog [role=alert] >> text=No line has as many cells as the first one, 1.');
    await page.focus('#separator');
    await page.selectOption('#separator', '|');
    await page.waitForSelector('dialog tr:has-text("name;height;width;kind")');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'separator', 'the keyboard stays where it was');
    await page.selectOption('#separator', ';');
    await page.waitForSelector('dialog tr:has-text("height") >> text=/0.05 to 2.95/');
    await page.selectOption('#id-column', { label: 'name' });
    await page.waitForSelector('dialog td:text-is("name")');
    await use(page);
    await until(async () => /trees.csv: 45 rows, 2 features, 3 classes by “kind”/.test(await summary(page)), 'it is read');
    await fitted(page, 'tsd');
    const saved = await downloaded(page, () => page.selectOption('[aria-label="Save the picture"]', 'main csv'));
    assert.deepEqual(saved.text.split('\n').slice(0, 2).map((line) => line.split(',').slice(0, 4)), [
      ['name', 'row', 'part', 'kind'],
      ['tree-0', '1', saved.text.includes('tree-0,1,training') ? 'training' : 'held-out', 'oak'],
    ]);
    await tab(page, 'export');
    assert.match(await page.textContent('[data-snippet=cli]'), /tanda fit trees-fitted.csv --id name --method/);

    await tab(page, 'try');
    await page.setInputFiles('#apply-file', join(folder, 'trees.csv'));
    await page.waitForSelector('.apply td:text-is("tree-1")');
    const applied = await downloaded(page, () => page.click('text=Save the result'));
    assert.match(applied.text, /^name,predicted,dim1,dim2\ntree-0,/);
    await page.selectOption('#apply-id', '');
    await page.waitForSelector('.apply th:text-is("row")');
  });
});

test('rows that are pictures are found, and their size can be chosen', async () => {
  await visit('#data=iris&tab=try', async (page) => {
    assert.ok(await page.isVisible('.feature-list'));
    await open(page, 'numbers.csv', csv('digits').split('\n').slice(0, 400).join('\n'));
    await page.waitForSelector('dialog table');
    assert.equal(await page.inputValue('#picture-width'), '8');
    await page.selectOption('#picture-width', '16');
    await use(page);
    await page.waitForSelector('.pad');
    await page.click('text=A held-out sample');
    assert.deepEqual(await page.$eval('.try-seen canvas', ({ width, height }) => [width, height]), [16, 4]);
    await open(page, 'wine.csv', csv('wine'));
    await page.waitForSelector('dialog table');
    assert.equal(await page.locator('#picture-width').count(), 0);
    await use(page);
    await page.waitForSelector('.feature-list');
  });
});

test('what cannot be used is refused in words, and the page goes on', async () => {
  await visit('#data=iris', async (page) => {
    const problem = () => page.textContent('.card [role=alert]');
    const big = join(folder, 'big.csv'),
      handle = openSync(big, 'w');
    ftruncateSync(handle, 200e6);
    closeSync(handle);
    await page.setInputFiles('#csv-file', big);
    await until(async () => /big.csv has 200 MB, and this page takes files up to 150 MB/.test(await problem()), 'too large');
    await open(page, 'words.csv', 'name,town\nAda,London\nEmmy,Erlangen\nSofja,Stockholm\n');
    await page.waitForSelector('dialog [role=alert] >> text=/words.csv has no column of numbers: “name”, “town”/');
    assert.ok(await page.isVisible('#separator'), 'how it is read can be changed');
    await page.click('dialog >> text=Use this table');
    await page.waitForSelector('dialog [role=alert] >> text=Choose at least one column of numbers');
    await page.click('dialog >> text=Cancel');
    await open(page, 'empty.csv', '');
    await until(async () => /empty.csv is empty/.test(await problem()), 'empty');
    await page.setInputFiles('#csv-file', {
      name: 'picture.png',
      mimeType: 'image/png',
      buffer: Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 65, 66]),
    });
    await until(async () => /This is binary data, not CSV text/.test(await problem()), 'no text');
    await open(page, 'quote.csv', `a,b\n1,"2\n${'3,4\n'.repeat(3e6)}`);
    await until(async () => /the quote opened in line 2 may lack its end/.test(await problem()), 'an open quote');
    assert.match(await summary(page), /Iris: 150/);

    await open(page, 'one.csv', `a,b,label\n${Array.from({ length: 30 }, (_, i) => `${i},${(i * 7) % 11},same`).join('\n')}\n`);
    await page.selectOption('#label-column', 'label');
    assert.match(await page.textContent('dialog.columns'), /This column has one value only/);
    await use(page);
    await until(async () => /needs at least two classes, and this table has one/.test(await page.textContent('.problems')), 'one class');
    await page.click('.current-method');
    assert.ok(await page.isDisabled('[data-method=lda]'));
    await page.click('[data-method=pca]');
    await fitted(page, 'pca');
    await tab(page, 'export');
    await table(page, 'iris');
    await until(async () => /Iris: 150/.test(await summary(page)), 'it goes on');
    await fitted(page);
  });
});

test('a link restores everything, and an address that is nonsense does no harm', async () => {
  const hash =
    '#data=wine&method=lfda&p.neighbors=3&p.ridge=0.01&dims=3&scale=minmax&pca=0.95&k=3&vs=lda&train=0.5&seed=4&tab=export&axes=2-3-1&view=3d';
  await visit(hash, async (page) => {
    await fittedWith(page, { method: 'lfda', params: { neighbors: 3, ridge: 0.01 }, dims: 3, scale: 'minmax', pca: 0.95, neighbors: 3 });
    await fitted(page, 'lda', 'rival');
    const link = await page.evaluate(() => location.href),
      before = await score(page);
    assert.deepEqual(Object.fromEntries(new URLSearchParams(new URL(link).hash.slice(1))), Object.fromEntries(new URLSearchParams(hash.slice(1))));
    assert.equal(await page.getAttribute('[data-value="3d"]', 'aria-pressed'), 'true');
    assert.equal(await page.inputValue('[aria-label="Dimension along x"]'), '1');
    assert.ok(await page.isVisible('#panel-export'));
    await page.goto('about:blank');
    await page.goto(link);
    await fittedWith(page, { method: 'lfda', params: { neighbors: 3, ridge: 0.01 } });
    assert.equal(await score(page), before);
  });
  await visit(
    '#data=nowhere.csv&method=nonsense&dims=-3&p.x=1&tab=9&axes=q',
    async (page) => {
      await page.waitForFunction(() => /no method called nonsense/.test(document.querySelector('.problems').textContent));
      assert.match((await page.textContent('.card [role=alert]')) ?? '', /made with a file called nowhere.csv/);
      await page.click('.current-method');
      await page.click('[data-method=lda]');
      await fitted(page, 'lda');
    },
    { wait: false },
  );
});
