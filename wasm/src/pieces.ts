// Text that arrives in pieces: files, streams, whatever can be looped over; decompressed if necessary.
import { messageOf, refused, TandaError } from './errors.js';
import type { Bytes } from './types.js';
import { copyBytes, shown } from './values.js';

/** Pieces of text or of bytes, such as a web stream or Node's. */
export type Pieces = ReadableStream<Uint8Array | string> | AsyncIterable<Uint8Array | string>;

/** The sources of a table: text, or its bytes; CSV, TSV, ARFF or .npy, compressed with gzip or not. */
export type CsvSource = string | Uint8Array | ArrayBuffer | Blob | Pieces;

/** Bytes of a file that are read at a time. */
const step = 2 ** 22;

export interface Reading {
  /** The next bytes; undefined at the end. */
  next(): Promise<Bytes | undefined>;
  /** The fraction that was read, 0 to 1; 0 for a stream, whose length is unknown. */
  fraction(): number;
  /** Ends reading before the end. */
  cancel(): void;
}

export async function readingOf(source: unknown): Promise<Reading> {
  if (source instanceof Blob || source instanceof Uint8Array) return unpacked(blobReading(new Blob([source as Bytes | Blob])));
  if (typeof source === 'object' && source !== null && ('getReader' in source || Symbol.asyncIterator in source)) return unpacked(streamReading(source as Pieces));
  throw new TandaError('bad_argument', `${shown(source)} is neither bytes nor text`, 'give a text, bytes, a Blob or a stream');
}

export async function allBytes(reading: Reading): Promise<Bytes> {
  const pieces: Bytes[] = [];
  for (let piece = await reading.next(); piece; piece = await reading.next()) pieces.push(piece);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function blobReading(blob: Blob): Reading {
  let at = 0;
  return {
    async next() {
      if (at >= blob.size) return undefined;
      const piece = blob.slice(at, at + step);
      at += piece.size;
      return new Uint8Array(await piece.arrayBuffer());
    },
    fraction: () => at / blob.size,
    cancel() {},
  };
}

function streamReading(source: Pieces): Reading {
  const reader = 'getReader' in source ? source.getReader() : undefined;
  const iterator = reader ? undefined : (source as AsyncIterable<Uint8Array | string>)[Symbol.asyncIterator]();
  return {
    async next() {
      const { done, value } = await (reader ? reader.read() : iterator!.next()).catch((error: unknown) => {
        throw refused(error);
      });
      if (done) return undefined;
      if (typeof value !== 'string' && !ArrayBuffer.isView(value)) throw new TandaError('bad_argument', `a piece is ${shown(value)}, not text or bytes`);
      return typeof value === 'string' ? new TextEncoder().encode(value) : copyBytes(value);
    },
    fraction: () => 0,
    cancel: () => void Promise.resolve(reader ? reader.cancel() : iterator!.return?.()).catch(() => {}),
  };
}

const isPacked = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The same, decompressed if the first two bytes are those of gzip. */
async function unpacked(reading: Reading): Promise<Reading> {
  let first = await reading.next();
  for (let more: Bytes | undefined; first && first.length < 2 && (more = await reading.next());) first = Uint8Array.of(...first, ...more);
  let head = first;
  const whole: Reading = {
    ...reading,
    async next() {
      const piece = head ?? (await reading.next());
      head = undefined;
      return piece;
    },
  };
  return first && isPacked(first) ? gunzipped(whole) : whole;
}

function gunzipped(packed: Reading): Reading {
  const { readable, writable } = new DecompressionStream('gzip'), reader = readable.getReader(), writer = writable.getWriter();
  const fill = async () => {
    for (let piece = await packed.next(); piece; piece = await packed.next()) await writer.write(piece);
    await writer.close();
  };
  let failed: { error: unknown } | undefined;
  fill().catch((error: unknown) => {
    failed = { error };
    void writer.abort(error).catch(() => {});
  });
  return {
    fraction: packed.fraction,
    async next() {
      try {
        const { done, value } = await reader.read();
        return done ? undefined : (value as Bytes);
      } catch (cause) {
        if (failed?.error instanceof TandaError) throw failed.error;
        throw new TandaError('bad_argument', `the gzip file is damaged: ${messageOf(cause)}`, 'pack it again', { cause });
      }
    },
    cancel() {
      packed.cancel();
      void reader.cancel().catch(() => {});
    },
  };
}
