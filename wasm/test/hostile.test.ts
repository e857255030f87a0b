// What the types forbid and JavaScript lets people do: every such call rejects with a TandaError, and throws nothing before that.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLayout, evaluate, fit, load, methods, open, openStatistics, plan, readCsv, scanCsv, statistics, TandaError, tune } from 'tanda';
import { open as openRun } from 'tanda/run';
import { clouds } from './support.js';

const samples = clouds(60, 2), model = await fit({ ...samples, method: 'lda', dims: 1 }), bytes = await model.save();
const run = openRun(bytes), csv = 'a,b,c\n1,2,x\n3,4,y\n', seen = await statistics(csv), kept = await seen.save();

/** Any function, called with anything. */
type Call = (...given: any[]) => unknown;
type Cases = Record<string, () => unknown>;

const revoked = (target: object) => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};
const fails = (): never => {
  throw new RangeError('mine');
};
const moved = <T extends ArrayBufferView>(view: T): T => {
  structuredClone(view.buffer, { transfer: [view.buffer as ArrayBuffer] });
  return view;
};
const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;
const cyclicArray: unknown[] = [1];
cyclicArray.push(cyclicArray);
const noText = Object.create(null) as object;
const sparse = [1];
sparse[119] = 2;

/** What is no options object, whatever the function. */
const noOptions: Record<string, unknown> = {
  'null': null, 'a number': 7, 'a text': 'dims', 'true': true, 'an array': [1], 'a typed array': new Float32Array(3), 'a symbol': Symbol('x'), 'a function': fails,
  'a bigint': 1n, 'a revoked proxy': revoked({}), 'a getter that throws': { get dims() { return fails(); } },
  'keys that throw': new Proxy({}, { ownKeys: fails }), 'values that throw': new Proxy({ dims: 1 }, { get: fails }),
  'thrown without a text': { get dims(): never { throw noText; } },
};

/** What is no table of two columns and 60 rows. */
const noData: Record<string, unknown> = {
  'null': null, 'a number': 7, 'a text': 'x'.repeat(120), 'an object': {}, 'cyclic': cyclic, 'a length': { length: 120 }, 'a huge length': { length: 1e15 },
  'holes': sparse, 'only holes': new Array(2 ** 32 - 1), 'a buffer': new ArrayBuffer(480), 'a view': new DataView(new ArrayBuffer(480)), 'a set': new Set([1, 2]),
  'a moved array': moved(new Float32Array(120)), 'moved doubles': moved(new Float64Array(120)), 'moved bytes': moved(new Uint8Array(120)),
  'bigints': new BigInt64Array(120), 'a revoked proxy': revoked([]), 'a proxy': new Proxy(new Float32Array(120), {}), 'a proxy that throws': new Proxy([1, 2], { get: fails }),
  'a getter that throws': Object.defineProperty([1, 2], 0, { get: fails }), 'cyclic arrays': cyclicArray, 'rows and a number': [[1, 2], 3], 'rows and null': [[1, 2], null],
  'a ragged row': [[1, 2], [3]], 'rows of texts': ['12', '34'], 'empty rows': [[], []], 'three columns': [[1, 2, 3]], 'an odd number': [1, 2, 3],
};

/** What is no number. */
const noNumbers: Record<string, [value: unknown, code: string, words: RegExp]> = {
  'undefined': [undefined, 'missing_value', /missing/], 'null': [null, 'missing_value', /missing/], 'an empty text': ['', 'missing_value', /missing/],
  'a text': ['x', 'not_a_number', /"x" is not a number/], 'a number in a text': ['1', 'not_a_number', /"1"/], 'NaN': [NaN, 'not_finite', /NaN/],
  'Infinity': [Infinity, 'not_finite', /Infinity/], '-Infinity': [-Infinity, 'not_finite', /-Infinity/], 'too large for floats': [1e39, 'not_finite', /1e\+39 is too large/],
  'true': [true, 'not_a_number', /true/], 'a bigint': [1n, 'not_a_number', /bigint/], 'an object': [{}, 'not_a_number', /object/], 'a symbol': [Symbol('x'), 'not_a_number', /symbol/],
  'an array': [[1], 'not_a_number', /array/], 'a date': [new Date(0), 'not_a_number', /object/], 'no text': [noText, 'not_a_number', /object/],
};

