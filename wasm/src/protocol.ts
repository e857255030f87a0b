// What travels between the page and the engine, in a worker or not.
import type { Failure } from './errors.js';
import type { Bytes, Doubles, Floats, Ints, ModelInfo } from './types.js';

/** Options as the C ABI takes them: words and texts. */
export type Words = [name: string, value: string][];

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
  | { op: 'methods'; words: Words }
  | { op: 'plan'; words: Words; sizes: [rows: number, cols: number, classes: number, largestClass: number] }
  | { op: 'readCsv'; words: Words; text: Bytes; model?: ModelRef | undefined }
  | { op: 'csvLayout'; words: Words; text: Bytes }
  | { op: 'fit'; words: Words; samples: PlainSamples; id: number }
  | { op: 'tune'; words: Words; samples: PlainSamples }
  | { op: 'evaluate'; words: Words; samples: PlainSamples; strata?: Ints | undefined }
  | { op: 'open'; bytes: Bytes; id: number }
  | { op: 'transform' | 'predict'; model: ModelRef; data: Floats; rows: number }
  | { op: 'export'; model: ModelRef; words: Words }
  | { op: 'free'; id: number };

/** A model that was made: its bytes stay with the client, so that it outlives the engine. */
export interface MadeModel {
  info: ModelInfo;
  bytes: Bytes;
}

export type ToWorker = { module: WebAssembly.Module } | { request: Request; progress: boolean };
export type FromWorker =
  | { ready: true }
  | { stage: string; part: number }
  | { result: unknown } | { failure: Failure };

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
