// Cuts a module in two: what usual work runs, and the rest, which the loader fetches when something first needs it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mentions, parse } from './binary.mjs';
import { usualWork } from './usual.mjs';

/** What a browser without SIMD has, and SIMD, which only a module that is for others uses. */
const features = ['--mvp-features', '--enable-mutable-globals', '--enable-sign-ext', '--enable-simd'];

/** What must not be left in the middle by a function that is missing, or memory would be in disorder; and the way to say that it ran out. */
const unbroken = ['malloc', 'realloc', 'free', 'tanda_wasm_begin', 'tanda_wasm_undo', 'tanda_code_name', 'tanda_code_text', 'tanda_code_remedy'];

/** `load` is that of the package, which runs the work. */
export async function split(module, load) {
  const folder = mkdtempSync(join(tmpdir(), 'tanda-split-'));
  const at = (name) => join(folder, name);
  const wasmSplit = (...words) => execFileSync('wasm-split', [...features, at('module'), ...words], { stdio: 'inherit' });
  try {
    writeFileSync(at('module'), module);
    wasmSplit('--instrument', '-o', at('instrumented'));
    const ran = withAllOf(unbroken, module, await profile(readFileSync(at('instrumented')), load));
    writeFileSync(at('profile'), ran);
    const build = `rest-${createHash('sha256').update(module).update(ran).digest('hex').slice(0, 8)}`;  // as in src/loader.ts
    wasmSplit('--split', `--profile=${at('profile')}`, '-o1', at('first'), '-o2', at('rest'),
      `--import-namespace=${build}`, `--placeholder-namespace=${build}`, '--export-prefix=%');
    return { first: readFileSync(at('first')), rest: readFileSync(at('rest')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The profile as if all that these functions may call had been run. It has eight bytes, then a number for each function: when it
 * first ran, if it did.
 */
function withAllOf(names, module, profile) {
  const { bodies, imported, exports } = parse(module);
  const numbers = new DataView(profile.buffer, 8);
  if (numbers.byteLength !== 4 * bodies.length) throw new Error('split.mjs does not know this form of profile');
  const reached = new Set(names.map((name) => exports.get(name) - imported));
  for (const which of reached) {
    if (!(which >= 0)) throw new Error(`the module has not all of ${names}`);
    numbers.setUint32(4 * which, numbers.getUint32(4 * which, true) || 1, true);
    for (const [, , called] of mentions(bodies[which])) if (called >= imported) reached.add(called - imported);
  }
  return profile;
}

/** Which functions of an instrumented module usual work ran, in wasm-split's own format. */
async function profile(wasm, load) {
  const instantiate = WebAssembly.instantiate;
  let exports;
  WebAssembly.instantiate = async (...given) => {
    const instance = await instantiate(...given);
    exports = instance.exports;
    return instance;
  };
  const tanda = await load({ wasm, worker: false }).finally(() => (WebAssembly.instantiate = instantiate));
  await usualWork(tanda);
  const size = exports.__write_profile(0, 0), room = exports.malloc(size);
  exports.__write_profile(room, size);
  return new Uint8Array(exports.memory.buffer, room, size).slice();
}
