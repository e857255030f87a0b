// Tables that arrive in pieces, several workers, splits, and a look inside models.
import assert from 'node:assert/strict';
import { File } from 'node:buffer';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { evaluate, fit, load, open, readCsv, split, tune, type Evaluation, type Progress } from 'tanda';
import { clouds, refuses, table } from './support.js';

const folder = mkdtempSync(join(tmpdir(), 'tanda-streams-'));
test.after(() => rmSync(folder, { recursive: true }));

/** In pieces of so many bytes. */
const streamOf = (bytes: Uint8Array, size: number) => {
  let at = 0;
  return new ReadableStream<Uint8Array>({ pull(to) { at < bytes.length ? to.enqueue(bytes.slice(at, (at += size))) : to.close(); } });
};

test('a table is the same from text, bytes, files and streams, packed or not', async () => {
  const text = await table('iris'), bytes = new TextEncoder().encode(text), packed = new Uint8Array(gzipSync(bytes)), path = join(folder, 'iris.csv.gz');
  writeFileSync(path, packed);
  const wanted = await readCsv(text);
  const sources = {
    bytes, blob: new Blob([bytes]), file: new File([bytes], 'iris.csv') as unknown as Blob, stream: streamOf(bytes, 100), 'single bytes': streamOf(bytes.slice(), 1),
    'a stream of text': new Blob([bytes]).stream().pipeThrough(new TextDecoderStream()),
    'packed bytes': packed, 'a packed blob': new Blob([packed]), 'a packed stream': streamOf(packed, 7), "Node's stream": createReadStream(path, { highWaterMark: 333 }),
    'an answer': new Response(bytes).body!,
  };
  for (const [name, source] of Object.entries(sources)) assert.deepEqual(await readCsv(source), wanted, name);
  assert.deepEqual(await readCsv(streamOf(new TextEncoder().encode('b,a\n2,1\n'), 3), { model: await fit({ data: [[1, 2], [2, 1], [5, 6], [6, 5]], features: ['a', 'b'], labels: ['x', 'x', 'y', 'y'], method: 'lda' }) })
    .then(({ data }) => [...data]), [1, 2], 'with a model');
});

test('a large file is read in pieces, with progress, while other calls go on', async () => {
  const line = `${Array.from({ length: 40 }, (_, j) => (j * 0.37).toFixed(2)).join()},a\n${Array.from({ length: 40 }, (_, j) => (j * 0.73).toFixed(2)).join()},b\n`;
  const file = new Blob(Array<string>(60_000).fill(line)), seen: Progress[] = [];
  assert.ok(file.size > 2e7);
  const job = readCsv(file), other = fit({ ...clouds(60, 4), method: 'lda' }).then(() => seen.length);
  for await (const progress of job) seen.push(progress);
  const read = await job;
  assert.deepEqual([read.rows, read.cols, read.classes], [120_000, 40, ['a', 'b']]);
  assert.equal(read.data.at(-1), Math.fround(39 * 0.73));
  assert.ok(seen.length >= 2 && seen.every(({ stage, fraction }, i) => stage === 'read' && fraction >= (seen[i - 1]?.fraction ?? 0)), JSON.stringify(seen));
  assert.equal(seen.at(-1)!.fraction, 1);
  await other;
});

test('streams that end badly: a typed error, and the next call works', async () => {
  const good = new TextEncoder().encode('a,b\n1,x\n2,y\n'), packed = new Uint8Array(gzipSync(good)), gone = new Error('the line is dead');
  await refuses(readCsv(streamOf(packed.slice(0, -9), 5)), 'bad_argument', /gzip/);
  await refuses(readCsv(streamOf(Uint8Array.of(...packed.slice(0, 12), 7, 7, 7, 7, 7, 7, 7, 7), 3)), 'bad_argument', /gzip/);
  await refuses(readCsv(streamOf(new TextEncoder().encode('a,b\n1,2,3\n'), 2)), 'ragged_row', /line 2/);
  await refuses(readCsv(new ReadableStream<string>({ start: (to) => to.error(gone) })), 'bad_argument', /the line is dead/);
  let sent = 0;
  await refuses(readCsv(new ReadableStream<string>({ pull: (to) => (sent++ < 3 ? to.enqueue('1,2\n') : to.error(gone)) })), 'bad_argument', /the line is dead/);
  await refuses(readCsv(new ReadableStream<never>({ start: (to) => to.enqueue(7 as never) })), 'bad_argument', /a piece is 7/);
  const locked = streamOf(good, 3);
  locked.getReader();
  await refuses(readCsv(locked), 'bad_argument');
  await refuses(readCsv(new ReadableStream({ start: (to) => to.close() })), 'empty_data');
  await refuses(readCsv(streamOf(new TextEncoder().encode('1,2\n'.repeat(1e5)), 1e5), { memoryLimit: 1e5 }), 'memory_limit');
  // One that never goes on: its signal ends it, and the stream hears of that.
  let cancelled = false;
  const stopping = new AbortController();
  const silent = new ReadableStream<string>({ start: (to) => to.enqueue('a,b\n1,2\n'), cancel: () => void (cancelled = true) });
  const reading = readCsv(silent, { signal: stopping.signal });
  setTimeout(() => stopping.abort('enough'), 50);
  assert.equal(await reading.then(() => 'done', (reason: unknown) => reason), 'enough');
  assert.ok(cancelled);
  const own = await load({}), waiting = own.readCsv(new ReadableStream<string>({ start: (to) => to.enqueue('a,b\n1,2\n') }));
  setTimeout(() => own.close(), 50);
  await refuses(waiting, 'closed');
  assert.equal((await readCsv(streamOf(good, 4))).rows, 2);
});

