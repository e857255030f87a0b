import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLayout, evaluate, fit, load, methods, open, plan, readCsv, TandaError, tune, type ContestResult, type Evaluation, type SplitResult, type Tuning } from 'tanda';
import { clouds, table } from './support.js';

test('three lines: read, fit, transform', async () => {
  const iris = await readCsv(await table('iris'));
  const model = await fit({ ...iris, method: 'lda', dims: 2 });
  const points = await model.transform(iris.data);
  assert.equal(points.length, 2 * iris.rows);
  assert.equal(model.info.inputs, 4);
  assert.deepEqual(model.info.classes, ['setosa', 'versicolor', 'virginica']);
  assert.deepEqual(await model.predict(iris.data), iris.labels);
  assert.equal(model.info.record['method'], 'lda');
});

test('every method fits, and says so in its record', async () => {
  const samples = clouds(60, 5);
  const all = await methods();
  assert.ok(all.length > 20);
  for (const { id, output } of all) {
    const model = await fit({ ...samples, method: id, dims: 1 });
    assert.equal(model.info.record['method'], id);
    assert.equal(model.info.map, { projection: 'linear', kernel: 'kernel', embedding: 'embedding' }[output], id);
    if (output === 'embedding') continue;
    const points = await model.transform(samples.data);
    assert.ok(points.every(Number.isFinite), id);
  }
});

test('all forms of data mean the same', async () => {
  const { data, rows, cols, labels } = clouds(30, 3);
  const nested = Array.from({ length: rows }, (_, i) => [...data.slice(i * cols, (i + 1) * cols)]);
  const names = [...labels].map((label) => `class ${label}`);
  const shifted = new Float32Array(data.length + 3);
  shifted.set(data, 3);
  const wanted = await (await fit({ data, rows, cols, labels, method: 'lda' })).transform(data);
  for (const form of [
    { data, labels }, { data, cols, labels: [...labels] }, { data: [...data], cols, labels: names }, { data: nested, labels: names },
    { data: Float64Array.from(data), rows, labels }, { data: shifted.subarray(3), cols, labels },
  ]) {
    const model = await fit({ ...form, method: 'lda' });
    assert.deepEqual(await model.transform(nested), wanted);
    assert.deepEqual(await model.transform(Float64Array.from(data)), wanted);
  }
  assert.deepEqual((await fit({ data: nested, labels: names, method: 'lda' })).info.classes, ['class 0', 'class 1', 'class 2']);
  assert.deepEqual((await fit({ data: nested, labels: names.map((_, i) => ['10', '9', '1e2'][i % 3]!), method: 'lda' })).info.classes, ['9', '10', '1e2']);
});

test('options reach the core', async () => {
  const samples = clouds(60, 6);
  const model = await fit({
    ...samples, method: 'lfda', params: { ridge: 0.01, neighbors: 3, sparse: false }, dims: 1, scale: 'zscore', pca: 4, seed: 5,
    classifier: 'none', features: ['a', 'b', 'c', 'd', 'e', 'f'], classes: ['red', 'green', 'blue'], memoryLimit: 1e8,
  });
  const { record, ...info } = model.info;
  assert.deepEqual([info.outputs, info.rule, info.features?.[5], info.classes[1]], [1, 'none', 'f', 'green']);
  assert.deepEqual([record.params!['neighbors'], record.params!['sparse'], record['scale'], record['seed']], [3, false, 'zscore', 5]);
});

test('a model lives on in its bytes, and in other programs', async () => {
  const samples = clouds(40, 4);
  const model = await fit({ ...samples, method: 'lda' });
  const bytes = await model.save();
  const opened = await open(bytes);
  assert.deepEqual(await opened.transform(samples.data), await model.transform(samples.data));
  assert.deepEqual(opened.info, model.info);
  assert.deepEqual(await opened.save(), bytes);
  assert.match(await model.export('c', { name: 'cloud' }), /cloud_project/);
  assert.match(await model.export('cpp', { name: 'cloud' }), /tanda::Projection<float, CLOUD_INPUTS/);
  const json = JSON.parse(await model.export('json'));
  assert.equal(json.format, 'tanda-model');
  assert.equal(new TextDecoder().decode((await model.export('npz')).slice(0, 2)), 'PK');
  assert.ok((await model.export('onnx')).length > 100);
});