/** What is no value of these options. */
const noValues: Record<string, unknown[]> = {
  dims: [-1, 0, 1.5, 'x', '', NaN, Infinity, 1e99, null, {}, [], [1, 2], Symbol('x'), fails, cyclic, noText, new Float32Array(1)],
  rows: [-1, 1.5, 'x', NaN, 2 ** 31, 1e99, null, {}, Symbol('x'), 61, 60n], cols: [-1, 0, 0.5, '2', NaN, 2 ** 40, null, {}, 3, 2n],
  labels: [
    null, 7, 'x'.repeat(60), {}, { length: 60 }, new Array(2 ** 32 - 1), [0, 1], Array(60).fill(0.5), Array(60).fill(NaN), Array(60).fill(2 ** 32), [...Array(59).fill('a'), NaN], Array(60).fill(Symbol('x')),
    Array(60).fill({}), Array(60).fill(1n), new BigInt64Array(60), new Int32Array(60).fill(-2), moved(new Int32Array(60)), revoked([]), new Set([1]),
    Object.defineProperty(Array(60).fill(0), 3, { get: fails }),
  ],
  classes: [7, 'abc', null, ['a'], [1, {}, 3], ['a', Symbol('x'), 'c'], [null, 'b', 'c'], ['a\0', 'b', 'c'], new Array(2 ** 32 - 1), revoked([])],
  features: [7, 'ab', null, ['a'], ['a', {}], ['a', Symbol('x')], ['a', null], new Array(2), new Array(2 ** 32 - 1), revoked([])],
  method: [null, '', 'ldaa', 7, {}, ['lda'], Symbol('x'), 'l\0da', 'x'.repeat(1e6)],
  params: [null, 7, 'ridge', [1], { ridge: null }, { ridge: 'x' }, { ridge: NaN }, { ridge: {} }, { ridge: [1] }, { ridge: Symbol('x') }, { nope: 1 }, { '': 1 }, { get ridge() { return fails(); } }, cyclic],
  scale: [null, 'big', 7, {}, ['none']], scalar: [null, 'half', {}], pca: [null, -1, NaN, 'x', {}], seed: [null, -1, 1.5, 1e30, 'x', {}], classifier: [null, 'knn', 'knn:0', 'knn:x', {}],
  memoryLimit: [null, -1, 'x', NaN, {}], folds: [null, 1, 1.5, 'x', {}], tune: [null, 'perhaps', 7, {}],
  select: [null, 7, [1], { ridge: {} }, { ridge: [] }, { ridge: [{}] }, { ridge: [null] }, { nope: [1] }, { ridge: 'x' }],
  signal: [{}, 'x', 7, true, new EventTarget(), { aborted: true }, revoked({})], onProgress: [7, 'x', {}, true],
  scaling: ['zscore'], memoryLimt: [1e9], '': [1], 'a\0b': [1], 'dims\n': [2], constructor: [1],
};

function* hostileCalls(): Generator<[name: string, call: () => unknown]> {
  const functions: Record<string, Call> = {
    fit, tune, evaluate, plan, methods, load, readCsv: (given) => readCsv(csv, given), csvLayout: (given) => csvLayout(csv, given), scanCsv: (given) => scanCsv(csv, given), statistics: (given) => statistics(csv, given),
    'no statistics': (given) => statistics(undefined, given), openStatistics: (given) => openStatistics(kept, given), 'statistics.fit': (given) => seen.fit(given),
    'statistics.merge': (given) => seen.merge(seen, given), predictScores: (given) => model.predictScores([1, 2], given), neighbors: (given) => model.neighbors([1, 2], 1, given), open: (given) => open(bytes, given),
    transform: (given) => model.transform([1, 2], given), predict: (given) => model.predict([1, 2], given), export: (given) => model.export('c', given),
  };
  for (const [name, call] of Object.entries(functions)) {
    for (const [what, given] of Object.entries(noOptions)) yield [`${name}: options are ${what}`, () => call(given)];
    yield [`${name}: an unknown option`, () => call({ ...samples, rows: 60, cols: 2, method: 'lda', methods: 'lda', nope: 1 })];
    if (name !== 'plan' && name !== 'load' && name !== 'export')
      for (const signal of noValues['signal']!) yield [`${name}: a signal`, () => call({ ...samples, method: 'lda', methods: 'lda', signal })];
  }
  const fits: Record<string, Call> = {
    fit: (given) => fit({ ...samples, method: 'lda', ...given }), tune: (given) => tune({ ...samples, method: 'lda', folds: 2, ...given }),
    evaluate: (given) => evaluate({ ...samples, methods: 'lda', splits: 1, ...given }),
  };
  for (const [name, call] of Object.entries(fits)) {
    for (const [what, data] of Object.entries(noData)) yield [`${name}: data are ${what}`, () => call({ data })];
    for (const [option, values] of Object.entries(noValues)) {
      if (name === 'evaluate' && ['method', 'params', 'classifier', 'dims', 'tune', 'select'].includes(option)) continue;
      if (name === 'tune' && option === 'tune') continue;
      for (const [i, value] of values.entries()) yield [`${name}: ${option}, value ${i + 1} of the list`, () => call({ [option]: value })];
    }
    yield [`${name}: nothing`, () => (({ fit, tune, evaluate }) as Record<string, Call>)[name]!()];
  }
  for (const value of ['ldaa', '', null, 7, {}, [{}], [null], [Symbol('x')], ['lda', 'nope'], 'lda:ridge=x'])
    yield [`evaluate: methods is ${JSON.stringify(value)}`, () => fits['evaluate']!({ methods: value })];
  for (const apply of ['transform', 'predict', 'predictScores'] as const)
    for (const [what, data] of Object.entries({ ...noData, 'undefined': undefined })) yield [`${apply}: data are ${what}`, () => model[apply](data as never)];
  for (const [what, data] of Object.entries({ ...noData, 'undefined': undefined })) yield [`neighbors: data are ${what}`, () => model.neighbors(data as never, 1)];
  for (const [what, data] of Object.entries(noData)) yield [`push: data are ${what}`, () => seen.push({ ...samples, data } as never)];
  yield* Object.entries(others);
}

