// wasm equals native: for every method the same spans, for the same bytes the same numbers, the same splits and choices.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { evaluate, fit, methods, open, readCsv, type Evaluation } from 'tanda';
import { project, table } from './support.js';

const program = process.env['TANDA_PROGRAM'];
const folder = mkdtempSync(join(tmpdir(), 'tanda-'));
after(() => rmSync(folder, { recursive: true }));
const native = (...words: string[]) => execFileSync(program!, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const csvOf = (name: string) => fileURLToPath(new URL(`native/data/${name}.csv`, project));
const options = { skip: !program && 'the native program is not there' };
const eps = 2 ** -23;

type Columns = number[][];

/** Orthonormal columns of the same span: Gram and Schmidt, twice. */
function orthonormal(columns: Columns): Columns {
  const basis: Columns = [];
  for (const column of columns) {
    let v = column.slice();
    for (let turn = 0; turn < 2; ++turn) {
      for (const b of basis) {
        const along = dot(b, v);
        v = v.map((value, i) => value - along * b[i]!);
      }
      const length = Math.sqrt(dot(v, v));
      v = v.map((value) => value / length);
    }
    basis.push(v);
  }
  return basis;
}

/** Not less than the largest principal angle between two spans. */
function angle(a: Columns, b: Columns): number {
  const [qa, qb] = [orthonormal(a), orthonormal(b)];
  let sum = 0;
  for (const v of qb) {
    let rest = v;
    for (const u of qa) {
      const along = dot(u, v);
      rest = rest.map((value, i) => value - along * u[i]!);
    }
    sum += dot(rest, rest);
  }
  return Math.asin(Math.min(1, Math.sqrt(sum)));
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/** Distances between the first points, relative to the largest: what an embedding is but for its axes. */
function distances(points: ArrayLike<number>, dims: number): number[] {
  const all: number[] = [];
  for (let i = 0; i < 20; ++i)
    for (let j = 0; j < i; ++j) {
      let sum = 0;
      for (let k = 0; k < dims; ++k) sum += (points[i * dims + k]! - points[j * dims + k]!) ** 2;
      all.push(Math.sqrt(sum));
    }
  const largest = Math.max(...all);
  return all.map((value) => value / largest);
}

test('fits and projections of every method', options, async () => {
  const { open: run } = await import('tanda/run');
  const text = await table('wine'), wine = await readCsv(text);
  for (const { id } of await methods()) {
    const path = join(folder, `${id}.tanda`);
    native('fit', csvOf('wine'), '--method', id, '--dims', '2', '--scale', 'zscore', '-o', path);
    const bytes = readFileSync(path);
    const theirs = await open(bytes), ours = await fit({ ...wine, method: id, dims: 2, scale: 'zscore' });
    assert.deepEqual(theirs.info.classes, ours.info.classes);
    assert.equal(theirs.info.outputs, ours.info.outputs, id);
    const dims = ours.info.outputs;
    if (ours.info.map === 'embedding') {
      const [a, b] = [run(bytes), run(await ours.save())].map((model) => distances(model.references, dims));
      a!.forEach((value, i) => assert.ok(Math.abs(value - b![i]!) < 1e-3, id));
      continue;
    }
    // The same bytes: our numbers and the program's, printed with all their digits.
    const printed = native('transform', path, csvOf('wine')).trim().split('\n').slice(1).map((line) => line.split(',').slice(0, dims).map(Number));
    const projected = await theirs.transform(wine.data);
    if (ours.info.map === 'kernel') {
      const [a, b] = [distances(printed.flat(), dims), distances(await ours.transform(wine.data), dims)];
      a.forEach((value, i) => assert.ok(Math.abs(value - b[i]!) < 1e-3, `${id}: ${value} ${b[i]}`));
      continue;
    }
    const [theirJson, ourJson] = await Promise.all([theirs, ours].map(async (model) => JSON.parse(await model.export('json'))));
    printed.forEach((row, i) => row.forEach((value, k) => {
      const p: number[] = theirJson.projection[k];
      const bound = p.reduce((sum, weight, j) => sum + Math.abs(weight * wine.data[i * wine.cols + j]!), Math.abs(theirJson.offset[k]));
      assert.ok(Math.abs(value - projected[i * dims + k]!) <= 8 * eps * bound, `${id}: row ${i}, ${value} against ${projected[i * dims + k]}`);
    }));
    // Where each class has columns of its own, each of them is a span.
    const block = ours.info.rule === 'membership' ? dims / ours.info.classes.length : dims;
    for (let from = 0; from < dims; from += block) {
      const [a, b] = [theirJson, ourJson].map((json) => json.projection.slice(from, from + block) as Columns);
      assert.ok(angle(a!, b!) < 1e-2, `${id}: the spans are ${angle(a!, b!)} apart`);
    }
  }
});

test('the same choice of everything that is left open', options, async () => {
  for (const name of ['wine', 'iris']) {
    const theirs = JSON.parse(native('fit', csvOf(name), '--json', '-o', join(folder, 'chosen.tanda')));
    const { info } = await fit(await readCsv(await table(name)));
    const { record } = info;
    assert.deepEqual([record['method'], info.outputs, record['params']], [theirs.method, theirs.dims, theirs.params]);
    assert.deepEqual(record.chosen, theirs.chosen);
    const saved = (await open(readFileSync(join(folder, 'chosen.tanda')))).info.record;
    assert.deepEqual([record['scale'], record['scale_chosen']], [saved['scale'], saved['scale_chosen']]);
  }
});

test('the same splits, and the same choice of parameters', options, async () => {
  const wine = await readCsv(await table('wine'));
  const words = ['--methods', 'pca,lda,lfda', '--train', '0.5', '--splits', '4', '--seed', '9', '--dims', '1-3', '--scale', 'zscore'];
  const theirs = JSON.parse(native('evaluate', csvOf('wine'), ...words, '--format', 'json'));
  const ours = await evaluate({ ...wine, methods: ['pca', 'lda', 'lfda'], train: 0.5, splits: 4, seed: 9, dims: { to: 3 }, scale: 'zscore' });
  const errors = ({ contests }: Evaluation) => contests.map(({ name, splits }) => [name, splits.map((split) => split?.errors)]);
  assert.deepEqual(errors(ours), errors(theirs));
  const path = join(folder, 'tuned.tanda');
  native('fit', csvOf('wine'), '--method', 'lfda', '--tune', '--seed', '3', '--scale', 'zscore', '-o', path);
  const tuned = await fit({ ...wine, method: 'lfda', tune: true, seed: 3, scale: 'zscore' });
  const record = (await open(readFileSync(path))).info.record;
  assert.deepEqual(tuned.info.record['params'], record['params']);
  assert.equal(tuned.info.outputs, record['dims']);
});
