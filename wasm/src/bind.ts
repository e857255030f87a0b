// The functions of the package, for a platform: browsers and Node differ in how they load.
import { WorkerChannel, type Channel, type WorkerLike } from './channel.js';
import { Tanda } from './client.js';
import { refused } from './errors.js';
import { packageFile, compile, needSimd, type ReadModule, type WasmSource } from './loader.js';
import { refuseOptions, plainOptions } from './options.js';

export interface LoadOptions {
  /**
   * Where to compute. Default or true: in a worker of its own. False: in this thread. An address: in a worker loaded from there.
   * A function: in the worker it returns, which runs worker.js of this package (in Node: thread.js).
   */
  worker?: boolean | string | URL | (() => WorkerLike) | undefined;
  /** Another place for tanda.wasm: its address, its bytes or the compiled module. */
  wasm?: WasmSource | undefined;
  /** The most bytes that a fit may take. Default 1 GiB. */
  memoryLimit?: number | undefined;
}

export interface Platform {
  read: ReadModule;
  /** The worker of the package. */
  worker(): WorkerLike;
  /** A worker from another address. */
  start(address: string | URL): WorkerLike;
}

type Shared = 'methods' | 'plan' | 'split' | 'readCsv' | 'scanCsv' | 'csvLayout' | 'statistics' | 'openStatistics' | 'fit' | 'tune' | 'evaluate' | 'open';

export interface Functions extends Pick<Tanda, Shared> {
  load(options?: LoadOptions): Promise<Tanda>;
}

export function bind(platform: Platform): Functions {
  let one: Tanda | undefined;
  /** The same instance for all calls, until it is closed. */
  const shared = () => (one && !one.closed ? one : (one = make(platform, {})));
  return {
    async load(options) {
      const tanda = options === undefined ? shared() : make(platform, options);
      await tanda.methods();  // errors of loading are thrown here
      return tanda;
    },
    methods: (options) => shared().methods(options),
    plan: (options) => shared().plan(options),
    split: (options) => shared().split(options),
    readCsv: (source, options) => shared().readCsv(source, options),
    scanCsv: (source, options) => shared().scanCsv(source, options),
    csvLayout: (source, options) => shared().csvLayout(source, options),
    statistics: (source, options) => shared().statistics(source, options),
    openStatistics: (bytes, options) => shared().openStatistics(bytes, options),
    fit: (options) => shared().fit(options),
    tune: (options) => shared().tune(options),
    evaluate: (options) => shared().evaluate(options),
    open: (bytes, options) => shared().open(bytes, options),
  };
}

function make(platform: Platform, given: unknown): Tanda {
  const { worker, wasm, memoryLimit = 2 ** 30 } = read(given), start = workerOf(platform, worker);
  let module: Promise<WebAssembly.Module> | undefined;
  // Compiled once: all workers, including those that replace a stopped one, get the same module.
  // The address is written out in full, because that is how bundlers find the file.
  const compiled = () => (module ??= compile(wasm ?? packageFile(new URL('./tanda.wasm', import.meta.url)), platform.read).catch((error: unknown) => {
    module = undefined;  // a later attempt may succeed
    throw error;
  }));
  const open = async (): Promise<Channel> => {
    needSimd();
    if (start) return WorkerChannel.open(start, compiled());
    const { LocalChannel } = await import('./local.js');
    return LocalChannel.open(compiled());
  };
  return new Tanda(open, start !== undefined, memoryLimit);
}

function read(given: unknown): LoadOptions {
  try {
    const { worker, wasm, memoryLimit, ...others } = plainOptions(given) as LoadOptions;
    refuseOptions(others);
    return { worker, wasm, memoryLimit };
  } catch (error) {
    throw refused(error);
  }
}

function workerOf(platform: Platform, wanted: LoadOptions['worker']): (() => WorkerLike) | undefined {
  if (wanted === false) return undefined;
  if (wanted === undefined || wanted === true) return platform.worker;
  return typeof wanted === 'function' ? wanted : () => platform.start(wanted);
}