const any = (value: unknown) => value as never;

const others: Cases = {
  'tune: no method': () => tune(any(samples)), 'tune: any method': () => tune(any({ ...samples, method: 'auto' })), 'plan: any method': () => plan({ method: any('auto'), rows: 9, cols: 2 }),
  'fit: parameters of no method': () => fit({ ...samples, params: { ridge: 1 } }),
  'plan: nothing': () => plan(any(undefined)), 'plan: rows': () => plan({ method: 'lda', rows: any('x'), cols: 2 }), 'plan: NaN': () => plan({ method: 'lda', rows: NaN, cols: 2 }),
  'plan: too many': () => plan({ method: 'lda', rows: 1e99, cols: 2 }), 'plan: classes': () => plan({ method: 'lda', rows: 9, cols: 2, classes: -1 }),
  'readCsv: nothing': () => readCsv(any(undefined)), 'readCsv: null': () => readCsv(any(null)), 'readCsv: an object': () => readCsv(any({})), 'readCsv: moved': () => readCsv(moved(new Uint8Array(9))),
  'readCsv: a false Blob': () => readCsv(any(Object.create(Blob.prototype))), 'readCsv: label': () => readCsv(csv, { label: any({}) }), 'readCsv: no such label': () => readCsv(csv, { label: 9 }),
  'readCsv: missing': () => readCsv(csv, { missing: any('perhaps') }), 'readCsv: model': () => readCsv(csv, { model: any({}) }), 'readCsv: model is null': () => readCsv(csv, { model: any(null) }),
  'scanCsv: nothing': () => scanCsv(any(undefined)), 'scanCsv: an object': () => scanCsv(any({})), 'scanCsv: moved': () => scanCsv(moved(new Uint8Array(9))), 'statistics: null': () => statistics(any(null)),
  'statistics: no such label': () => statistics(csv, { label: 9 }), 'statistics: scatter': () => statistics(csv, { scatter: any('all') }), 'openStatistics: nothing': () => openStatistics(any(undefined)),
  'openStatistics: a model': () => openStatistics(bytes), 'open: statistics': () => open(kept), 'push: nothing': () => seen.push(any(undefined)), 'merge: nothing': () => seen.merge(any(undefined)),
  'readCsv: malformed': () => readCsv(csv, { malformed: any('drop') }), 'readCsv: header': () => readCsv(csv, { header: any(7) }), 'open: nothing': () => open(any(undefined)), 'open: null': () => open(any(null)), 'open: an object': () => open(any({ length: 9 })), 'open: a list': () => open(any([1, 2])),
  'open: moved': () => open(moved(bytes.slice())), 'open: moved buffer': () => open(moved(bytes.slice()).buffer), 'open: a revoked proxy': () => open(revoked({}) as never),
  'export: nothing': () => model.export(any(undefined)), 'export: a format': () => model.export(any('pdf')), 'export: null': () => model.export(any(null)),
  'export: a symbol': () => model.export(any(Symbol('x'))), 'export: a name': () => model.export('c', { name: any({}) }), 'export: prototypes': () => model.export('c', { prototypes: -1 }),
  'load: a worker in Node': () => load({ worker: './worker.js' }), 'load: a worker that throws': () => load({ worker: fails }), 'load: no worker': () => load({ worker: any(() => ({})) }),
  'load: undefined worker': () => load({ worker: any(() => undefined) }), 'load: a number': () => load({ worker: any(7) }), 'load: wasm': () => load({ wasm: any(7) }),
  'load: wasm object': () => load({ wasm: any({}) }), 'load: moved wasm': () => load({ wasm: moved(new Uint8Array(9)) }), 'load: another module': () => load({ wasm: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0) }),
  'load: bytes': () => load({ wasm: new Uint8Array(99) }), 'load: a bad address': () => load({ wasm: 'http://[' }), 'load: no file': () => load({ wasm: new URL('file:///nowhere/tanda.wasm') }),
  'load: a limit': () => load({ memoryLimit: any('lots') }), 'load: a limit object': () => load({ memoryLimit: any({}) }),
};

