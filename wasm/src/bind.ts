// The functions of the package, for a platform: browsers and Node differ in how they load.
import { LocalChannel, WorkerChannel } from './channel.js';
import { Tanda, type Model } from './client.js';
import { compile, needSimd, type ReadBytes, type WasmSource } from './loader.js';
import type { MethodId } from './methods.js';
import type { CallOptions, CsvOptions, EvaluateOptions, FitOptions, Json, MethodInfo, PlanOptions, Table } from './types.js';

export interface LoadOptions {
  /**
   * Where to compute. Left out or true: in a worker of its own (in Node: in this thread). False: in this thread.
   * An address: a worker from there. A function: the worker it makes, which runs worker.js of this package.
   */
  worker?: boolean | string | URL | (() => Worker) | undefined;
  /** Another place for tanda.wasm: its address, its bytes or the compiled module. */
  wasm?: WasmSource | undefined;
  /** What a fit may take at most, in bytes or as '512M'. 1 GiB if not said. */
  memoryLimit?: number | string | undefined;
}

export interface Platform {
  read: ReadBytes;
  /** None: there is no worker unless one is asked for. */
  worker?: () => Worker;
}

export interface Functions {
  load(options?: LoadOptions): Promise<Tanda>;
  methods(options?: CallOptions): Promise<MethodInfo[]>;
  plan<M extends MethodId>(options: PlanOptions<M>): Promise<number>;
  readCsv(text: string | Uint8Array | ArrayBuffer | Blob, options?: CsvOptions & { model?: Model | undefined }): Promise<Table>;
  fit<M extends MethodId>(options: FitOptions<M>): Promise<Model>;
  tune<M extends MethodId>(options: FitOptions<M>): Promise<Json>;
  evaluate(options: EvaluateOptions): Promise<Json>;
  open(bytes: Uint8Array | ArrayBuffer, options?: CallOptions): Promise<Model>;
}

export function bind(platform: Platform): Functions {
  const one = once(() => start(platform, {}));
  return {
    load: (options) => (options ? start(platform, options) : one()),
    methods: async (options) => (await one()).methods(options),
    plan: async (options) => (await one()).plan(options),
    readCsv: async (text, options) => (await one()).readCsv(text, options),
    fit: async (options) => (await one()).fit(options),
    tune: async (options) => (await one()).tune(options),
    evaluate: async (options) => (await one()).evaluate(options),
    open: async (bytes, options) => (await one()).open(bytes, options),
  };
}

async function start(platform: Platform, options: LoadOptions): Promise<Tanda> {
  needSimd();
  const make = workerOf(platform, options.worker);
  // The address is written out in full, because that is how bundlers find the file. Compiled once: a worker that takes the
  // place of one that was stopped gets the same module.
  const module = await compile(options.wasm ?? new URL('./tanda.wasm', import.meta.url), platform.read);
  const tanda = new Tanda(() => (make ? WorkerChannel.open(make(), module) : LocalChannel.open(module)),
    make !== undefined, options.memoryLimit ?? '1GiB');
  await tanda.methods();  // whatever can go wrong with loading goes wrong here
  return tanda;
}

/** The same promise for all who ask, unless it fails: another try may succeed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make().catch((error: unknown) => {
    made = undefined;
    throw error;
  }));
}

function workerOf(platform: Platform, wanted: LoadOptions['worker']): (() => Worker) | undefined {
  if (wanted === false) return undefined;
  if (wanted === undefined || wanted === true) return platform.worker;
  return typeof wanted === 'function' ? wanted : () => new Worker(wanted, { type: 'module' });
}
