// What usual work does not run is a second module, loaded when something first needs it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load, type MethodId, type Samples, type Tanda } from 'tanda';
import { clouds, refuses, watched } from './support.js';

const file = (name: string) => readFileSync(new URL(`node_modules/tanda/${name}`, `file://${process.cwd()}/`));
const samples = clouds(120, 6);

/** Counts what is compiled meanwhile. */
async function compiledBy(work: () => Promise<unknown>): Promise<number> {
  const compile = WebAssembly.compile;
  let compiled = 0;
  WebAssembly.compile = ((bytes: BufferSource) => (++compiled, compile(bytes))) as never;
  try {
    await work();
    return compiled;
  } finally {
    WebAssembly.compile = compile;
  }
}

async function useEveryMethodThatProjects(tanda: Tanda, data: Samples, more: object = {}) {
  for (const { id, output, parameters } of await tanda.methods()) {
    if (output !== 'projection') continue;
    const params = Object.fromEntries(parameters.filter(({ name }) => name === 'neighbors').map(({ name }) => [name, 7]));
    const model = await tanda.fit({ ...data, ...more, params, method: id as MethodId, dims: 2 } as never);
    await model.predict(data.data);
    (await tanda.open(await model.save())).free();
    model.free();
  }
}

test('tables are read, and every method that projects fits and predicts, without it', async () => {
  let tanda: Tanda;
  assert.equal(await compiledBy(async () => {
    tanda = await load({ worker: false });
    const rows = Array.from({ length: 90 }, (_, i) => [...clouds(90, 5).data.subarray(5 * i, 5 * i + 5), `c${i % 3}`].join());
    await useEveryMethodThatProjects(tanda, await tanda.readCsv(`a,b,c,d,e,kind\n${rows.join('\n')}\n`, { label: 'kind' }), { seed: 7 });
    await useEveryMethodThatProjects(tanda, await tanda.readCsv(rows.join('\r\n')), { scale: 'minmax' });
    await useEveryMethodThatProjects(tanda, clouds(1500, 4));
    await useEveryMethodThatProjects(tanda, clouds(120, 60), { scale: 'zscore' });
    await useEveryMethodThatProjects(tanda, clouds(200, 30), { pca: 0.9 });
  }), 1);
  const model = await tanda!.fit({ ...samples, method: 'lda' });
  assert.equal(await compiledBy(async () => {
    for (const format of ['c', 'json', 'c'] as const) await model.export(format);
    await tanda.evaluate({ ...samples, methods: ['pca'], splits: 2 });
  }), 1, 'it is loaded once');
  tanda!.close();
});

test('it cannot be loaded: an error, all else goes on, and another try may succeed', async () => {
  let there = false;
  const { fetch } = globalThis;
  globalThis.fetch = (async () => (there ? new Response(file('tanda-rest.wasm')) : new Response('', { status: 404 }))) as never;
  try {
    const tanda = await load({ worker: false, rest: 'http://localhost/tanda-rest.wasm' });
    const model = await tanda.fit({ ...samples, method: 'lda' });
    const points = await model.transform(samples.data);
    await refuses(model.export('c'), 'cannot_load', /404/);
    assert.deepEqual(await model.transform(samples.data), points);
    there = true;
    assert.match(await model.export('c'), /project/);
    tanda.close();
  } finally {
    globalThis.fetch = fetch;
  }
});

test('halves of different builds are refused', async () => {
  for (const rest of [file('tanda.wasm')]) {
    const tanda = await load({ worker: false, wasm: file('tanda.wasm'), rest });
    const model = await tanda.fit({ ...samples, method: 'lda' });
    await refuses(model.export('c'), 'cannot_load', /different builds/);
    assert.equal((await model.transform(samples.data)).length, 240);
    tanda.close();
  }
});

/** An instance whose module finds a function missing when it tells of progress for the n-th time. */
async function interrupted(n: number) {
  const instantiate = WebAssembly.instantiate;
  let told = 0;
  WebAssembly.instantiate = (async (module: WebAssembly.Module, imports: Record<string, Record<string, (...values: unknown[]) => unknown>>) => {
    const half = Object.keys(imports).find((name) => name.startsWith('rest-'))!;
    const missing = Object.values(imports[half]!)[0]!;
    const progress = imports['tanda']!['progress']!;
    imports['tanda']!['progress'] = (...values) => (++told === n ? missing() : progress(...values));
    return instantiate(module, imports as never);
  }) as never;
  try {
    return { tanda: await load({ worker: false }), told: () => told };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

test('whenever it is first needed, the request begins anew and gives the same', async () => {
  for (const method of ['lfda', 'mpda', 'pmpda', 'lpfe'] as const) {
    const wanted = await interrupted(Infinity);
    const bytes = await (await wanted.tanda.fit({ ...samples, method, dims: 2 })).save();
    const moments = wanted.told(), step = Math.ceil(moments / 25);
    assert.ok(moments > 3, method);
    for (let n = 1; n <= moments; n += step) {
      const { tanda, told } = await interrupted(n);
      const model = await tanda.fit({ ...samples, method, dims: 2 });
      assert.equal(told(), n + moments, `${method}, ${n}`);
      assert.deepEqual(await model.save(), bytes, `${method}, ${n}`);
      tanda.close();
    }
    wanted.tanda.close();
  }
});

test('requests that end for want of it leave nothing behind', async () => {
  const { tanda, memory } = await watched({ rest: Uint8Array.of(1) });
  const large = clouds(2000, 40);
  const round = () => refuses(tanda.evaluate({ ...large, methods: ['lda'] }), 'unsupported');
  await round();
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 300; ++i) await round();
  assert.equal(memory.buffer.byteLength, before);
  assert.equal((await tanda.fit({ ...samples, method: 'lda' })).info.outputs, 2);
  tanda.close();
});
