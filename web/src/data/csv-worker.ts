// Reads a file in pieces, keeps its columns, and makes the table that was decided on.
import type { CsvLayout } from 'tanda';
import { notesOf } from './notes.js';
import { Scanner, type RawColumn, type Scan } from './scan.js';

export interface Decision {
  /** A column number, or -1. */
  label: number;
  /** Columns to use as features. */
  features: number[];
  missing: 'drop' | 'mean';
}

export interface Made {
  data: Float32Array;
  rows: number;
  labels: Int32Array;
  classes: string[];
  /** Names of the rows, if a column has them. */
  ids: string[] | null;
  dropped: number;
  filled: number;
  /** What is odd about it. */
  notes: string[];
}

/** Text that is not packed; `id`: the column that names the rows, or -1. */
export interface Reading {
  text: Blob;
  layout: CsvLayout;
  id: number;
}

export type ToCsv = { read: Reading } | { decide: Decision };
export type FromCsv = { part: number } | { scan: Scan } | { made: Made } | { trouble: string };

let scanner: Scanner;
const post = (message: FromCsv, move: Transferable[] = []) => (self as unknown as Worker).postMessage(message, move);

self.onmessage = async ({ data: message }: MessageEvent<ToCsv>) => {
  try {
    if ('read' in message) post({ scan: await read(message.read) });
    else {
      const made = decide(message.decide);
      post({ made }, [made.data.buffer, made.labels.buffer]);
    }
  } catch (error) {
    post({ trouble: error instanceof Error ? error.message : String(error) });
  }
};

async function read(reading: Reading): Promise<Scan> {
  try {
    return await scanAs(reading, '');
  } catch (error) {
    // What is not UTF-8 is Latin-1, as Windows has it.
    if (!(error instanceof TypeError)) throw error;
    return scanAs(reading, 'windows-1252');
  }
}

/** Without an encoding: UTF-16 if the first bytes show it, else UTF-8 and nothing else. */
async function scanAs({ text: blob, layout, id }: Reading, encoding: string): Promise<Scan> {
  const next = new Scanner(layout, id);
  let done = 0,
    told = 0;
  const counted = blob.stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, next) {
        next.enqueue(piece);
        done += piece.length;
        if (done - told > blob.size / 50) post({ part: (told = done) / blob.size });
      },
    }),
  );
  const reader = counted.getReader();
  let decoder: TextDecoder | undefined;
  for (;;) {
    const { value, done: over } = await reader.read();
    decoder ??= new TextDecoder(encoding || utf16Of(value) || 'utf-8', { fatal: true });
    const text = over ? decoder.decode() : decoder.decode(value, { stream: true });
    if (text) next.push(text);
    if (over) break;
  }
  const scan = next.end();
  scanner = next; // what fails leaves the one before
  return scan;
}

/** By the byte order mark; without one, by the zeros that every second byte of plain text is. */
function utf16Of(start: Uint8Array = new Uint8Array()): string {
  const head = start.subarray(0, 4096),
    zeros = [0, 0];
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  head.forEach((byte, i) => (zeros[i % 2]! += Number(byte === 0)));
  const mostly = (which: 0 | 1) => head.length >= 4 && 4 * zeros[which]! >= head.length && 10 * zeros[1 - which]! <= zeros[which]!;
  return mostly(1) ? 'utf-16le' : mostly(0) ? 'utf-16be' : '';
}

function decide({ label, features, missing }: Decision): Made {
  const all = scanner.columns[0]!.numbers.length,
    columns = features.map((j) => scanner.columns[j]!);
  const { codes, classes } = label < 0 ? { codes: new Int32Array(all).fill(-1), classes: [] } : classesOf(scanner.columns[label]!);
  const means = columns.map(meanOf),
    rows: number[] = [];
  let filled = 0;
  for (let i = 0; i < all; ++i) {
    const gaps = columns.reduce((sum, column) => sum + Number(Number.isNaN(column.numbers.values[i]!)), 0);
    if (gaps > 0 && missing === 'drop') continue;
    filled += gaps;
    rows.push(i);
  }
  const data = new Float32Array(rows.length * columns.length);
  rows.forEach((i, at) =>
    columns.forEach((column, j) => {
      const value = column.numbers.values[i]!;
      data[at * columns.length + j] = Number.isNaN(value) ? means[j]! : value;
    }),
  );
  const used = new Set(rows.map((i) => codes[i]!)),
    kept = classes.map((_, c) => c).filter((c) => used.has(c));
  const renumbered = new Map(kept.map((c, i) => [c, i]));
  const made = {
    data,
    rows: rows.length,
    labels: Int32Array.from(rows, (i) => renumbered.get(codes[i]!) ?? -1),
    classes: kept.map((c) => classes[c]!),
    ids: scanner.ids.length > 0 ? rows.map((i) => scanner.ids[i]!) : null,
  };
  const notes = notesOf({ ...made, cols: columns.length, features: features.map((j) => scanner.names[j]!) });
  return { ...made, dropped: all - rows.length, filled, notes };
}

/** Class numbers in the order of the names: numbers by value, words by letters. */
function classesOf(column: RawColumn): { codes: Int32Array; classes: string[] } {
  const { values, length } = column.numbers,
    texts = [...column.texts.keys()];
  const name = (i: number) => {
    const code = column.codes?.values[i] ?? -1;
    return code >= 0 ? texts[code]! : Number.isNaN(values[i]!) ? null : String(values[i]);
  };
  const classes = [...new Set(Array.from({ length }, (_, i) => name(i)).filter((each) => each !== null))].sort(
    (a, b) => Number(a) - Number(b) || (a < b ? -1 : 1),
  );
  const at = new Map(classes.map((each, c) => [each, c]));
  return { codes: Int32Array.from({ length }, (_, i) => at.get(name(i) ?? '\0') ?? -1), classes };
}

function meanOf({ numbers }: RawColumn): number {
  let sum = 0,
    count = 0;
  for (let i = 0; i < numbers.length; ++i) if (!Number.isNaN(numbers.values[i]!)) ((sum += numbers.values[i]!), ++count);
  return count > 0 ? sum / count : 0;
}
