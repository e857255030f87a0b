// WebAssembly modules as bytes: their sections, and who calls whom.

export const section = { import: 2, function: 3, export: 7, start: 8, element: 9, code: 10 };

/** Reads bytes one after the other. */
export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** An unsigned number; one that is signed has as many bytes. */
  number() {
    let value = 0, scale = 1, byte;
    do {
      byte = this.byte();
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return value;
  }

  skip(bytes) {
    this.at += bytes;
  }

  take(bytes) {
    this.at += bytes;
    return this.bytes.subarray(this.at - bytes, this.at);
  }

  /** The bytes that were read meanwhile. */
  since(read) {
    const from = this.at;
    read();
    return this.bytes.subarray(from, this.at);
  }

  list(read) {
    return Array.from({ length: this.number() }, read);
  }
}

export function number(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}

/** The sections of a module, without names and notes; how many functions it imports; and the code of the others. */
export function parse(bytes) {
  const reader = new Reader(bytes, 8), sections = [];
  while (reader.at < bytes.length) sections.push({ id: reader.byte(), body: reader.take(reader.number()) });
  const body = (id) => new Reader(sections.find((one) => one.id === id)?.body ?? Uint8Array.of(0));
  const code = body(section.code);
  return {
    sections: sections.filter(({ id }) => id !== 0),
    imported: importedFunctions(body(section.import)),
    bodies: code.list(() => code.take(code.number())),
    exports: exportedFunctions(body(section.export)),
  };
}

function importedFunctions(reader) {
  const kinds = reader.list(() => {
    reader.skip(reader.number());
    reader.skip(reader.number());
    const kind = reader.byte();
    if (kind === 3) reader.skip(2);  // a global
    else if (kind === 0) reader.number();
    else {
      if (kind === 1) reader.skip(1);  // what a table is of
      const limited = reader.byte();
      reader.number();
      if (limited) reader.number();
    }
    return kind;
  });
  return kinds.filter((kind) => kind === 0).length;
}

/** Their numbers by name. */
function exportedFunctions(reader) {
  const found = new Map();
  reader.list(() => {
    const name = new TextDecoder().decode(reader.take(reader.number()));
    const kind = reader.byte(), which = reader.number();
    if (kind === 0) found.set(name, which);
  });
  return found;
}

/** Where a function's code names other functions: [from, to, which]. */
export function mentions(code) {
  const reader = new Reader(code), found = [];
  const numbers = (count) => {
    while (count-- > 0) reader.number();
  };
  const mention = () => {
    const from = reader.at, which = reader.number();
    found.push([from, reader.at, which]);
  };
  reader.list(() => (reader.number(), reader.byte()));  // locals
  while (reader.at < code.length) {
    const op = reader.byte();
    if (op === 0x10 || op === 0xd2) mention();  // call, ref.func
    else if (op === 0x0e) numbers(reader.number() + 1);  // br_table
    else if (op === 0x1c) numbers(reader.number());  // select with types
    else if (op === 0x11 || (op >= 0x28 && op <= 0x3e)) numbers(2);  // call_indirect, loads and stores
    else if (op === 0x43) reader.skip(4);  // f32.const
    else if (op === 0x44) reader.skip(8);  // f64.const
    else if ((op >= 0x02 && op <= 0x04) || op === 0x0c || op === 0x0d || (op >= 0x20 && op <= 0x26) || (op >= 0x3f && op <= 0x42) || op === 0xd0) numbers(1);
    else if (op === 0xfc) prefixed(reader, numbers);
    else if (op === 0xfd) simd(reader, numbers);
    else if (!(op <= 0x01 || op === 0x05 || op === 0x0b || op === 0x0f || op === 0x1a || op === 0x1b || (op >= 0x45 && op <= 0xc4) || op === 0xd1))
      throw new Error(`binary.mjs does not know the instruction 0x${op.toString(16)}`);
  }
  return found;
}

/** Conversions that saturate, and operations on memory and tables as a whole. */
function prefixed(reader, numbers) {
  const op = reader.number();
  if (op >= 8) numbers([2, 1, 2, 1, 2, 1, 2, 1, 1, 1][op - 8]);
}

function simd(reader, numbers) {
  const op = reader.number();
  if (op <= 11 || (op >= 84 && op <= 93)) numbers(2);  // loads and stores
  if (op === 12 || op === 13) reader.skip(16);  // v128.const, shuffle
  if ((op >= 21 && op <= 34) || (op >= 84 && op <= 91)) reader.skip(1);  // lanes
}

