// The functions of the package, for a platform: browsers and Node differ in how they load.
import { LocalChannel, WorkerChannel } from './channel.js';
import { Tanda, type Model } from './client.js';
import { refused } from './errors.js';
import { compile, needSimd, type ReadBytes, type WasmSource } from './loader.js';
import type { MethodId } from './methods.js';
import { noWords, plainOptions } from './samples.js';
import type { CallOptions, CsvLayout, CsvOptions, EvaluateOptions, FitOptions, Json, MethodInfo, Named, PlanOptions, Table } from './types.js';

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
  csvLayout(text: string | Uint8Array | ArrayBuffer | Blob, options?: CsvOptions): Promise<CsvLayout>;
  fit<M extends MethodId>(options: FitOptions<M>): Promise<Model>;
  tune<M extends MethodId>(options: Named<FitOptions<M>, M>): Promise<Json>;
  evaluate(options: EvaluateOptions): Promise<Json>;
  open(bytes: Uint8Array | ArrayBuffer, options?: CallOptions): Promise<Model>;
}

export function bind(platform: Platform): Functions {
  const one = shared(() => start(platform, {}));
  const ofOne = (name: Exclude<keyof Functions, 'load'>) => async (given?: any, options?: any): Promise<any> => (await one())[name](given, options);
  return {
    load: (options) => (options === undefined ? one() : start(platform, options)),
    methods: ofOne('methods'), plan: ofOne('plan'), readCsv: ofOne('readCsv'), csvLayout: ofOne('csvLayout'), fit: ofOne('fit'),
    tune: ofOne('tune'), evaluate: ofOne('evaluate'), open: ofOne('open'),
  };
}

async function start(platform: Platform, given: unknown): Promise<Tanda> {
  needSimd();
  const { worker, wasm, memoryLimit = '1GiB' } = read(given);
  const make = workerOf(platform, worker);
  // The address is written out in full, because that is how bundlers find the file. Compiled once: a worker that takes the
  // place of one that was stopped gets the same module.
  const module = await compile(wasm ?? new URL('./tanda.wasm', import.meta.url), platform.read);
  const tanda = new Tanda(() => (make ? WorkerChannel.open(make, module) : LocalChannel.open(module)), make !== undefined, memoryLimit);
  await tanda.methods();  // whatever can go wrong with loading goes wrong here
  return tanda;
}

function read(given: unknown): LoadOptions {
  try {
    const { worker, wasm, memoryLimit, ...others } = plainOptions(given) as LoadOptions;
    noWords(others);
    return { worker, wasm, memoryLimit };
  } catch (error) {
    throw refused(error);
  }
}

/** The same for all who ask, unless it fails or is closed: then another is started. */
function shared(make: () => Promise<Tanda>): () => Promise<Tanda> {
  let made: Promise<Tanda> | undefined;
  return async () => {
    const before = made;
    if ((await before?.catch(() => undefined))?.closed && made === before) made = undefined;
    return (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
  };
}

function workerOf(platform: Platform, wanted: LoadOptions['worker']): (() => Worker) | undefined {
  if (wanted === false) return undefined;
  if (wanted === undefined || wanted === true) return platform.worker;
  return typeof wanted === 'function' ? wanted : () => new Worker(wanted, { type: 'module' });
}
