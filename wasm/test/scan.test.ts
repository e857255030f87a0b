// A look at texts before they are read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLayout, readCsv, scanCsv, type CsvReport } from 'tanda';
import { refuses, table } from './support.js';

const inPieces = (text: string, size: number) => {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream<Uint8Array>({ pull(to) { at < bytes.length ? to.enqueue(bytes.slice(at, (at += size))) : to.close(); } });
};

const text = 'a,b,kind,n\n1,0.5,ash,1\n2,x,elm,2\n3,,ash,1\n4,5\n-7,1e3,"elm, tall",2\n9,oops,ash,1,1\n0,y,NA,1\n';

test('every column: kind, gaps, range, different values, odd cells', async () => {
  const report: CsvReport = await scanCsv(text), [a, b, kind, n] = report.columns;
  assert.deepEqual([report.rows, report.raggedRows, report.ragged], [5, 2, [{ line: 5, cells: 2 }, { line: 7, cells: 5 }]]);
  assert.deepEqual(report.layout, await csvLayout(text));
  assert.deepEqual(a, { name: 'a', kind: 'number', numbers: 5, texts: 0, missing: 0, distinct: 5, classes: 5, whole: true, least: -7, most: 3, odd: [], examples: ['1', '2', '3'] });
  assert.deepEqual(b, { name: 'b', kind: 'number', numbers: 2, texts: 2, missing: 1, distinct: 4, classes: 4, whole: false, least: 0.5, most: 1000, odd: [{ line: 3, text: 'x' }, { line: 8, text: 'y' }], examples: ['0.5', '1e3'] });
  assert.deepEqual(kind, { name: 'kind', kind: 'text', numbers: 0, texts: 4, missing: 1, distinct: 3, classes: 3, whole: false, least: null, most: null, odd: [], examples: ['ash', 'elm', 'elm, tall'] });
  assert.deepEqual([n!.classes, n!.distinct], [2, 2]);
  for (const size of [1, 7, 4096]) assert.deepEqual(await scanCsv(inPieces(text, size)), report);
});

test('its layout is that of readCsv, the label included', async () => {
  for (const name of ['iris', 'wine', 'digits']) {
    const whole = await table(name), { layout, rows, columns } = await scanCsv(whole), read = await readCsv(whole);
    assert.deepEqual(layout, await csvLayout(whole), name);
    assert.equal(rows, read.rows);
    assert.equal(layout.columns[layout.label! - 1], read.label);
    assert.equal(columns[layout.label! - 1]!.classes, read.classes.length);
  }
  const late = Array.from({ length: 400 }, (_, i) => `${i * 0.5},${i % 2},${(i * 7) % 400}.5`).join('\n');
  assert.deepEqual((await scanCsv(late)).layout, await csvLayout(late));
  assert.deepEqual((await scanCsv('1;2,5\n2;3,5\n')).layout, await csvLayout('1;2,5\n2;3,5\n'));
  assert.equal((await scanCsv('a,b\n1,-\n2,+\n')).columns[1]!.classes, 2);
});

test('what is no table is told, and what is odd can be read', async () => {
  await refuses(scanCsv(''), 'empty_data');
  await refuses(scanCsv('a,"b\n1,2\n'), 'bad_text', /never closed/);
  await refuses(scanCsv(Uint8Array.of(0, 1, 2, 3, 0, 0, 7, 7)), 'bad_text');
  const bare = '1,2,ash\n3,4,ash\n5,6,elm\n';
  assert.deepEqual([(await readCsv(bare, { label: null, keep: [1, 2], header: false })).rows, (await readCsv(bare, { header: true })).features], [3, ['1', '2']]);
  await refuses(readCsv(bare, { header: 'yes' as never }), 'bad_argument');
  await refuses(readCsv(text, { label: 'kind' }), 'not_a_number');
  const dropped = await readCsv(text, { label: 'kind', malformed: 'missing', missing: 'drop' });
  assert.deepEqual([dropped.rows, [...dropped.data]], [2, [1, 0.5, 1, -7, 1000, 2]]);
  assert.ok(dropped.notes.some((note) => /left out 2 rows of another length/.test(note)), dropped.notes.join());
  const filled = await readCsv(text, { label: 'kind', malformed: 'missing', missing: 'mean' });
  assert.deepEqual([filled.rows, filled.data[4]], [5, 500.25]);
});
