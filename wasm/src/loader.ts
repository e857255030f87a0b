import { messageOf, TandaError } from './errors.js';
import type { Exports } from './memory.js';
import type { Bytes } from './types.js';

/** The possible sources of the module. */
export type WasmSource = string | URL | BufferSource | WebAssembly.Module;

/** Reads an address: by fetch in browsers, from files in Node. */
export type ReadModule = (address: URL) => Promise<Bytes | Response>;

/**
 * Throws a clear error before anything is loaded if there is no SIMD: the engine's own error would mention only bytes and
 * offsets.
 */
export function needSimd(): void {
  if (hasSimd()) return;
  throw new TandaError('unsupported', 'this browser or engine has no WebAssembly SIMD',
    'use Chrome or Edge 91, Firefox 89, Safari 16.4, Node 18, or a newer one');
}

/** Whether a function with one SIMD instruction (splat) is valid. */
function hasSimd(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(Uint8Array.of(
    0, 97, 115, 109, 1, 0, 0, 0,  // magic, version
    1, 5, 1, 96, 0, 1, 123,       // type: () → v128
    3, 2, 1, 0,                   // one function of it
    10, 8, 1, 6, 0, 65, 0, 253, 15, 11,  // i32.const 0, i8x16.splat
  ));
}

export async function compile(source: WasmSource, read: ReadModule): Promise<WebAssembly.Module> {
  const module = source instanceof WebAssembly.Module ? source : await compileBytes(source, read);
  if (WebAssembly.Module.exports(module).some(({ name }) => name === 'tanda_wasm_progress')) return module;
  throw new TandaError('cannot_load', 'this WebAssembly module is not tanda\'s', remedy);
}

async function compileBytes(source: string | URL | BufferSource, read: ReadModule): Promise<WebAssembly.Module> {
  const found = typeof source === 'string' || source instanceof URL ? await readWasm(source, read) : source;
  try {
    return await (isAnswer(found) ? WebAssembly.compileStreaming(found) : WebAssembly.compile(found));
  } catch (cause) {
    if (isAnswer(found) && !(cause instanceof WebAssembly.CompileError)) throw unread(String(source), cause);
    throw new TandaError('unsupported', `this engine cannot compile tanda: ${messageOf(cause)}`,
      'use a browser of 2023 or newer, or Node 18; on a page with a content security policy, allow script-src \'wasm-unsafe-eval\'',
      { cause });
  }
}

/** Bytes, or the response of a server with the WebAssembly content type, which is compiled while it arrives. */
async function readWasm(address: string | URL, read: ReadModule): Promise<Bytes | Response> {
  let bytes: Bytes;
  try {
    const found = await read(new URL(address, typeof location === 'object' ? location.href : undefined));
    if (isAnswer(found) && found.headers.get('content-type') === 'application/wasm' && 'compileStreaming' in WebAssembly) return found;
    bytes = isAnswer(found) ? new Uint8Array(await found.arrayBuffer()) : found;
  } catch (cause) {
    throw unread(String(address), cause);
  }
  if (bytes[0] === 0 && bytes[1] === 97 && bytes[2] === 115 && bytes[3] === 109) return bytes;
  const html = new TextDecoder().decode(bytes.slice(0, 64)).trimStart().startsWith('<');
  throw new TandaError('cannot_load', `${address} is not WebAssembly: the server answered ${html ? 'an HTML page' : 'something else'}`, remedy);
}

/** Does not mention `Response`, because Node would load its implementation. */
const isAnswer = (found: unknown): found is Response => typeof found === 'object' && found !== null && 'headers' in found;

const unread = (address: string, cause: unknown) => new TandaError('cannot_load', `${address} cannot be read: ${messageOf(cause)}`, remedy, { cause });

const remedy = 'serve tanda.wasm of the package beside its JavaScript, or say where it is with load({ wasm })';

export async function fetchModule(address: URL): Promise<Response> {
  const answer = await fetch(address, { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer;
}

/**
 * The absolute address of a file in the folder of this one. Vite's dev server bundles the JavaScript of a package into another
 * folder, while the other files stay where they are; Next.js makes the address a path.
 */
export const packageFile = (address: URL) => new URL(String(address).replace(/\/\.vite\/deps\w*\//, '/tanda/'), typeof location === 'object' ? location.href : undefined);

/** Thrown through the frames of the module, which cannot throw itself, when memory runs out. The instance is not used again. */
export class Aborted extends Error {}

/** TANDA_SPELLING_JAVASCRIPT of tanda.h: messages write options as `missing: 'drop'`. */
const javascriptSpelling = 3;

/** Makes an instance with its few imports. `ask` is called with the progress and returns whether to continue. */
export async function instantiate(module: WebAssembly.Module, ask: (stage: number, fraction: number) => boolean): Promise<Exports> {
  let exports: Exports | undefined;
  const view = () => new DataView(exports!.memory.buffer);
  const nothing = () => 0;
  const known: Record<string, Record<string, WebAssembly.ImportValue>> = {
    tanda: { progress: (stage: number, fraction: number) => (ask(stage, fraction) ? 0 : 1) },
    env: { emscripten_notify_memory_growth: nothing },
    wasi_snapshot_preview1: {
      clock_time_get: (_clock: number, _precision: bigint, at: number) => {
        view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
      proc_exit: () => {
        throw new Aborted();
      },
    },
  };
  // Other imports of the C library (files, the environment) are not available: they return errno 52, not supported.
  const imports: WebAssembly.Imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = known[from]?.[name] ?? (() => 52);
  try {
    exports = (await WebAssembly.instantiate(module, imports)).exports as unknown as Exports;
  } catch (cause) {  // its memory could not be allocated
    throw new TandaError('out_of_memory', `memory ran out: ${messageOf(cause)}`, 'close what is not needed', { cause });
  }
  (exports['_initialize'] as () => void)();
  (exports['tanda_spelling'] as (spelling: number) => number)(javascriptSpelling);
  return exports;
}