test('plan, tune, evaluate', async () => {
  const samples = clouds(60, 4);
  const bytes = await plan({ method: 'lda', rows: 60, cols: 4, classes: 3 });
  assert.ok(bytes > 1000 && bytes < 1e7);
  const tuned = await tune({ ...samples, method: 'lda', select: { ridge: [0.001, 0.1] }, folds: 3 });
  assert.equal(tuned.points.length, 2);
  const model = await fit({ ...samples, method: 'lda', tune: true, folds: 3 });
  assert.ok(model.info.record['tuned']);
  const evaluation = await evaluate({ ...samples, methods: ['pca', { method: 'lda', params: { ridge: 0 } }], train: 0.5, splits: 3, dims: { to: 2 } });
  assert.deepEqual(evaluation.contests.map(({ name }) => name), ['none', 'majority', 'pca', 'lda:ridge=0']);
  assert.ok(evaluation.complete);
  assert.deepEqual(evaluation.contests.map(({ method, params }) => [method, params]), [[undefined, undefined], [undefined, undefined], ['pca', undefined], ['lda', { ridge: 0 }]]);
});

test('reports have what their types say, and nothing else', async () => {
  type Known<T> = { [name in keyof T]-?: true };
  const keys = (value: object) => Object.keys(value).filter((key) => (value as Record<string, unknown>)[key] !== undefined).sort();
  const report: Known<Evaluation> = {
    seed: true, honest: true, best_dims: true, dims: true, complete: true, finished_splits: true, experiment: true, classes: true,
    train_per_class: true, test_per_class: true, labelled_per_class: true, uneven: true, contests: true,
  };
  const line: Known<ContestResult & { name: string; method: string; params: object; note: string }> = {
    failure: true, error: true, sd: true, balanced_error: true, balanced_sd: true, dims: true, mean_dims: true, best: true, not_worse: true, p: true,
    recall: true, fit_seconds: true, fit_seconds_sd: true, peak_bytes: true, confusion: true, splits: true, name: true, method: true, params: true, note: true,
  };
  const { failure: _fails, ...worked } = line;
  const split: Known<SplitResult> = {
    errors: true, balanced_errors: true, class_errors: true, space_dims: true, fit_seconds: true, peak_bytes: true, chosen: true, chosen_dims: true,
  };
  const samples = clouds(60, 4);
  const found = await evaluate({
    ...samples, train: 0.5, labelled: 9, splits: 2, folds: 2, honest: true, confusion: true, dims: [1, 2],
    methods: [{ method: 'lfda', params: { ridge: 0.01 }, select: { neighbors: [3, 5] } }, { method: 'lda', params: { columns: 'orthonormal' } }, { method: 'lda', params: {} }],
  });
  assert.deepEqual(keys(found), keys(report));
  const [none, , lfda, orthonormal] = found.contests as (ContestResult & { name: string })[];
  assert.deepEqual(found.dims, { from: 1, to: 2 });
  const { note: _note, ...plain } = worked;
  assert.deepEqual([keys(lfda!), keys(orthonormal!)].map((list) => list.filter((key) => key !== 'note')), [keys(plain), keys(plain)]);
  assert.deepEqual([lfda!.name, lfda!.splits[0]!.chosen?.['neighbors']?.match(/^[35]$/)?.length], ['lfda:ridge=0.01', 1]);
  const { space_dims: _space, ...fitted } = split, { chosen: _chosen, chosen_dims: _chosenDims, ...base } = split;
  assert.deepEqual(keys(lfda!.splits[0]!), keys(fitted));
  assert.deepEqual(keys(none!.splits[0]!), keys(base));
  assert.deepEqual((await evaluate({ ...samples, methods: 'pca', splits: 1, dims: [1, 3] })).dims, [1, 3]);
  const failed = (await evaluate({ ...samples, methods: [{ method: 'lfda', params: { neighbors: 1 } }, 'kernel_tsd'], splits: 1, memoryLimit: 3e4 })).contests.find(({ failure }) => failure);
  assert.ok(failed?.failure && failed.splits.every((each) => each === null), JSON.stringify(failed));
  const tuning = await tune({ ...samples, method: 'lda', select: { ridge: [0.01], columns: ['unit', 'orthonormal'] }, folds: 3 });
  const ofTuning: Known<Tuning> = { best: true, points: true };
  assert.deepEqual([keys(tuning), keys(tuning.points[0]!)], [keys(ofTuning), ['errors', 'settings']]);
  assert.deepEqual(tuning.points.map(({ settings }) => settings['columns']), ['unit', 'orthonormal']);
});

