// The map of a linear model, from a file that the core has just written: docs/MODEL_FILE.md. Untrusted files are read by
// reader.ts.
import type { LinearMap } from './results.js';
import type { Bytes, Floats } from './types.js';

const projection = 1, offset = 2, mean = 3;

/** Null for other models. */
export function linearMap(file: Bytes): LinearMap | null {
  const view = new DataView(file.buffer, file.byteOffset, file.length), found: Floats[] = [];
  if (view.getUint32(60, true) !== 0) return null;
  for (let section = 0, at = 64; section < view.getUint32(56, true); ++section, at += 24) {
    const begin = file.byteOffset + view.getUint32(at + 8, true), length = view.getUint32(at + 16, true);
    if (view.getUint32(at, true) <= mean) found[view.getUint32(at, true)] = new Float32Array(file.buffer.slice(begin, begin + length));
  }
  return { components: found[projection]!, mean: found[mean]!, offset: found[offset]! };
}