test('hostile calls reject with a TandaError', async () => {
  const bad: string[] = [];
  let count = 0;
  for (const [name, call] of hostileCalls()) {
    ++count;
    try {
      const promise = call() as Promise<unknown>;
      await promise.then(() => bad.push(`${name}: accepted`), (error) => isTanda(error, name));
    } catch (error) {
      bad.push(`${name}: ${error}`);
    }
  }
  assert.deepEqual(bad, []);
  assert.ok(count > 500, `only ${count}`);
  assert.deepEqual(await model.predict(samples.data), await (await open(bytes)).predict(samples.data), 'everything goes on');
});

function isTanda(error: unknown, name: string): true {
  assert.ok(error instanceof TandaError, `${name}: ${error instanceof Error ? error.stack : error}`);
  assert.ok(error.code !== 'internal' && error.message.length > 0 && !/\[object|--[a-z]/.test(error.message + error.remedy), `${name}: ${error.code}: ${error.message}; ${error.remedy}`);
  return true;
}

test('a value that is no number is told with its row and column, from 1, by every function', async () => {
  for (const [what, [value, code, words]] of Object.entries(noNumbers)) {
    const rows = Array.from({ length: 60 }, (_, i) => [...samples.data.slice(2 * i, 2 * i + 2)] as unknown[]);
    rows[6]![1] = value;
    const flat = rows.flatMap(([a, b]) => [a, b]);
    for (const data of [rows, flat] as never[]) {
      const labels = samples.labels;
      const calls: Cases = {
        fit: () => fit({ data, cols: 2, labels, method: 'lda' }), tune: () => tune({ data, cols: 2, labels, method: 'lda' }), evaluate: () => evaluate({ data, cols: 2, labels, methods: 'lda' }),
        transform: () => model.transform(data), predict: () => model.predict(data),
        predictScores: () => model.predictScores(data), neighbors: () => model.neighbors(data, 1), push: async () => (await statistics()).push({ data, cols: 2, labels }),
        ...(data === flat && { 'run.transform': async () => run.transform(data), 'run.predict': async () => run.predict(data), 'run.predictScores': async () => run.predictScores(data) }),
      };
      for (const [name, call] of Object.entries(calls))
        await assert.rejects(call() as Promise<unknown>, (error: TandaError) => {
          isTanda(error, `${name}: ${what}`);
          assert.equal(error.code, code, `${name}: ${what}: ${error.message}`);
          assert.match(error.message, /^row 7, column 2: /, name);
          assert.match(error.message, words, name);
          return true;
        });
    }
  }
});

test('typed arrays: every kind means its numbers, and what is none in them is told', async () => {
  const small = samples.data.map((value) => Math.round(10 * value));
  const wanted = await model.predict(small);
  for (const Kind of [Float32Array, Float64Array, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array]) {
    const data = new Kind(small), shared = new Kind(new SharedArrayBuffer(data.byteLength) as never);
    shared.set(data);
    for (const form of [data, shared, Array.from({ length: 60 }, (_, i) => data.subarray(2 * i, 2 * i + 2))]) {
      assert.deepEqual(await model.predict(form), wanted, Kind.name);
      assert.deepEqual(await (await fit({ data: form, cols: 2, labels: samples.labels, method: 'lda', dims: 1 })).predict(small),
        await (await fit({ ...samples, data: small, method: 'lda', dims: 1 })).predict(small), Kind.name);
    }
    assert.deepEqual(run.predict(data), wanted, Kind.name);
  }
  for (const [value, words] of [[NaN, /^row 3, column 2: NaN/], [Infinity, /^row 3, column 2: Infinity/]] as const)
    for (const Kind of [Float32Array, Float64Array]) {
      const data = new Kind(small);
      data[5] = value;
      for (const call of [() => model.transform(data), () => model.predict(data), async () => run.transform(data), async () => run.predict(data)])
        await assert.rejects(call(), (error: TandaError) => isTanda(error, Kind.name) && error.code === 'not_finite' && words.test(error.message));
      await assert.rejects(fit({ ...samples, data, method: 'lda' }), { code: 'not_finite', message: /row 3, column 2: / });
    }
  await assert.rejects(model.predict(Float64Array.of(0, 1e39)), { code: 'not_finite', message: 'row 1, column 2: 1e+39 is too large for single precision' });
});

test('rows are counted from 1 in all messages', async () => {
  const said = (promise: Promise<unknown>) => promise.then(() => '', (error: TandaError) => error.message);
  const rows = [[1, 2], [3, 4], [5]], labels = [0, 1, 0.5];
  assert.match(await said(model.predict(rows)), /^row 3 has 1 value/);
  assert.match(await said(fit({ data: rows, labels: [0, 1, 1], method: 'lda' })), /^row 3 has 1 value/);
  assert.match(await said(fit({ data: [[1, 2], [3, 4], any(5)], labels: [0, 1, 1], method: 'lda' })), /^row 3 is 5/);
  assert.match(await said(fit({ data: [1, 2, 3], cols: 1, labels, method: 'lda' })), /^row 3: the label is 0.5/);
  assert.match(await said(fit({ ...samples, labels: samples.labels.map((label, i) => (i === 2 ? 3 : label)), classes: ['a', 'b', 'c'], method: 'lda' })), /^row 3: the label is 3/);
  assert.match(await said(readCsv('1,2\n3,4\n5,x,\n')), /row 3/);
  assert.match(await said(readCsv('1,2\n3,4\n5,x\n6,7\n', { label: 'none' })), /row 3, column 2/);
});

test('labels that are null, undefined or empty are no class', async () => {
  const wanted = await fit({ ...samples, labels: samples.labels.map((label, i) => (i % 5 === 0 ? -1 : label)), method: 'laplda' });
  for (const none of [null, undefined, '']) {
    const numbers = [...samples.labels].map((label, i) => (i % 5 === 0 ? none : label)), names = numbers.map((label) => (label === none ? none : `${label}`));
    for (const labels of [numbers, names] as never[]) {
      const found = await fit({ ...samples, labels, method: 'laplda' });
      assert.deepEqual(found.info.classes, ['0', '1', '2']);
      assert.deepEqual(await found.transform(samples.data), await wanted.transform(samples.data));
    }
  }
  const holes = [...samples.labels];
  for (let i = 0; i < 60; i += 5) delete holes[i];
  assert.deepEqual((await fit({ ...samples, labels: holes, method: 'laplda' })).info.classes, ['0', '1', '2']);
  await assert.rejects(fit({ ...samples, labels: Array(60).fill(null), method: 'lda' }), { name: 'TandaError', code: /no_labels|one_class|too_few_samples/ });
});

test('an option that is undefined is not given', async () => {
  const tanda = await load({ worker: undefined, wasm: undefined, memoryLimit: 4000 });
  const nothing = { memoryLimit: undefined, dims: undefined, scale: undefined, params: undefined, rows: undefined, classes: undefined, features: undefined, signal: undefined, onProgress: undefined };
  await assert.rejects(tanda.fit({ ...samples, ...nothing, method: 'lda' }), { code: 'memory_limit' });
  tanda.close();
  assert.deepEqual(await (await fit({ ...samples, ...nothing, method: 'lda', dims: 1, params: { ridge: undefined } })).save(), bytes);
  assert.equal(await plan({ method: 'lda', rows: 60, cols: 2, classes: undefined, largestClass: undefined }), await plan({ method: 'lda', rows: 60, cols: 2 }));
});

test('a model of another instance, arrays that are moved while a call waits', async () => {
  const [one, two] = [await load({ worker: false }), await load({})];
  const [mine, theirs] = [await one.fit({ ...samples, features: ['a', 'b'], method: 'lda' }), await two.fit({ ...samples, features: ['b', 'a'], method: 'lda' })];
  assert.deepEqual([...(await one.readCsv('a,b\n1,2\n', { model: mine })).data], [1, 2]);
  assert.deepEqual([...(await one.readCsv('a,b\n1,2\n', { model: theirs })).data], [2, 1]);
  for (const call of [(data: Float32Array) => one.fit({ data, rows: 60, labels: samples.labels, method: 'lda' }), (data: Float32Array) => mine.predict(data)]) {
    const data = samples.data.slice(), waiting = call(data);
    moved(data);
    await assert.rejects(waiting, { name: 'TandaError', code: 'bad_argument', message: /moved away/ });
  }
  one.close();
  two.close();
});

test('models without the engine throw a TandaError and nothing else', () => {
  const calls: Cases = {};
  for (const [what, data] of Object.entries({ ...noData, 'undefined': undefined }) as [string, never][])
    for (const name of ['open', 'project', 'transform', 'predict', 'classify'] as const)
      calls[`${name}: ${what}`] = () => (name === 'open' ? openRun(data) : run[name](data));
  for (const [what, [value]] of Object.entries(noNumbers)) {
    calls[`project: ${what}`] = () => run.project([1, any(value)]);
    calls[`classify: ${what}`] = () => run.classify([any(value)]);
  }
  for (const y of [null, 7, 'x', {}, [], [0], new Float32Array(), new Int32Array(1), moved(new Float32Array(1))]) calls[`y is ${JSON.stringify(y)}`] = () => run.project([1, 2], any(y));
  for (const [name, call] of Object.entries(calls))
    assert.throws(call, (error) => isTanda(error, name), name);
});

/** A worker that answers once, and then never again. */
function silent(): Worker {
  let answers = 1;
  const worker = {
    onmessage: (_event: unknown) => {}, terminated: false,
    terminate() { worker.terminated = true; },
    postMessage(message: object) {
      if ('module' in message) queueMicrotask(() => worker.onmessage({ data: { ready: true } }));
      else if (answers-- > 0) queueMicrotask(() => worker.onmessage({ data: { result: [] } }));
    },
  };
  return worker as never;
}

test('close: calls in flight, those that wait and later ones reject with "closed"', async () => {
  const worker = silent(), tanda = await load({ worker: () => worker });
  const calls = [tanda.fit({ ...samples, method: 'lda' }), tanda.methods(), tanda.readCsv(new Blob([csv])), tanda.open(bytes)];
  await new Promise((resolve) => setTimeout(resolve, 10));
  tanda.close();
  for (const call of calls) await assert.rejects(call, { name: 'TandaError', code: 'closed' });
  assert.ok((worker as never as { terminated: boolean }).terminated);
  await assert.rejects(tanda.fit(null as never), { code: 'closed' });
  tanda.close();

  // In this thread: before it begins, and from its own progress.
  const local = await load({ worker: false });
  const mine = await local.fit({ ...samples, method: 'lda' });
  let told = 0;
  const inside = local.fit({ ...samples, method: 'lfda', onProgress: () => (++told, local.close()) }), behind = mine.transform(samples.data);
  for (const call of [inside, behind]) await assert.rejects(call, { name: 'TandaError', code: 'closed' });
  assert.equal(told, 1, 'it does not go on');
  await assert.rejects(mine.predict(samples.data), { code: 'closed' });
  assert.equal((await mine.save()).length > 0, true);
  mine.free();

  // What all functions share: another one is started.
  const shared = await load();
  shared.close();
  await assert.rejects(shared.methods(), { code: 'closed' });
  assert.notEqual(await load(), shared);
  assert.ok((await methods()).length > 20);
});

test('a stopped call takes no other with it', async () => {
  const never = Object.assign(new Blob([csv]), { arrayBuffer: () => new Promise(() => {}) }), stopping = new AbortController();
  setTimeout(() => stopping.abort(), 20);
  await assert.rejects(readCsv(never, { signal: stopping.signal }), { name: 'AbortError' });
  assert.equal((await readCsv(csv)).rows, 2);

  const made: Worker[] = [], tanda = await load({ worker: () => (made.push(silent()), made.at(-1)!) });
  const controller = new AbortController(), calls = [tanda.methods({ signal: controller.signal }), tanda.methods()];
  await new Promise((resolve) => setTimeout(resolve, 10));
  controller.abort('enough');
  assert.equal(await calls[0]!.then(() => 'done', (reason: unknown) => reason), 'enough');
  assert.deepEqual(await calls[1], []);
  assert.equal(made.length, 2, 'another worker takes its place');
  tanda.close();
});