test('labels go in and come out by name', async () => {
  const { data, rows, cols, labels } = clouds(60, 4), names = Array.from(labels, (label) => ['ash', 'elm', 'yew'][label]!);
  const model = await fit({ data, rows, cols, labels: names, method: 'lda', classifier: { kind: 'knn', k: 3 } });
  assert.deepEqual(model.info.neighbors, 3);
  const found = await model.predictLabels(data);
  assert.deepEqual(found, Array.from(await model.predict(data), (number) => model.info.classes[number]));
  assert.ok(found.filter((name, i) => name === names[i]).length > 50);
});

test('options with parts of their own are refused by name', async () => {
  const samples = clouds(60, 4), refused = (options: object, message: RegExp) =>
    assert.rejects(evaluate({ ...samples, methods: 'lda', splits: 1, ...options } as never), (error: TandaError) => message.test(error.message));
  await refused({ methods: [{ method: 'lda', parms: {} }] }, /methods: there is no "parms"/);
  await refused({ methods: [{ method: 'lda:ridge=0' }] }, /not the id of a method/);
  await refused({ methods: [{ method: 'lda', params: { rigde: 0 } }] }, /rigde/);
  await refused({ dims: { from: 1, until: 3 } }, /dims: there is no "until"/);
  await refused({ dims: { to: 1.5 } }, /dims: to: 1.5/);
  await assert.rejects(fit({ ...samples, method: 'lda', classifier: { kind: 'none', k: 3 } as never }), /has no k/);
  await assert.rejects(fit({ ...samples, method: 'lda', classifier: { kind: 'knn' } as never }), /classifier: k: undefined/);
});

test('evaluate splits as it is told', async () => {
  const samples = clouds(60, 4), first = samples.labels[0]!;
  const common = { ...samples, methods: 'lda', splits: 2, train: 4, test: 3, labelled: 2, bestDims: 'split', pca: 3 } as const;
  const sizes = (report: Evaluation) => [report.train_per_class, report.test_per_class, report.labelled_per_class];
  const plain = await evaluate(common);
  assert.deepEqual(sizes(plain), [[4, 4, 4], [3, 3, 3], [2, 2, 2]]);
  assert.deepEqual(plain.contests.map(({ name }) => name), ['none', 'original', 'majority', 'lda']);
  assert.equal(plain.best_dims, 'split');
  const lda = plain.contests[3] as ContestResult;
  assert.ok(lda.mean_dims > 0 && lda.fit_seconds_sd >= 0);
  let seen = 0;
  const strata = Array.from(samples.labels, (label) => (label === first && seen++ % 2 ? 'left' : 'right'));
  const by = sizes(await evaluate({ ...common, strata }));
  assert.equal(by[0]![first as number], 8);
  assert.equal(by[0]!.reduce((sum: number, count: number) => sum + count), 16);
  for (const wrong of [{ test: 0 }, { test: 1.5 }, { test: NaN }, { test: 1000 }, { labelled: 5 }, { labelled: 0 }, { bestDims: 'x' }, { strata: [1] },
    { strata: 7 }, { strata: strata.map(() => '') }, { strata: strata.map(() => ({})) }, { honest: true }])
    await assert.rejects(evaluate({ ...common, ...wrong } as never), { name: 'TandaError' }, JSON.stringify(wrong));
  await assert.rejects(fit({ ...samples, method: 'lda', strata: 1 } as never), { name: 'TandaError' });
});

