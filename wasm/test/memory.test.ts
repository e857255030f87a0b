import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TandaError } from 'tanda';
import { clouds, refuses, watched } from './support.js';

test('1000 fits in a row: memory does not grow', async () => {
  const { tanda, memory } = await watched();
  const samples = clouds(200, 12);
  const ids = ['lda', 'lfda', 'tsd', 'mpda'] as const;
  const round = async (i: number) => {
    const model = await tanda.fit({ ...samples, method: ids[i % ids.length]!, dims: 2 });
    await model.predict(samples.data);
    model.free();
    await assert.rejects(tanda.fit({ ...samples, method: 'lda', params: { ridge: -1 } }));
  };
  for (let i = 0; i < 40; ++i) await round(i);
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 1000; ++i) await round(i);
  assert.equal(memory.buffer.byteLength, before);
  tanda.close();
});

/** Takes all memory; what it gives frees a number of pieces, pages first. */
function exhaust(malloc: (bytes: number) => number, free: (pointer: number) => void, page = 2 ** 15): (pieces: number) => void {
  const taken: number[] = [];
  for (const block of [2 ** 28, 2 ** 24, 2 ** 20, page, 2 ** 8, 2 ** 4])
    for (let at = malloc(block); at !== 0; at = malloc(block)) block < page ? taken.unshift(at) : taken.push(at);
  return (pieces) => taken.splice(-pieces).forEach((at) => free(at));
}

/** Runs with more memory each time, by steps that grow, until it has enough: each run before ends a little later. */
async function untilEnough(work: () => Promise<unknown>, more: (pieces: number) => void): Promise<string[]> {
  const outcomes: string[] = [];
  while (outcomes.at(-1) !== 'done' && outcomes.length < 400) {
    outcomes.push(await work().then(() => 'done', (error: TandaError) => {
      assert.ok(error instanceof TandaError, String(error));
      assert.equal(error.code, 'out_of_memory', error.message);
      assert.match(error.message, /memory ran out/);
      return error.message.includes('arguments') ? 'arguments' : 'core';
    }));
    more(1 + Math.floor(outcomes.length / 8));
  }
  return outcomes;
}

test('an allocation that fails anywhere in a fit is a status, and the instance goes on', async () => {
  const { tanda, malloc, free } = await watched();
  const samples = clouds(300, 40);
  const outcomes = await untilEnough(async () => {
    (await tanda.fit({ ...samples, method: 'lfda', dims: 2, memoryLimit: '1G' })).free();
  }, exhaust(malloc, free));
  assert.equal(outcomes.at(-1), 'done', outcomes.join());
  assert.ok(outcomes.filter((outcome) => outcome === 'core').length >= 3, outcomes.join());
  tanda.close();
});

test('so it is in every other call, and what was there before is as it was', async () => {
  const { tanda, malloc, free } = await watched();
  const samples = clouds(400, 30);
  const text = Array.from({ length: 400 }, (_, i) => [...samples.data.subarray(30 * i, 30 * i + 30), `c${samples.labels[i]}`].join()).join('\n');
  const model = await tanda.fit({ ...samples, method: 'lfda', dims: 2 });
  const [file, points, code] = [await model.save(), await model.transform(samples.data), await model.export('c')];
  for (const work of [
    () => tanda.readCsv(text),
    () => tanda.tune({ ...samples, method: 'tsd', folds: 2, select: { neighbors: [3, 5] } }),
    () => tanda.evaluate({ ...samples, methods: ['lda', 'mpda'], splits: 2 }),
    async () => (await tanda.open(file)).free(),
    () => model.export('c'),
    () => tanda.methods(),
  ]) {
    const more = exhaust(malloc, free, 2 ** 12);
    const outcomes = await untilEnough(work, more);
    more(Infinity);
    assert.equal(outcomes.at(-1), 'done', outcomes.join());
    assert.ok(outcomes.includes('core'), outcomes.join());
  }
  assert.deepEqual(await model.transform(samples.data), points);
  assert.equal(await model.export('c'), code);
  tanda.close();
});

/** The most bytes that can be had in one piece. */
function largest({ malloc, free }: { malloc: (bytes: number) => number; free: (pointer: number) => void }): number {
  let bytes = 2 ** 25;
  for (let step = bytes; step >= 1; step /= 2) {
    const at = malloc(bytes);
    free(at);
    bytes += at === 0 ? -step / 2 : step / 2;
  }
  return bytes;
}

test('a fit that ends for want of memory gives back all it took, wherever it ends', async () => {
  const { tanda, malloc, free } = await watched();
  const samples = clouds(300, 40), more = exhaust(malloc, free, 2 ** 13);
  const codes = new Set<string>();
  more(1);  // of the very last bytes, malloc can give more or fewer, by where its memory ends
  for (let tries = 0; tries < 400 && !codes.has('done'); ++tries) {
    const before = largest({ malloc, free });
    codes.add(await tanda.fit({ ...samples, method: 'mpda', dims: 2 }).then((model) => (model.free(), 'done'), (error: TandaError) => error.code));
    if (!codes.has('done')) assert.equal(largest({ malloc, free }), before, `${tries}: ${[...codes].join()}`);
    more(1 + Math.floor(tries / 8));
  }
  assert.deepEqual([...codes].sort(), ['done', 'out_of_memory']);
  tanda.close();
});

test('1000 fits that run out of memory leave nothing behind', async () => {
  const { tanda, malloc, free } = await watched();
  const samples = clouds(300, 40);
  const more = exhaust(malloc, free);
  const fit = () => tanda.fit({ ...samples, method: 'lfda', dims: 2 });
  // Enough for the arguments and for a part of the fit.
  more(8);
  await refuses(fit(), 'out_of_memory');
  const before = largest({ malloc, free });
  for (let i = 0; i < 1000; ++i) await refuses(fit(), 'out_of_memory', /^memory ran out$/);
  assert.equal(largest({ malloc, free }), before);
  tanda.close();
});
