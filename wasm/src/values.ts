// Checks of the caller's values: which are numbers, and error messages about the others.
import { TandaError } from './errors.js';
import type { Bytes, Numbers } from './types.js';

/** Whether it is an array or a typed array, and not a text or something else with a length. */
export function isNumbers(value: unknown): value is Numbers {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
}

/** The length of an array; refuses one that was moved, which would look empty. */
export function lengthOf(name: string, list: unknown): number {
  if (!isNumbers(list)) throw new TandaError('bad_argument', `${name}: ${shown(list)} is not an array`);
  if (list.length === 0 && ArrayBuffer.isView(list) && isMoved(list.buffer)) throw new TandaError('bad_argument', `${name}: the array was moved away`);
  return list.length;
}

function isMoved(buffer: ArrayBufferLike): boolean {
  try {
    return !new Uint8Array(buffer);
  } catch {
    return true;
  }
}

/**
 * Fills `to` with the numbers that begin at `from`; `first` is the index of the first of them in rows of `cols`, to locate a
 * value that is not a number. Checked after rounding: 1e39 is infinite in single precision.
 */
export function copyNumbers(values: Numbers, from: number, to: Float32Array | Float64Array, first: number, cols: number): void {
  for (let i = 0; i < to.length; ++i) {
    const value: unknown = values[from + i];
    if (typeof value === 'number') to[i] = value;
    if (typeof value !== 'number' || !Number.isFinite(to[i])) throw notANumber(value, first + i, cols);
  }
}

/** The error about the value at that index of rows of `cols`. */
function notANumber(value: unknown, index: number, cols: number): TandaError {
  if (value === undefined || value === null || value === '')
    return new TandaError('missing_value', `${place(index, cols)}: the value is missing`, 'leave the row out, or fill the value in');
  if (typeof value !== 'number')
    return new TandaError('not_a_number', `${place(index, cols)}: ${shown(value)} is not a number`, 'convert it first');
  return notFinite(value, index, cols);
}

export function notFinite(value: number, index: number, cols: number): TandaError {
  return new TandaError('not_finite', `${place(index, cols)}: ${Number.isFinite(value) ? `${value} is too large for single precision` : value}`,
    'remove or correct the sample');
}

const place = (index: number, cols: number) => `row ${Math.floor(index / cols) + 1}, column ${(index % cols) + 1}`;

/** A value as text for a message: short, and never throws. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (value === null || ['undefined', 'number', 'boolean'].includes(typeof value)) return String(value);
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A copy, which the caller cannot change. */
export function copyBytes(source: unknown): Bytes {
  if (ArrayBuffer.isView(source)) return new Uint8Array(new Uint8Array(source.buffer, source.byteOffset, source.byteLength));
  if (source instanceof ArrayBuffer) return new Uint8Array(source.slice(0));
  throw new TandaError('bad_argument', `${shown(source)} is neither bytes nor text`, 'give a Uint8Array, an ArrayBuffer or a Blob');
}
