// Fits of statistics: of rows in any pieces, and of texts of any length.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fit, load, openStatistics, readCsv, statistics, type Model, type Progress, type StatisticsFitOptions } from 'tanda';
import { open as openRun } from 'tanda/run';
import { clouds, refuses, table, watched } from './support.js';

/** The projections agree but for the sign of components. */
async function agrees(one: Model, other: Model, data: Float32Array, what: string): Promise<void> {
  const [a, b] = [await one.transform(data), await other.transform(data)], dims = one.info.outputs;
  assert.equal(a.length, b.length, what);
  for (let k = 0; k < dims; ++k) {
    let same = 0, flipped = 0, size = 0;
    for (let i = k; i < a.length; i += dims) {
      same = Math.max(same, Math.abs(a[i]! - b[i]!));
      flipped = Math.max(flipped, Math.abs(a[i]! + b[i]!));
      size = Math.max(size, Math.abs(a[i]!));
    }
    assert.ok(Math.min(same, flipped) <= 1e-3 * size, `${what}: component ${k + 1} differs by ${Math.min(same, flipped)} of ${size}`);
  }
}

const fits: StatisticsFitOptions[] = [
  { method: 'pca', dims: 2 }, { method: 'lda', dims: 2 }, { method: 'lda', dims: 2, scale: 'zscore', pca: 4 }, { method: 'ulda', dims: 2 }, { method: 'sle', dims: 1 },
  { method: 'laplda', dims: 2, params: { graph: 'class' } },
];

test('a fit of statistics is that of the rows, whatever the pieces', async () => {
  const samples = clouds(300, 6), features = ['a', 'b', 'c', 'd', 'e', 'f'], classes = ['x', 'y', 'z'];
  const part = (from: number, to: number) => ({ data: samples.data.slice(6 * from, 6 * to), cols: 6, labels: samples.labels.slice(from, to), classes, features });
  const seen = await statistics(undefined, { scatter: 'class' }), other = await statistics(undefined, { scatter: 'class' });
  await Promise.all([seen.push(part(0, 100)), seen.push(part(100, 130)), other.push(part(130, 299)), other.push({ ...part(299, 300), classes: ['z'], labels: [0] })]);
  assert.deepEqual(other.info.classRows, [56, 57, 57]);
  await seen.merge(other);
  assert.deepEqual(seen.info, { rows: 300, cols: 6, leftOut: 0, scatter: 'class', classes, classRows: [100, 100, 100], features, label: null });
  for (const options of fits) {
    const model = await seen.fit(options), whole = await fit({ ...part(0, 300), classifier: 'mean', ...options } as never);
    await agrees(model, whole, samples.data, JSON.stringify(options));
    assert.deepEqual([model.classes, model.features, model.info.record.method], [classes, features, options.method]);
    if (model.info.rule === 'mean') assert.deepEqual(openRun(await model.save()).predict(samples.data), await model.predict(samples.data));
  }
  const again = await openStatistics(await seen.save());
  assert.deepEqual([again.info, await again.save()], [seen.info, await seen.save()]);
  assert.equal((await (await again.fit()).predict(samples.data)).length, 300);
  const plain = await statistics();
  await plain.push({ data: samples.data, cols: 6 });
  assert.equal((await plain.fit()).info.record.method, 'pca');
});

test('texts of every kind and any pieces', async () => {
  const text = await table('iris'), bytes = new TextEncoder().encode(text), read = await readCsv(text);
  const single = () => {
    let at = 0;
    return new ReadableStream<Uint8Array>({ pull(to) { at < bytes.length ? to.enqueue(bytes.slice(at, (at += 7))) : to.close(); } });
  };
  const wanted = await (await statistics(text)).save(), whole = await fit({ ...read, method: 'lda', dims: 2, classifier: 'mean' });
  for (const source of [new Blob([bytes]), new Uint8Array(gzipSync(bytes)), bytes]) assert.deepEqual(await (await statistics(source)).save(), wanted);
  for (const source of [text, single()]) {
    const seen = await statistics(source), model = await seen.fit({ method: 'lda', dims: 2 });
    assert.deepEqual([seen.info.rows, seen.info.classes, seen.info.features, seen.info.label], [150, read.classes, read.features, read.label]);
    await agrees(model, whole, read.data, 'iris');
  }
  // A label that all rows decide on: here those of the first piece do, also in the middle of a row.
  const late = `a,b,c\n${Array.from({ length: 400 }, (_, i) => `${i * 0.5},${i % 2},${(i * 7) % 400}.5`).join('\n')}\n`, whole2 = await readCsv(late);
  let sent = 0;
  const halves = await statistics(new ReadableStream<string>({ pull(to) { sent < 2 ? to.enqueue(sent++ === 0 ? late.slice(0, 3001) : late.slice(3001)) : to.close(); } }));
  assert.deepEqual([halves.info.label, halves.info.classes, halves.info.rows, halves.info.features], [whole2.label, ['0', '1'], 400, ['a', 'c']]);
  await agrees(await halves.fit({ method: 'lda' }), await fit({ ...whole2, method: 'lda', dims: 1 }), whole2.data, 'a label in the middle');
});

