// Which rows are fitted and which are held out: the first split of an evaluation with the same part and seed.
import { TandaError } from 'tanda';
import { live } from '../app/engine.js';
import { isLabelled, type Data } from './data.js';

export interface Split {
  /** With the rows that have no label. */
  train: Int32Array;
  heldOut: Int32Array;
  /** By row. */
  isHeldOut: Uint8Array;
}

export async function splitOf(data: Data, part: number, seed: number): Promise<Split> {
  const heldOut = isLabelled(data) && part < 1 ? await tested(data.labels, part, seed) : new Int32Array(),
    isHeldOut = new Uint8Array(data.rows);
  for (const i of heldOut) isHeldOut[i] = 1;
  const train = Int32Array.from({ length: data.rows }, (_, i) => i).filter((i) => !isHeldOut[i]);
  return { train, heldOut, isHeldOut };
}

/** None where each class has one row. */
async function tested(labels: Int32Array, train: number, seed: number): Promise<Int32Array> {
  try {
    return (await (await live()).split({ labels, train, seed })).test;
  } catch (error) {
    if (error instanceof TandaError && error.code === 'too_few_samples') return new Int32Array();
    throw error;
  }
}
