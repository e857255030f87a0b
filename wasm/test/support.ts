// What the tests share: small tables, and what an error has to look like.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { load, TandaError, type ErrorCode } from 'tanda';

/** Folder of the project, for its tables. */
export const project = new URL(process.env['TANDA_PROJECT']!);

export const table = (name: string) => readFile(new URL(`native/data/${name}.csv`, project), 'utf8');

/** The tests' page as a browser can read it without a bundler, the package in a folder beside it. */
export const plainPage = () =>
  readFileSync('page.js', 'utf8').replaceAll('"tanda"', '"./tanda/index.js"').replaceAll('"tanda/run"', '"./tanda/run.js"');

/** Classes in clouds that lie apart, from a generator that is the same everywhere. */
export function clouds(rows: number, cols: number, classes = 3) {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const labels = Int32Array.from({ length: rows }, (_, i) => i % classes);
  const data = Float32Array.from({ length: rows * cols }, (_, at) => {
    const row = Math.floor(at / cols), col = at % cols;
    return random() + (col < 2 ? 1.5 * ((labels[row]! + col) % classes) : 0);
  });
  return { data, rows, cols, labels };
}

/** The promise fails with a TandaError of that code, with words for people. */
export async function refuses(promise: Promise<unknown>, code: ErrorCode, message = /./): Promise<void> {
  await assert.rejects(promise, (error: unknown) => {
    assert.ok(error instanceof TandaError, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    assert.equal(error.name, 'TandaError');
    assert.doesNotMatch(error.message + error.remedy, /--[a-z]/, 'speaks of the command line');
    return true;
  });
}

/** An instance of the module, seen from below. */
export interface Inside {
  memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  free(pointer: number): void;
}

/** An engine of its own in this thread, and a look into its module: the one it has now, and how many it has had. */
export async function watched() {
  const instantiate = WebAssembly.instantiate, instances: Inside[] = [];
  WebAssembly.instantiate = (async (module: WebAssembly.Module, imports: WebAssembly.Imports) => {
    const instance = await instantiate(module, imports);
    instances.push(instance.exports as unknown as Inside);
    return instance;
  }) as never;
  const tanda = await load({ worker: false });
  return {
    tanda,
    get inside() { return instances.at(-1)!; },
    get memory() { return instances.at(-1)!.memory; },
    get instances() { return instances.length; },
    end() {
      tanda.close();
      WebAssembly.instantiate = instantiate;
    },
  };
}