test('what goes wrong is told, and changes nothing', async () => {
  const samples = clouds(60, 4), seen = await statistics();
  await seen.push(samples);
  const before = await seen.save(), nan = samples.data.slice();
  nan[7] = NaN;
  await refuses(seen.push({ ...samples, data: nan }), 'not_finite', /row 2/);
  await refuses(seen.push(clouds(60, 5)), 'wrong_shape');
  await refuses(seen.push({} as never), 'bad_argument');
  await refuses(seen.merge({} as never), 'bad_argument');
  await refuses(seen.merge(await statistics('a,b\n1,x\n2,y\n')), 'wrong_shape');
  await assert.rejects(seen.push({ ...samples, signal: AbortSignal.abort() }), { name: 'AbortError' });
  await refuses(seen.fit({ method: 'lfda' }), 'bad_argument', /statistics/);
  await refuses(seen.fit({ tune: true } as never), 'bad_argument', /cross-validated/);
  await refuses(seen.fit({ classifier: { kind: 'knn', k: 3 } as never }), 'bad_argument', /neighbours/);
  await refuses(seen.fit({ memoryLimit: 100 }), 'memory_limit');
  await refuses(openStatistics(before.slice(1)), 'bad_model');
  await refuses(openStatistics('x' as never), 'bad_argument');
  await refuses(statistics('a,b\n1,x\n2,y\n', { missing: 'mean' } as never), 'bad_argument', /missing|means/);
  await refuses(statistics('a,b\n1,x\nz,y\n'), 'not_a_number', /line 3/);
  await refuses(statistics('a,b\n1,x\n2\n'), 'ragged_row', /line 3/);
  await refuses(statistics(''), 'empty_data');
  await refuses((await statistics()).fit(), 'empty_data');
  assert.deepEqual(await seen.save(), before);
  const malformed = await statistics('a,b\n1,x\nz,y\n2\n3,y\n', { malformed: 'missing', missing: 'drop' });
  assert.deepEqual([malformed.info.rows, malformed.info.classes], [2, ['x', 'y']]);
  const tanda = await load({ worker: false });
  assert.equal((await tanda.statistics('a,b\n1,x\n2,y\n')).info.rows, 2);
  tanda.close();
});

test('a long text takes no more memory than a piece of it', async () => {
  const { data } = clouds(1000, 20), lines = new TextEncoder().encode(Array.from({ length: 1000 }, (_, i) => `${[...data.subarray(20 * i, 20 * i + 20)].join()},c${i % 3}\n`).join(''));
  const pieces = Math.ceil(64e6 / lines.length), seen: Progress[] = [], engine = await watched();
  const sum = (own: number[]) => own.reduce((total, each) => total + each, 0);
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({ pull: (to) => (sent++ < pieces ? to.enqueue(lines) : to.close()) }, { highWaterMark: 0 });
  const found = await engine.tanda.statistics(stream, { onProgress: (progress) => seen.push(progress) });
  assert.equal(found.info.rows, 1000 * pieces);
  assert.deepEqual(found.info.classes, ['c0', 'c1', 'c2']);
  assert.equal(seen.length, pieces);
  const heap = engine.memory.buffer.byteLength;
  console.log(`# statistics of ${Math.round((lines.length * pieces) / 1e6)} MB in pieces: ${(heap / 2 ** 20).toFixed(1)} MiB of the module's memory`);
  assert.ok(heap < 40 * 2 ** 20, `${heap} bytes`);
  assert.ok(sum(found.info.classRows) === 1000 * pieces);
  engine.end();
});

test('the file is that of the program', async (context) => {
  const program = process.env['TANDA_PROGRAM'];
  if (!program) return context.skip('no program');
  const { execFileSync } = await import('node:child_process'), text = await table('wine');
  const path = `${process.cwd()}/wine`, { writeFileSync } = await import('node:fs');
  writeFileSync(`${path}.csv`, text);
  execFileSync(program, ['collect', `${path}.csv`, '-o', `${path}.stats`], { stdio: 'pipe' });
  const theirs = await openStatistics(readFileSync(`${path}.stats`)), ours = await statistics(text);
  assert.deepEqual(theirs.info, ours.info);
  writeFileSync(`${path}2.stats`, await ours.save());
  execFileSync(program, ['fit', '--from', `${path}2.stats`, '--method', 'lda', '-o', `${path}.tanda`], { stdio: 'pipe' });
});
