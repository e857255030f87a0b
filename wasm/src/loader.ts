import { messageOf, TandaError } from './errors.js';
import type { Exports } from './memory.js';
import type { Bytes } from './types.js';

/** Where a module may come from. */
export type WasmSource = string | URL | BufferSource | WebAssembly.Module;

/** Gets the bytes behind an address: fetch in browsers, files in Node. */
export type ReadBytes = (address: URL) => Promise<Bytes>;

/** Says so before anything is loaded: the engine's own error would speak of bytes and offsets. */
export function needSimd(): void {
  if (hasSimd()) return;
  throw new TandaError('unsupported', 'this browser or engine has no WebAssembly SIMD',
    'use Chrome or Edge 91, Firefox 89, Safari 16.4, Node 18, or a newer one');
}

/** A function of one splat is valid. */
function hasSimd(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(Uint8Array.of(
    0, 97, 115, 109, 1, 0, 0, 0,  // magic, version
    1, 5, 1, 96, 0, 1, 123,       // type: () → v128
    3, 2, 1, 0,                   // one function of it
    10, 8, 1, 6, 0, 65, 0, 253, 15, 11,  // i32.const 0, i8x16.splat
  ));
}

export async function compile(source: WasmSource, read: ReadBytes): Promise<WebAssembly.Module> {
  const module = source instanceof WebAssembly.Module ? source : await compileBytes(source, read);
  if (WebAssembly.Module.exports(module).some(({ name }) => name === 'tanda_wasm_begin')) return module;
  throw new TandaError('cannot_load', 'this WebAssembly module is not tanda\'s', remedy);
}

async function compileBytes(source: string | URL | BufferSource, read: ReadBytes): Promise<WebAssembly.Module> {
  const bytes = typeof source === 'string' || source instanceof URL ? await readWasm(source, read) : source;
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw new TandaError('unsupported', `this engine cannot compile tanda: ${messageOf(cause)}`,
      'use a browser of 2023 or newer, or Node 18; on a page with a content security policy, allow script-src \'wasm-unsafe-eval\'',
      { cause });
  }
}

async function readWasm(address: string | URL, read: ReadBytes): Promise<Bytes> {
  let bytes: Bytes;
  try {
    bytes = await read(new URL(address, typeof location === 'object' ? location.href : undefined));
  } catch (cause) {
    throw new TandaError('cannot_load', `${address} cannot be read: ${messageOf(cause)}`, remedy, { cause });
  }
  if (bytes[0] === 0 && bytes[1] === 97 && bytes[2] === 115 && bytes[3] === 109) return bytes;
  const html = new TextDecoder().decode(bytes.slice(0, 64)).trimStart().startsWith('<');
  throw new TandaError('cannot_load', `${address} is not WebAssembly: the server answered ${html ? 'an HTML page' : 'something else'}`, remedy);
}

const remedy = 'serve tanda.wasm of the package beside its JavaScript, or say where it is with load({ wasm }); ' +
  'for Vite\'s dev server set optimizeDeps: { exclude: [\'tanda\'] }';

export async function fetchBytes(address: URL): Promise<Bytes> {
  const answer = await fetch(address, { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Thrown past the frames of the module, where it would have thrown itself: memory ran out. */
export class Exhausted extends Error {}

/** An instance with its few imports. `ask` hears of progress and says whether to go on. */
export async function instantiate(module: WebAssembly.Module, ask: (stage: number, part: number) => boolean): Promise<Exports> {
  let exports: Exports | undefined;
  const view = () => new DataView(exports!.memory.buffer);
  const nothing = () => 0;
  const known: Record<string, Record<string, WebAssembly.ImportValue>> = {
    tanda: { progress: (stage: number, part: number) => (ask(stage, part) ? 0 : 1) },
    env: { emscripten_notify_memory_growth: nothing },
    wasi_snapshot_preview1: {
      clock_time_get: (_clock: number, _precision: bigint, at: number) => {
        view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
      proc_exit: () => {
        throw new Exhausted();
      },
    },
  };
  // What else the C library could ask for (files, the environment) is not there: errno 52, not supported.
  const imports: WebAssembly.Imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = known[from]?.[name] ?? (() => 52);
  exports = (await WebAssembly.instantiate(module, imports)).exports as unknown as Exports;
  (exports['_initialize'] as () => void)();
  return exports;
}
