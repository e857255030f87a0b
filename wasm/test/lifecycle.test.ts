// Calls that are stopped, closed, watched; threads that come and go.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fit, load, TandaError, type Progress } from 'tanda';
import { clouds } from './support.js';

const samples = clouds(60, 4);
/** A fit that would take many seconds. */
const long = { ...clouds(2500, 300), method: 'kernel_tsd', dims: 2, memoryLimit: 2e9 } as const;
const codeOf = (promise: Promise<unknown>) => promise.then(() => 'done', (error: unknown) => (error instanceof TandaError ? error.code : String(error)));

test('Node computes in a thread: timers go on, and a time limit ends a fit', async () => {
  const tanda = await load({}), model = await tanda.fit({ ...samples, method: 'lda' }), before = await model.transform(samples.data);
  let ticks = 0;
  const clock = setInterval(() => ++ticks, 10), limit = 300;
  let late = Infinity;
  for (let tries = 0; tries < 4 && late >= 200; ++tries) {  // the machine may have other things to do
    const signal = AbortSignal.timeout(limit), start = performance.now();
    await assert.rejects(tanda.fit({ ...long, signal }), { name: 'TimeoutError' });
    late = Math.min(late, performance.now() - start - limit);
  }
  clearInterval(clock);
  console.log(`# a time limit of ${limit} ms: known ${late.toFixed(1)} ms later, after ${ticks} ticks of 10 ms`);
  assert.ok(late < 200, `${late} ms late`);
  assert.ok(ticks > 5, `${ticks} ticks`);
  assert.deepEqual(await model.transform(samples.data), before, 'the model lives on in another thread');
  tanda.close();
});

test('close: what is under way, and what waits for it', async () => {
  const tanda = await load({});
  let told = () => {};
  const begun = new Promise<void>((resolve) => (told = resolve));
  const calls = [tanda.fit({ ...long, onProgress: () => told() }), tanda.fit({ ...samples, method: 'lda' }), tanda.methods()].map(codeOf);
  await begun;
  const start = performance.now();
  tanda.close();
  assert.deepEqual(await Promise.all(calls), ['closed', 'closed', 'closed']);
  assert.ok(performance.now() - start < 200);
  assert.equal(await codeOf(tanda.methods()), 'closed');
});

test('a program ends when it is done, with models and engines in its hands', () => {
  for (const program of [
    `import { fit } from 'tanda'; globalThis.model = await fit({ data: [[1], [2], [3], [4]], labels: ['a', 'a', 'b', 'b'], method: 'lda' }); console.log(model.info.outputs);`,
    `import { load } from 'tanda'; globalThis.all = [await load({}), await load()]; console.log((await all[0].methods()).length > 20 ? 1 : 0);`,
  ]) {
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', timeout: 60_000 });
    assert.equal(said, '1\n', program);
  }
});

test('progress, as a loop', async () => {
  const job = fit({ ...clouds(2000, 64), method: 'lfda', dims: 2 }), seen: Progress[] = [];
  for await (const progress of job) seen.push(progress);
  assert.equal((await job).info.outputs, 2);
  assert.ok(seen.length >= 2 && seen.every(({ stage, fraction }) => stage.length > 0 && fraction >= 0 && fraction <= 1), JSON.stringify(seen));
  for await (const _ of job) assert.ok(true, 'one that is done tells its last step, and ends');
  const failing = fit({ ...samples, method: 'lda', params: { ridge: -1 } });
  await assert.rejects(async () => {
    for await (const _ of failing);
  }, { code: 'bad_parameter' });
  await assert.rejects(failing, { code: 'bad_parameter' });
});

test('models and engines are freed at the end of their block', async () => {
  const tanda = await load({}), model = await tanda.fit({ ...samples, method: 'lda' });
  const dispose: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
  const later: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');
  model[dispose]();
  assert.equal(await codeOf(model.save()), 'closed');
  await tanda[later]();
  assert.equal(await codeOf(tanda.methods()), 'closed');
  const other = await load({});
  other[dispose]();
  assert.equal(await codeOf(other.methods()), 'closed');
});