test('models project streams', async () => {
  const { data, rows, cols, labels } = clouds(100, 4), model = await fit({ data, cols, labels, method: 'lda', dims: 2 });
  const wanted = await model.transform(data), got: number[] = [];
  let row = 0;
  const pieces = new ReadableStream<Float32Array>({ pull(to) { row < rows ? to.enqueue(data.subarray(cols * row, cols * Math.min(rows, (row += 30)))) : to.close(); } });
  const reader = pieces.pipeThrough(model.transformStream()).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) got.push(...next.value);
  assert.deepEqual(Float32Array.from(got), wanted);
  const bad = new ReadableStream<number[]>({ start: (to) => to.enqueue([1, 2, 3]) }).pipeThrough(model.transformStream());
  await refuses(bad.getReader().read(), 'wrong_shape');
});

/** Without what a clock says. */
const timeless = (report: Evaluation) => JSON.parse(JSON.stringify(report, (name, value) => (/seconds/.test(name) ? undefined : value)));

test('several workers find what one finds', async () => {
  const samples = clouds(90, 6), seen: number[] = [];
  const compared = {
    ...samples, train: 0.5, splits: 3, seed: 4, dims: { to: 3 }, confusion: true, select: { neighbors: [3, 5] },
    methods: ['pca', { method: 'lda', params: { ridge: 0 } }, { method: 'lfda', select: { ridge: [0, 0.1] } }, 'mfa'],
  } as const;
  const [one, two] = [await evaluate(compared), await evaluate({ ...compared, workers: 2, onProgress: ({ fraction }) => seen.push(fraction) })];
  assert.deepEqual(timeless(two), timeless(one));
  assert.ok(seen.length > 2 && seen.every((fraction) => fraction >= 0 && fraction <= 1));
  const all = await evaluate({ ...samples, methods: 'all', splits: 1, train: 0.5, dims: 1, workers: 3 });
  assert.deepEqual(timeless(all), timeless(await evaluate({ ...samples, methods: 'all', splits: 1, train: 0.5, dims: 1 })));
  for (const given of [{ select: { neighbors: [3, 5, 7], ridge: [0, 0.1] } }, {}, { select: { ridge: [1, 2] }, tune: true }, { dims: 2 }])
    assert.deepEqual(await tune({ ...samples, method: 'lfda', folds: 3, workers: 2, ...given }), await tune({ ...samples, method: 'lfda', folds: 3, ...given }));
  await refuses(evaluate({ ...compared, methods: ['pca', { method: 'lda', params: { ridge: -1 } }], workers: 2 }), 'bad_parameter');
  await refuses(evaluate({ ...compared, workers: 0 }), 'bad_argument');
  const tanda = await load({ worker: false });
  assert.deepEqual(timeless(await tanda.evaluate({ ...compared, workers: 2 })), timeless(one));
  tanda.close();
});

test('a split is that of an evaluation', async () => {
  const { labels } = clouds(60, 4), names = Array.from(labels, (label) => `class ${label}`);
  const { train, test: tested, hidden } = await split({ labels, train: 0.25, seed: 3 });
  assert.deepEqual([train.length, tested.length, hidden.length], [15, 45, 0]);
  assert.deepEqual([...train, ...tested].sort((a, b) => a - b), [...labels.keys()]);
  assert.deepEqual(await split({ labels: names, train: 0.25, seed: 3 }), { train, test: tested, hidden });
  assert.notDeepEqual((await split({ labels, train: 0.25, seed: 3, number: 1 })).train, train);
  const few = await split({ labels, train: 4, test: 2, labelled: 1, seed: 3 });
  assert.deepEqual([few.train.length, few.test.length, few.hidden.length], [12, 6, 9]);
  for (const label of [0, 1, 2]) assert.equal([...few.train].filter((row) => labels[row] === label).length, 4);
  await refuses(split({ labels: [] }), 'empty_data');
  await refuses(split({ labels, train: 2 ** 40 }), 'bad_argument');
  await refuses(split({ labels, number: -1 }), 'bad_argument');
  await refuses(split({} as never), 'bad_argument');
});

