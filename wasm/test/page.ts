// What the page of the browser tests does; the test calls `window.tests` by name.
import { fit, load, open, readCsv, statistics, TandaError } from 'tanda';
import { open as openRun } from 'tanda/run';

function noise(rows: number, cols: number) {
  let state = 7;
  const data = Float32Array.from({ length: rows * cols }, () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32);
  return { data, rows, cols, labels: Int32Array.from({ length: rows }, (_, i) => i % 4) };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A fit that would take many seconds. */
const long = () => ({ ...noise(3000, 600), method: 'kernel_tsd' as const, dims: 2, memoryLimit: 2e9 });

const tests = {
  /** The README's start: everything once, in the worker. */
  async start(csv: string) {
    const table = await readCsv(csv);
    let told = 0;
    const model = await fit({ ...table, method: 'lfda', dims: 2, onProgress: () => ++told });
    const points = await model.transform(table.data);
    const found = await model.predict(table.data);
    const again = await (await open(await model.save())).transform(table.data);
    const run = openRun(await model.save()).transform(table.data);
    const code = await model.export('c');
    return {
      rows: table.rows, told: told > 0, kept: table.data.length === table.rows * table.cols,
      right: found.filter((label, i) => label === table.labels![i]).length,
      same: points.every((value, i) => value === again[i] && value === run[i]),
      exported: /model_project/.test(code),
    };
  },

  /** Aborts a long fit: whether the page went on until then, what is known one turn of its loop later, and whether all goes on after it. */
  async abort() {
    const table = noise(50, 4);
    const model = await fit({ ...table, method: 'lda' });
    const before = await model.transform(table.data);
    const controller = new AbortController();
    let code = '', told = 0, ticks = 0;
    const stopped = fit({ ...long(), signal: controller.signal, onProgress: () => ++told })
      .then(() => (code = 'done'), (error: TandaError) => (code = error.name));
    while (told === 0 && !code) await pause(10);
    const behind = model.transform(table.data);  // waits its turn, and must not be lost
    for (; ticks < 30 && !code; ++ticks) await pause(10);
    const toldBefore = told, at = performance.now();
    controller.abort();
    await pause(0);
    const atOnce = code, took = performance.now() - at;
    await stopped;
    const queued = await behind;
    const recovered = performance.now() - at;
    return { ticks, atOnce, toldLater: told - toldBefore, same: queued.every((value, i) => value === before[i]), took, recovered };
  },

  async moved() {
    const table = noise(50, 4);
    await fit({ ...table, method: 'lda', transfer: true });
    return table.data.length;
  },

  /** Closes an instance with a fit at work and a call behind it: what all of them say, and a later one. */
  async closed() {
    const tanda = await load({});
    const code = (promise: Promise<unknown>) => promise.then(() => 'done', (error: unknown) => (error instanceof TandaError ? error.code : String(error)));
    let told = 0;
    const calls = [code(tanda.fit({ ...long(), onProgress: () => ++told })), code(tanda.methods())];
    while (told === 0) await pause(10);
    tanda.close();
    return Promise.all([...calls, code(tanda.methods())]);
  },

  /** Arrays that cannot be moved into the worker: an error, after which the next call works. */
  async unmovable() {
    const table = noise(50, 4), data = new Float32Array(new WebAssembly.Memory({ initial: 1 }).buffer), codes: string[] = [];
    const say = (promise: Promise<unknown>) => promise.then(() => codes.push('ok'), (error: unknown) => codes.push(error instanceof TandaError ? error.code : String(error)));
    const model = await fit({ ...table, method: 'lda' });
    await say(model.transform(data, { transfer: true }));
    const lent = table.data.slice(), waiting = model.transform(lent, { transfer: true });
    structuredClone(lent.buffer, { transfer: [lent.buffer] });
    await say(waiting);
    await say(model.transform(lent));
    await say(model.transform(data));
    await say(model.transform(table.data));
    return codes;
  },

  async refused() {
    const codes: string[] = [];
    const nan = noise(50, 4);
    nan.data[3] = NaN;
    const say = (promise: Promise<unknown>) => promise.then(() => codes.push('ok'), (error: unknown) => codes.push(error instanceof TandaError ? error.code : (error as Error).name));
    await say(fit({ ...nan, method: 'lda' }));
    await say(fit({ ...noise(50, 4), rows: 51, method: 'lda' }));
    await say(fit({ ...noise(50, 4), method: 'lda', memoryLimit: 1000 }));
    await say(open(new Uint8Array(100)));
    await say(fit({ ...noise(50, 4), method: 'lda', signal: AbortSignal.abort() }));
    await say(fit({ ...noise(50, 4), method: 'lda' }));
    return codes;
  },

  async elsewhere(wasm: string) {
    return load({ wasm }).then(() => 'ok', (error: TandaError) => `${error.code}: ${error.message}`);
  },

  /** An engine without SIMD: what is said, and which files of the engine were asked for. */
  async noSimd() {
    const { validate } = WebAssembly;
    WebAssembly.validate = () => false;
    const said = await load().then(() => 'ok', (error: TandaError) => `${error.code}: ${error.message}`);
    WebAssembly.validate = validate;
    return [said, ...performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /worker|wasm/.test(name))];
  },

  async noWorker(address: string) {
    return load({ worker: address }).then(() => 'ok', (error: TandaError) => `${error.code}: ${error.remedy}`);
  },

  /** Statistics of the file that was chosen and a model of them; and how the page fared meanwhile. */
  async large() {
    const file = document.querySelector('input')!.files![0]!, fractions: number[] = [], tasks: number[] = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ entryTypes: ['longtask'] });
    let last = performance.now(), longest = 0;
    const clock = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 10);
    const began = performance.now();
    const seen = await statistics(file, { label: 'kind', onProgress: ({ fraction }) => fractions.push(fraction) });
    const model = await seen.fit({ method: 'lda', dims: 2 }), seconds = (performance.now() - began) / 1000;
    clearInterval(clock);
    observer.disconnect();
    const { rows, cols, classes } = seen.info, [label] = await model.predictLabels([Array.from({ length: cols }, () => 0.5)]);
    return { bytes: file.size, rows, cols, classes, label, seconds, fractions, longTasks: tasks, longest };
  },

  /** Without a worker. */
  async here() {
    const tanda = await load({ worker: false });
    const table = noise(50, 4);
    const model = await tanda.fit({ ...table, method: 'lda', dims: 3 });
    return (await model.transform(table.data)).length;
  },
};

export type Tests = typeof tests;
(globalThis as unknown as { tests: Tests }).tests = tests;
