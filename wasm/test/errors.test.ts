import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fit, load, open, plan, readCsv } from 'tanda';
import { clouds, refuses } from './support.js';

const samples = clouds(60, 4);
// What people may do in JavaScript although the types forbid it.
const wrongly = (options: object) => fit({ ...samples, method: 'lda', ...options } as never);

test('bad input: a typed error, and the next call works', async () => {
  const nan = samples.data.slice();
  nan[17] = NaN;
  await refuses(wrongly({ data: nan }), 'not_finite', /row|sample/);
  await refuses(wrongly({ data: nan.fill(Infinity) }), 'not_finite');
  await refuses(wrongly({ rows: 61 }), 'wrong_shape', /240 values, not 61 rows of 4/);
  await refuses(wrongly({ cols: 5 }), 'wrong_shape');
  await refuses(wrongly({ rows: -60, cols: -4 }), 'bad_argument');
  await refuses(wrongly({ rows: 1.5 }), 'bad_argument');
  await refuses(wrongly({ rows: undefined, cols: undefined, labels: undefined }), 'wrong_shape', /missing/);
  await refuses(wrongly({ data: 'numbers' }), 'bad_argument');
  await refuses(wrongly({ data: new Float32Array(), rows: 0, labels: [] }), 'empty_data');
  await refuses(wrongly({ data: [[1, 2], [3]], rows: undefined, cols: undefined, labels: [0, 1] }), 'wrong_shape', /row 2/);
  await refuses(wrongly({ labels: [0, 1] }), 'wrong_shape', /labels has 2/);
  await refuses(wrongly({ labels: Int32Array.from(samples.labels, (label) => label - 2) }), 'wrong_shape');
  await refuses(wrongly({ labels: [...samples.labels].map((label) => label + 0.5) }), 'wrong_shape');
  await refuses(wrongly({ labels: new Int32Array(60) }), 'one_class');
  await refuses(wrongly({ labels: undefined }), 'no_labels');
  await refuses(wrongly({ features: ['a'] }), 'wrong_shape');
  await refuses(wrongly({ classes: ['a\0b', 'c', 'd'] }), 'bad_argument', /zero/);
  await refuses(wrongly({ method: 'ldaa' }), 'unknown_method', /lda/);
  await refuses(wrongly({ params: { rigde: 1 } }), 'unknown_parameter', /ridge/);
  await refuses(wrongly({ params: { ridge: -1 } }), 'bad_parameter');
  await refuses(wrongly({ dims: 0 }), 'bad_argument');
  await refuses(wrongly({ scale: 'big' }), 'bad_argument');
  await refuses(wrongly({ scaling: 'zscore' }), 'bad_argument', /scal/);
  await refuses(plan({ method: 'lda', rows: 2 ** 40, cols: 4 }), 'bad_argument');
  await refuses(readCsv('a,b\n1,x\n2,\n', { label: 'none' }), 'not_a_number');
  await refuses(readCsv(7 as never), 'bad_argument');
  await refuses(readCsv('a,b\n1,2\n', { drop: ['z'] }), 'no_such_column', /"z"/);
  await refuses(readCsv('a,b\n1,2\n', { sep: 'xy' }), 'bad_argument', /sep/);
  await refuses(readCsv(`a,b\n${'1,2\n'.repeat(1e5)}`, { memoryLimit: 100 * 2 ** 10 }), 'memory_limit', /102400/);
  assert.equal((await wrongly({})).info.outputs, 2);
});

test('bytes that are no model', async () => {
  const bytes = await (await wrongly({})).save();
  await refuses(open(new Uint8Array()), 'bad_model');
  await refuses(open(new TextEncoder().encode('garbage of some length, and more of it')), 'bad_model');
  await refuses(open(bytes.slice(0, -1)), 'bad_model', /cut short/);
  await refuses(open(bytes.map((byte, i) => (i === 80 ? byte ^ 1 : byte))), 'bad_model');
  await refuses(open(bytes.map((byte, i) => (i === 8 ? 2 : byte))), 'model_version');
  assert.equal((await open(bytes)).info.inputs, 4);
  const model = await open(bytes);
  await refuses(model.transform([1, 2, 3]), 'wrong_shape', /4 features/);
  await refuses(model.transform([[1, 2, 3]]), 'wrong_shape');
  assert.equal((await model.transform([])).length, 0);
});

test('a fit whose plan exceeds the cap is refused before it starts', async () => {
  const tanda = await load({ worker: false, memoryLimit: 4000 });
  await refuses(tanda.fit({ ...samples, method: 'lda', dims: 2 }), 'memory_limit', /4000/);
  await refuses(tanda.fit(samples), 'memory_limit');
  assert.equal((await tanda.fit({ ...samples, method: 'lda', dims: 2, memoryLimit: 2 ** 20 })).info.outputs, 2);
  await refuses(fit({ data: new Float32Array(2 ** 22), rows: 64, cols: 2 ** 16, labels: Array.from({ length: 64 }, (_, i) => i % 2), method: 'lda', memoryLimit: 2 ** 20 }), 'memory_limit');
  tanda.close();
});

test('signals: before, during, and thrown from progress', async () => {
  await assert.rejects(fit({ ...samples, method: 'lda', signal: AbortSignal.abort() }), { name: 'AbortError' });
  for (const tanda of [await load(), await load({ worker: false })])
    for (const reason of ['enough', 0, null, new RangeError('mine')]) {
      const controller = new AbortController();
      const stopped = tanda.fit({ ...samples, method: 'lda', signal: controller.signal, onProgress: () => controller.abort(reason) });
      assert.equal(await stopped.then(() => 'done', (error: unknown) => error), reason);
    }
  await assert.rejects(fit({ ...samples, method: 'lda', onProgress: () => { throw new RangeError('mine'); } }), RangeError);
  assert.equal((await wrongly({})).info.outputs, 2);
});

test('an engine without SIMD is told so before anything is loaded', async () => {
  const { validate } = WebAssembly, asked: string[] = [];
  const worker = () => {
    asked.push('a worker');
    throw new Error('none');
  };
  for (const lacking of [() => (WebAssembly.validate = () => false), () => Reflect.set(globalThis, 'WebAssembly', undefined)]) {
    const all = WebAssembly;
    lacking();
    try {
      for (const options of [{}, { worker }, { wasm: 'http://localhost:1/tanda.wasm' }]) {
        await refuses(load(options), 'unsupported', /no WebAssembly SIMD/);
        await assert.rejects(load(options), { remedy: /Chrome or Edge 91, Firefox 89, Safari 16\.4, Node 18/ });
      }
    } finally {
      globalThis.WebAssembly = all;
      all.validate = validate;
    }
  }
  assert.deepEqual(asked, []);
  const tanda = await load({});
  assert.equal((await tanda.fit({ ...samples, method: 'lda' })).info.outputs, 2);
  tanda.close();
});

test('a server that answers something else', async () => {
  const server = createServer((request, answer) => {
    answer.statusCode = request.url === '/missing.wasm' ? 404 : 200;
    answer.end(request.url === '/page.wasm' ? '<!doctype html><title>hello</title>' : 'words');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const at = (path: string) => `http://localhost:${(server.address() as AddressInfo).port}/${path}`;
  await refuses(load({ wasm: at('page.wasm') }), 'cannot_load', /HTML/);
  await refuses(load({ wasm: at('missing.wasm') }), 'cannot_load', /404/);
  await refuses(load({ wasm: at('words.wasm') }), 'cannot_load', /not WebAssembly/);
  await refuses(load({ wasm: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 9) }), 'unsupported');
  server.close();
});