test('a look inside a linear model', async () => {
  const samples = clouds(60, 5), features = ['a', 'b', 'c', 'd', 'e'];
  for (const method of ['lda', 'lfda'] as const)
    for (const scale of ['none', 'zscore'] as const) {
      const model = await fit({ ...samples, features, method, scale, dims: 2, classes: ['x', 'y', 'z'] });
      const { components, mean, offset, eigenvalues } = model;
      assert.deepEqual([components!.length, mean!.length, offset!.length, eigenvalues.length], [10, 5, 2, 2]);
      assert.deepEqual([model.features, model.classes], [features, ['x', 'y', 'z']]);
      const y = await model.transform(samples.data);
      for (let row = 0; row < 60; ++row)
        for (let k = 0; k < 2; ++k) {
          let plain = offset![k]!, centred = 0;
          for (let j = 0; j < 5; ++j) {
            const x = samples.data[5 * row + j]!;
            plain += components![5 * k + j]! * x;
            centred += components![5 * k + j]! * (x - mean![j]!);
          }
          assert.ok(Math.abs(plain - y[2 * row + k]!) < 1e-4 && Math.abs(centred - y[2 * row + k]!) < 1e-4, `${plain} ${centred} ${y[2 * row + k]}`);
        }
      const opened = await open(await model.save());
      assert.deepEqual([opened.components, opened.mean, opened.offset, opened.eigenvalues], [components, mean, offset, eigenvalues]);
    }
  const kernel = await fit({ ...samples, method: 'kernel_tsd', dims: 2 });
  assert.deepEqual([kernel.components, kernel.mean, kernel.offset], [null, null, null]);
});

test('scores: how sure a class is', async () => {
  const samples = clouds(60, 5), classes = ['x', 'y', 'z'], tanda = await load({ worker: false });
  for (const engine of [{ fit, open }, tanda])
    for (const classifier of [{ kind: 'knn', k: 1 }, { kind: 'knn', k: 5 }, 'mean'] as const) {
      const model = await engine.fit({ ...samples, classes, method: 'lda', dims: 2, classifier }), scores = await model.predictScores(samples.data), labels = await model.predict(samples.data);
      assert.equal(scores.length, 3 * 60);
      for (let row = 0; row < 60; ++row) {
        const own = scores.subarray(3 * row, 3 * row + 3);
        assert.ok(own.every((score) => score >= 0 && score <= 1) && Math.abs(own.reduce((sum, score) => sum + score, 0) - 1) < 1e-5, String(own));
        assert.equal(own[labels[row]!], Math.max(...own));
      }
      assert.deepEqual(await (await engine.open(await model.save())).predictScores(samples.data), scores);
    }
  assert.equal((await (await fit({ ...samples, method: 'dne', classifier: 'membership' }).catch(() => fit({ ...samples, method: 'lda' }))).predictScores(samples.data)).length, 180);
  const only = await fit({ ...samples, method: 'lda', classifier: 'none' });
  await refuses(only.predictScores(samples.data), 'bad_argument', /no classifier/);
  await refuses((await fit({ ...samples, method: 'lda' })).predictScores([1, 2]), 'wrong_shape');
  tanda.close();
});

test('the nearest reference points', async () => {
  const samples = clouds(60, 5), model = await fit({ ...samples, method: 'lda', dims: 2, classifier: { kind: 'knn', k: 3 } });
  const y = await model.transform(samples.data), { indices, distances } = await model.neighbors(samples.data, 4);
  assert.deepEqual([model.info.references, indices.length, distances.length], [60, 240, 240]);
  for (let row = 0; row < 60; ++row) {
    const all = Array.from({ length: 60 }, (_, i) => Math.hypot(y[2 * i]! - y[2 * row]!, y[2 * i + 1]! - y[2 * row + 1]!)).sort((a, b) => a - b);
    assert.deepEqual([indices[4 * row], distances[4 * row]], [row, 0]);
    for (let k = 0; k < 4; ++k) assert.ok(Math.abs(distances[4 * row + k]! - all[k]!) < 1e-4, `${distances[4 * row + k]} ${all[k]}`);
  }
  assert.deepEqual(await model.neighbors([], 2), { indices: new Int32Array(), distances: new Float32Array() });
  for (const k of [0, -1, 1.5, '2', 2 ** 40, undefined]) await refuses(model.neighbors(samples.data, k as never), 'bad_argument', /k: /);
  await refuses(model.neighbors(samples.data, 61), 'bad_argument');
  await refuses(model.neighbors(samples.data, 2 ** 31 - 1), 'bad_argument');
  await refuses(model.neighbors([1], 1), 'wrong_shape');
});
