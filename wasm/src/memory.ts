import { TandaError } from './errors.js';
import type { Bytes, Floats, Ints } from './types.js';

/** The C ABI as the module exports it. Pointers and sizes are numbers. */
export interface Exports {
  memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  free(pointer: number): void;
  [name: string]: unknown;
}

const decoder = /* @__PURE__ */ new TextDecoder();

type Numbers = Float32Array | Float64Array | Int32Array | Uint32Array | Uint8Array;

/** The memory of one request in the module: arguments, and handles of objects made for it. */
export class Frame {
  /** Address of a tanda_error; 0 before it is allocated. */
  error = 0;
  private readonly ends: (() => void)[] = [];
  constructor(private readonly exports: Exports) {}

  /** Adds work that `release` does, the last added first. */
  atEnd(work: () => void): void {
    this.ends.push(work);
  }

  room(bytes: number): number {
    const pointer = this.exports.malloc(Math.max(bytes, 1)) >>> 0;
    if (pointer === 0)
      throw new TandaError('out_of_memory', `memory ran out: ${bytes} bytes for the arguments of a call`,
        'take fewer samples at a time');
    this.atEnd(() => this.exports.free(pointer));
    return pointer;
  }

  zeros(bytes: number): number {
    const pointer = this.room(bytes);
    this.bytes(pointer, bytes).fill(0);
    return pointer;
  }

  put(values: Numbers): number {
    const pointer = this.room(values.byteLength);
    this.write(pointer, values);
    return pointer;
  }

  write(pointer: number, values: Numbers): void {
    this.bytes(pointer, values.byteLength).set(bytesOf(values));
  }

  read(pointer: number, values: Numbers): void {
    bytesOf(values).set(this.bytes(pointer, values.byteLength));
  }

  /** The addresses of texts that end with a zero byte, as in C. One block for all, since a table may have many names. */
  texts(texts: readonly string[]): Uint32Array<ArrayBuffer> {
    const bytes = new TextEncoder().encode(texts.join('\0') + '\0'), pointer = this.put(bytes);
    const begins = new Uint32Array(texts.length);
    let at = 0;
    for (let i = 0; i < texts.length; ++i) {
      begins[i] = pointer + at;
      at = bytes.indexOf(0, at) + 1;
    }
    if (at < bytes.length && texts.length > 0) throw new TandaError('bad_argument', 'a text holds a zero character', 'remove it');
    return begins;
  }

  release(): void {
    for (let end = this.ends.pop(); end; end = this.ends.pop()) end();
  }

  // Views are made just before use, because growing memory invalidates old ones.
  bytes(pointer: number, length: number): Bytes {
    return new Uint8Array(this.exports.memory.buffer as ArrayBuffer, pointer, length);
  }

  word(pointer: number): number {
    return new Uint32Array(this.exports.memory.buffer, pointer, 1)[0]!;
  }

  floats(pointer: number, length: number): Floats {
    return new Float32Array(this.exports.memory.buffer as ArrayBuffer, pointer, length).slice();
  }

  ints(pointer: number, length: number): Ints {
    return new Int32Array(this.exports.memory.buffer as ArrayBuffer, pointer, length).slice();
  }

  string(pointer: number): string {
    if (pointer === 0) return '';
    const all = new Uint8Array(this.exports.memory.buffer);
    return decoder.decode(all.subarray(pointer, all.indexOf(0, pointer)));
  }
}

function bytesOf(values: Numbers): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
