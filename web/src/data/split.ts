// Which rows are fitted to and which are held out: the same part of every class, by a seed.
import type { Data } from './data.js';
import { generator, shuffle } from './random.js';

export interface Split {
  train: Int32Array;
  heldOut: Int32Array;
  /** By row. */
  isHeldOut: Uint8Array;
}

export function splitOf(data: Data, part: number, seed: number): Split {
  const random = generator(seed),
    isHeldOut = new Uint8Array(data.rows);
  if (data.classes.length > 0 && part < 1) {
    for (let c = 0; c < data.classes.length; ++c) {
      const members = shuffle(Int32Array.from(all(data.rows).filter((i) => data.labels[i] === c)), random);
      const kept = Math.min(Math.max(Math.round(part * members.length), 1), Math.max(members.length - 1, 1));
      for (const i of members.subarray(kept)) isHeldOut[i] = 1;
    }
  }
  const rows = all(data.rows);
  return { train: rows.filter((i) => !isHeldOut[i]), heldOut: rows.filter((i) => isHeldOut[i]!), isHeldOut };
}

const all = (rows: number) => Int32Array.from({ length: rows }, (_, i) => i);
