// What is not given is chosen, and said.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fit, plan, readCsv, tune, type Chosen } from 'tanda';
import { clouds, refuses, table, watched } from './support.js';

test('fit of a table alone chooses the method, the dimensions and the scale', async () => {
  const wine = await readCsv(await table('wine'));
  const model = await fit(wine), { record, outputs } = model.info;
  const chosen: Chosen = record.chosen!;
  assert.deepEqual([chosen.dims, chosen.folds, chosen.samples, record['scale'], record['scale_chosen']], [true, 5, 178, 'zscore', true]);
  assert.ok(chosen.methods!.length >= 6);
  assert.ok(chosen.methods!.some((row) => row.method === record['method'] && !('failure' in row) && outputs <= row.dims && row.error <= 0.05));
  assert.ok(chosen.error <= 0.05 && chosen.sd < 0.1, JSON.stringify(chosen));
  const right = (await model.predict(wine.data)).filter((label, i) => label === wine.labels![i]).length;
  assert.ok(right > 0.95 * wine.rows);
  const said = await fit({ ...wine, method: 'auto', dims: 'auto', scale: 'auto' });
  assert.deepEqual(await said.save(), await model.save());
});

test('what is given is taken as it is, and only the rest is chosen', async () => {
  const wine = await readCsv(await table('wine'));
  const two = await fit({ ...wine, method: 'pca', dims: 2, scale: 'none' });
  assert.deepEqual([two.info.outputs, two.info.record.chosen, two.info.record['scale']], [2, undefined, 'none']);
  const some = await fit({ ...wine, method: 'pca' }), { chosen } = some.info.record;
  assert.deepEqual([some.info.record['method'], chosen?.dims, chosen?.methods], ['pca', true, undefined]);
  assert.ok(some.info.outputs > 2, `${some.info.outputs} dimensions`);
  const any = await fit({ ...wine, dims: 1 });
  assert.deepEqual([any.info.outputs, any.info.record.chosen?.dims], [1, false]);
});

test('what is about one method needs its name', async () => {
  const samples = clouds(60, 4);
  for (const method of [undefined, 'auto'] as never[]) {
    await refuses(plan({ method, rows: 60, cols: 4 }), 'bad_argument', /no method was named/);
    await refuses(tune({ ...samples, method }), 'bad_argument', /no method was named/);
  }
  await refuses(fit({ ...samples, params: { ridge: 1 } }), 'bad_argument', /no method was named/);
  await refuses(fit({ ...samples, labels: undefined }), 'no_labels');
});

test('choosing tells its progress, stops when it is told to, and leaves no memory behind', async () => {
  const { tanda, memory } = await watched(), digits = await tanda.readCsv(await table('digits'));
  const stages = new Set<string>();
  const stopped = () => {
    const controller = new AbortController();
    return refuses(tanda.fit({ ...digits, signal: controller.signal, onProgress: ({ stage, part }) => {
      stages.add(stage);
      if (part > 0.02) controller.abort();
    } }), 'cancelled');
  };
  await stopped();
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 3; ++i) await stopped();
  assert.deepEqual([...stages], ['cross-validate']);
  assert.equal(memory.buffer.byteLength, before);
  assert.equal((await tanda.fit({ ...digits, method: 'lda', dims: 2 })).info.outputs, 2);
  tanda.close();
});