test('a partition of one\'s own', async () => {
  const samples = clouds(60, 4), patches = Array.from(samples.labels, (_, i) => `patch ${i % 4}`);
  const own = await fit({ ...samples, method: 'mpda', dims: 2, patches });
  assert.equal(own.info.record['patches'], 'given');
  const made = await fit({ ...samples, method: 'mpda', dims: 2 });
  assert.equal(made.info.record['patches'], undefined);
  await evaluate({ ...samples, methods: 'mpda', splits: 1, patches });
  for (const wrong of [[1, 2], 7, patches.map(() => null), patches.map(() => ({}))])
    await assert.rejects(fit({ ...samples, method: 'mpda', patches: wrong } as never), { name: 'TandaError' }, JSON.stringify(wrong));
});

test('tables are read for a model, too', async () => {
  const csv = 'a,b,label\n1,2,x\n2,3,y\n3,5,x\n4,4.5,y\n9,?,y\n';
  const read = await readCsv(csv, { missing: 'drop', label: 'label' });
  assert.deepEqual([read.rows, read.cols, read.classes, read.features, read.label], [4, 2, ['x', 'y'], ['a', 'b'], 'label']);
  const model = await fit({ ...read, method: 'lda' });
  const other = await readCsv(new TextEncoder().encode('b,a\n2,1\n'), { model });
  assert.deepEqual([...other.data], [1, 2]);
  const kinds = await readCsv('a,b,kind\n1,2,7\n2,3,8\n3,5,7\n4,4.5,8\n', { label: 'kind' });
  const again = await readCsv('kind,a,b,z\n8,1,2,3\n', { model: await fit({ ...kinds, method: 'lda' }) });
  assert.deepEqual([again.label, again.classes], ['kind', ['8']], 'the model remembers its label column');
  assert.deepEqual([...(await readCsv(new Blob(['1,2\n3,4\n']), { label: 'none' })).data], [1, 2, 3, 4]);
});

test('columns of a table are chosen, and its separators and encodings are known', async () => {
  const read = await readCsv('name;a;b;kind\nu;1,5;2;x\nv;2,5;3;y\nw;3,5;4;x\n', { drop: 'b', id: 1 });
  assert.deepEqual([[...read.data], read.ids, read.label, read.features], [[1.5, 2.5, 3.5], ['u', 'v', 'w'], 'kind', ['a']]);
  assert.ok(read.notes.some((note) => note.includes('decimal commas')));
  assert.equal((await fit({ ...read, method: 'lda' })).info.inputs, 1);
  assert.deepEqual([...(await readCsv('a:b:c\n1:2:3\n', { sep: ':', keep: ['a', 2], label: 'none' })).data], [1, 2]);
  const utf16 = Buffer.from('\ufeffa,label\n1,\u00e4\n', 'utf16le');
  assert.deepEqual((await readCsv(utf16)).classes, ['\u00e4']);
});

test('how a text would be read is told before anything in it is refused', async () => {
  const text = 'name;town;a;kind\nu;r;1,5;x\nv;s;oops;y\nw;r\n';
  assert.deepEqual(await csvLayout(text), { sep: ';', decimal: ',', header: true, columns: ['name', 'town', 'a', 'kind'], label: 4, reason: 'last column' });
  assert.deepEqual((await csvLayout('1.5\n2.5\n')).label, null);
  assert.deepEqual((await csvLayout(text, { sep: 'comma' })).columns.length, 1);
});

test('progress is told', async () => {
  const samples = clouds(300, 16);
  const stages = new Set<string>();
  await fit({ ...samples, method: 'lfda', dims: 2, onProgress: ({ stage, fraction }) => {
    assert.ok(fraction >= 0 && fraction <= 1);
    stages.add(stage);
  } });
  assert.ok(stages.has('solve') && stages.size > 2, [...stages].join());
});

test('models are freed, and closed instances say so', async () => {
  const tanda = await load({ worker: false });
  const model = await tanda.fit({ ...clouds(30, 3), method: 'lda' });
  model.free();
  await assert.rejects(model.transform([1, 2, 3]), { code: 'closed' });
  await assert.rejects(model.save(), { code: 'closed' });
  tanda.close();
  await assert.rejects(tanda.methods(), { code: 'closed' });
});
