// What is not given is chosen, and said.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fit, open, plan, readCsv, tune, type Chosen, type ModelRecord, type Tuned } from 'tanda';
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

test('a record has what its type says, and nothing else', async () => {
  const wine = await readCsv(await table('wine'));
  type Known<T> = { [name in keyof T as string extends name ? never : number extends name ? never : name]-?: true };
  const names: Known<ModelRecord> = {
    method: true, params: true, eigenvalues: true, scale: true, scale_chosen: true, pca: true, seed: true, rows: true, cols: true,
    dims: true, scalar: true, notes: true, version: true, patches: true, label: true, id: true, chosen: true, tuned: true,
  };
  const { id: _, patches: _patches, tuned: _tuned, ...auto } = names, { chosen: _chosen, ...tuning } = { ...auto, tuned: true };
  const keys = (value: object) => Object.keys(value).sort();
  const { record } = (await fit({ ...wine, label: 'cultivar' })).info;
  assert.deepEqual(keys(record), keys(auto));
  const ofChosen: Known<Chosen> = { dims: true, folds: true, repeats: true, samples: true, settings: true, error: true, sd: true, methods: true };
  assert.deepEqual(keys(record.chosen!), keys(ofChosen));
  assert.equal(record.chosen!.repeats, 3);
  const model = await fit({ ...wine, label: 'cultivar', method: 'lfda', tune: true, seed: 2n ** 60n });
  const { record: opened } = (await open(await model.save())).info;
  assert.deepEqual(opened, model.info.record);
  assert.deepEqual(keys(opened), keys(tuning));
  const ofTuned: Known<Tuned> = { settings: true, dims: true, error: true, error_by: true, candidates: true, folds: true, repeats: true };
  assert.deepEqual(keys(opened.tuned!), keys(ofTuned));
  assert.deepEqual([opened.seed, opened.scalar, opened.pca, opened.label], [String(2n ** 60n), 'float', null, { name: 'cultivar', column: 0 }]);
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
  const engine = await watched(), { tanda } = engine, digits = await tanda.readCsv(await table('digits'));
  const stages = new Set<string>();
  const stopped = () => {
    const controller = new AbortController();
    return assert.rejects(tanda.fit({ ...digits, signal: controller.signal, onProgress: ({ stage, fraction }) => {
      stages.add(stage);
      if (fraction > 0.02) controller.abort();
    } }), { name: 'AbortError' });
  };
  await stopped();
  const before = engine.memory.buffer.byteLength;
  for (let i = 0; i < 3; ++i) await stopped();
  assert.deepEqual([...stages], ['cross-validate']);
  assert.equal(engine.memory.buffer.byteLength, before);
  assert.equal((await tanda.fit({ ...digits, method: 'lda', dims: 2 })).info.outputs, 2);
  engine.end();
});
