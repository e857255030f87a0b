// The messages between the page and the engine, in a worker or not.
import type { Failure } from './errors.js';
import type { LinearMap, ModelInfo, StatisticsInfo } from './results.js';
import type { Bytes, Doubles, Floats, Ints } from './types.js';

/** Options as the C ABI takes them: names and texts. */
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

/** A model by its number; with its bytes if the engine does not hold it. */
export interface ModelRef {
  id: number;
  bytes?: Bytes | undefined;
}

/** The operations of a model on rows. */
export type Applied = 'transform' | 'predict' | 'scores' | 'neighbors';

/** The result of a text that is read in pieces. */
export type ReadInto = 'table' | 'statistics' | 'scan';

export type Request =
  | { op: 'methods'; texts: OptionText }
  | { op: 'plan'; texts: OptionText; sizes: [rows: number, cols: number, classes: number, largestClass: number] }
  | { op: 'readCsv'; texts: OptionText; text: Bytes; model?: ModelRef | undefined; into?: ReadInto }
  | { op: 'csvLayout'; texts: OptionText; text: Bytes }
  | { op: 'fit'; texts: OptionText; samples: PlainSamples; id: number }
  | { op: 'tune'; texts: OptionText; samples: PlainSamples; workers?: number }
  | { op: 'evaluate'; texts: OptionText; samples: PlainSamples; strata?: Ints | undefined; reports?: string | undefined; workers?: number }
  | { op: 'readBegin'; texts: OptionText; model?: ModelRef | undefined; into?: ReadInto }
  | { op: 'readPiece'; text: Bytes }
  | { op: 'readEnd' }
  | { op: 'split'; texts: OptionText; labels: Ints; number: number }
  | { op: 'open'; bytes: Bytes; id: number }
  | { op: Applied; model: ModelRef; data: Floats; rows: number; k?: number }
  | { op: 'statistics'; texts: OptionText; parts: Bytes[]; samples?: PlainSamples }
  | { op: 'fitStatistics'; texts: OptionText; bytes: Bytes; id: number }
  | { op: 'export'; model: ModelRef; texts: OptionText }
  | { op: 'free'; id: number };

/** A model that was made: its bytes stay with the client, so that it outlives the engine. */
export interface MadeModel {
  info: ModelInfo;
  bytes: Bytes;
  map: LinearMap | null;
}

/** Statistics: their bytes stay with the client, too. */
export interface MadeStatistics {
  info: StatisticsInfo;
  bytes: Bytes;
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
