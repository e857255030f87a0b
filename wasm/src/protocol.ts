// What travels between the page and the engine, in a worker or not.
import type { Failure } from './errors.js';
import type { LinearMap, ModelInfo } from './results.js';
import type { Bytes, Doubles, Floats, Ints } from './types.js';

/** Options as the C ABI takes them: words and texts. */
export type OptionText = [name: string, value: string][];

export interface PlainSamples {
  data: Floats | Doubles;
  rows: number;
  cols: number;
  labels?: Ints | undefined;
  classes?: readonly string[] | undefined;
  features?: readonly string[] | undefined;
  patches?: Ints | undefined;
}

/** A model by its number; with its bytes when the engine does not have it (any more). */
export interface ModelRef {
  id: number;
  bytes?: Bytes | undefined;
}

export type Request =
  | { op: 'methods'; words: OptionText }
  | { op: 'plan'; words: OptionText; sizes: [rows: number, cols: number, classes: number, largestClass: number] }
  | { op: 'readCsv'; words: OptionText; text: Bytes; model?: ModelRef | undefined }
  | { op: 'csvLayout'; words: OptionText; text: Bytes }
  | { op: 'fit'; words: OptionText; samples: PlainSamples; id: number }
  | { op: 'tune'; words: OptionText; samples: PlainSamples; workers?: number }
  | { op: 'evaluate'; words: OptionText; samples: PlainSamples; strata?: Ints | undefined; reports?: string | undefined; workers?: number }
  | { op: 'readBegin'; words: OptionText; model?: ModelRef | undefined }
  | { op: 'readPiece'; text: Bytes }
  | { op: 'readEnd' }
  | { op: 'split'; words: OptionText; labels: Ints; number: number }
  | { op: 'open'; bytes: Bytes; id: number }
  | { op: 'transform' | 'predict'; model: ModelRef; data: Floats; rows: number }
  | { op: 'export'; model: ModelRef; words: OptionText }
  | { op: 'free'; id: number };

/** A model that was made: its bytes stay with the client, so that it outlives the engine. */
export interface MadeModel {
  info: ModelInfo;
  bytes: Bytes;
  map: LinearMap | null;
}

export type ToWorker = { module: WebAssembly.Module } | { request: Request };
export type FromWorker =
  | { ready: true }
  | { stage: string; fraction: number }
  | { result: unknown }
  | { failure: Failure; usable: boolean };

/** The buffers in a message that can be moved instead of copied. */
export function buffersOf(message: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const look = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
    } else if (Array.isArray(value)) {
      if (typeof value[0] === 'object') value.forEach(look);
    } else if (value && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
      Object.values(value).forEach(look);
    }
  };
  look(message);
  return [...found];
}
