// Reads a file in pieces, keeps its columns, and makes the table that was decided on.
import type { CsvLayout } from 'tanda';
import { notesOf } from './notes.js';
import { areClasses, mayBeClass, numberOf, Scanner, type RawColumn, type Scan } from './scan.js';

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
export type FromCsv = { part: number } | { scan: Scan } | { made: Made } | { problem: string };

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
    post({ problem: error instanceof Error ? error.message : String(error) });
  }
};

/** What is not UTF-8 is Latin-1, as Windows has it. */
const read = async (reading: Reading) => (await scanAs(reading, '')) ?? (await scanAs(reading, 'windows-1252'))!;

/** Without an encoding: UTF-16 if the first bytes show it, else UTF-8; null if it is not. */
async function scanAs({ text: blob, layout, id }: Reading, encoding: string): Promise<Scan | null> {
  const next = new Scanner(layout, id);
  let done = 0,
    told = 0;
  const reader = blob.stream().getReader();
  let decoder: TextDecoder | undefined;
  for (;;) {
    const { value, done: over } = await reader.read();
    decoder ??= decoderOf(encoding || utf16Of(value) || 'utf-8');
    const text = decoded(decoder, value);
    if (text === null) {
      void reader.cancel();
      return null;
    }
    next.push(text);
    if (over) break;
    done += value.length;
    if (done - told > blob.size / 50) post({ part: (told = done) / blob.size });
  }
  const scan = next.end();
  scanner = next; // what fails leaves the one before
  return scan;
}

/** Only UTF-8 is refused if it is none: in UTF-16, half a character is replaced, as in the core. */
const decoderOf = (encoding: string) => new TextDecoder(encoding, { fatal: encoding === 'utf-8' });

/** The next piece as text, or what is left if there is none; null if it is not in this encoding. */
function decoded(decoder: TextDecoder, piece: Uint8Array | undefined): string | null {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch {
    return null;
  }
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
  const made = {
    data,
    rows: rows.length,
    ...(label < 0 ? { labels: new Int32Array(rows.length).fill(-1), classes: [], notes: [] } : classesOf(scanner.columns[label]!, rows)),
    ids: scanner.ids.length > 0 ? rows.map((i) => scanner.ids[i]!) : null,
  };
  const odd = notesOf({ ...made, cols: columns.length, features: features.map((j) => scanner.names[j]!) });
  return { ...made, dropped: all - rows.length, filled, notes: [...made.notes, ...odd] };
}

/** Class numbers of some rows, in the order of the names: by value if all are numbers, else by letters. As in the core. */
function classesOf(column: RawColumn, rows: readonly number[]): Pick<Made, 'labels' | 'classes' | 'notes'> {
  const { values } = column.numbers,
    texts = [...column.texts.keys()];
  const names = rows.map((i) => {
    const code = column.codes?.values[i] ?? -1;
    return code >= 0 ? texts[code]! : Number.isNaN(values[i]!) ? null : String(values[i]);
  });
  const found = [...new Set(names)].filter((name) => name !== null),
    doubtful = found.filter(mayBeClass),
    kept = areClasses(found.length - doubtful.length);
  const classes = found.filter((name) => kept || !mayBeClass(name)).sort(),
    numbers = classes.map((name) => numberOf(name, false));
  if (!numbers.some(Number.isNaN)) classes.sort((a, b) => Number(a) - Number(b));
  const at = new Map<string | null, number>(classes.map((name, c) => [name, c])),
    words = doubtful.map((name) => `“${name}”`).join(', ');
  const note = kept
    ? `the label ${words} is taken as a class, since there are not two others: leave the cell empty where the class is not known`
    : `${words} in the label column means missing: rename it if it is a class`;
  return { labels: Int32Array.from(names, (name) => at.get(name) ?? -1), classes, notes: doubtful.length > 0 ? [note] : [] };
}

function meanOf({ numbers }: RawColumn): number {
  let sum = 0,
    count = 0;
  for (let i = 0; i < numbers.length; ++i) if (!Number.isNaN(numbers.values[i]!)) ((sum += numbers.values[i]!), ++count);
  return count > 0 ? sum / count : 0;
}
