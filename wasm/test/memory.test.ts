import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TandaError } from 'tanda';
import { clouds, watched } from './support.js';

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

test('an allocation that fails anywhere in a fit is a status, and the instance goes on', async () => {
  const { tanda, malloc, free } = await watched();
  const samples = clouds(300, 40);
  // All memory is taken, but for a few pages that grow in number: each fit ends a little later.
  const taken: number[] = [];
  const page = 2 ** 15;
  for (const block of [2 ** 28, 2 ** 24, 2 ** 20, page])
    for (let at = malloc(block); at !== 0; at = malloc(block)) if (block === page) taken.push(at);
  while (taken.length < 60) taken.push(0);
  const outcomes: string[] = [];
  for (let pages = 0; outcomes.at(-1) !== 'fitted' && pages < 400; ++pages) {
    outcomes.push(await tanda.fit({ ...samples, method: 'lfda', dims: 2, memoryLimit: '1G' }).then((model) => {
      model.free();
      return 'fitted';
    }, (error: TandaError) => {
      assert.ok(error instanceof TandaError, String(error));
      assert.equal(error.code, 'out_of_memory', error.message);
      return error.message.includes('arguments') ? 'arguments' : 'solver';
    }));
    const next = taken.pop();
    if (next) free(next);
    else free(malloc(0));
  }
  assert.equal(outcomes.at(-1), 'fitted', outcomes.join());
  assert.ok(outcomes.filter((outcome) => outcome === 'solver').length >= 3, outcomes.join());
  tanda.close();
});
