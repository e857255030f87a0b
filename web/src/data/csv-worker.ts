// Reads a file in pieces, keeps its columns, and makes the table that was decided on.
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
  dropped: number;
  filled: number;
}

export type ToCsv = { read: Blob } | { decide: Decision };
export type FromCsv = { part: number } | { scan: Scan } | { made: Made } | { trouble: string };

let scanner = new Scanner();
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

async function read(blob: Blob): Promise<Scan> {
  scanner = new Scanner();
  const start = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const packed = start[0] === 0x1f && start[1] === 0x8b;
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
  const plain = packed ? counted.pipeThrough(new DecompressionStream('gzip') as unknown as TransformStream<Uint8Array, Uint8Array>) : counted;
  const reader = plain.getReader(),
    decoder = new TextDecoder();
  for (;;) {
    const { value, done: over } = await reader.read();
    if (over) break;
    const text = decoder.decode(value, { stream: true });
    if (text.includes('\0')) throw new Error('This is no text: the file has zero bytes in it. A CSV is needed.');
    if (text) scanner.push(text);
  }
  return scanner.end();
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
  return {
    data,
    rows: rows.length,
    labels: Int32Array.from(rows, (i) => renumbered.get(codes[i]!) ?? -1),
    classes: kept.map((c) => classes[c]!),
    dropped: all - rows.length,
    filled,
  };
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
