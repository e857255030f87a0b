// Puts the functions of a module into an order in which similar ones stand near each other, so that it compresses better:
// deflate looks back 32 KiB only. What the module does stays the same.
import { arrange } from './arrange.mjs';

const section = { import: 2, function: 3, export: 7, start: 8, element: 9, code: 10 };

/** Reads bytes one after the other. */
class Reader {
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

function number(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}

function sections(bytes) {
  const reader = new Reader(bytes, 8), all = [];
  while (reader.at < bytes.length) all.push({ id: reader.byte(), body: reader.take(reader.number()) });
  return all;
}

/** Where a function's code names other functions: [from, to, which]. */
function mentions(code) {
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
      throw new Error(`order.mjs does not know the instruction 0x${op.toString(16)}`);
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

/** How the sections that name functions are written when `order[i]`, an old number, is the new i-th of those not imported. */
function rewriters(order, bodies, imported) {
  const places = new Map(order.map((old, i) => [old + imported, i + imported]));
  const renamed = (which) => number(places.get(which) ?? which);
  return {
    [section.function](reader) {
      const types = reader.list(() => number(reader.number()));
      return listed(order.map((old) => types[old]));
    },
    [section.export](reader) {
      return listed(reader.list(() => {
        const name = reader.since(() => reader.skip(reader.number()));
        const kind = reader.byte(), which = reader.number();
        return [...name, kind, ...(kind === 0 ? renamed(which) : number(which))];
      }));
    },
    [section.start]: (reader) => [renamed(reader.number())],
    [section.element](reader) {
      return listed(reader.list(() => {
        const place = reader.since(() => {
          if (reader.number() !== 0 || reader.byte() !== 0x41) throw new Error('order.mjs knows tables of one kind only: from a constant on');
          reader.number();
          reader.skip(1);  // end
        });
        return [...place, ...listed(reader.list(() => renamed(reader.number()))).flat()];
      }));
    },
    [section.code]: () => listed(order.map((old) => {
      const body = renamedBody(bodies[old], renamed);
      return Buffer.concat([Buffer.from(number(body.length)), body]);
    })),
  };
}

function renamedBody(body, renamed) {
  const parts = [];
  let at = 0;
  for (const [from, to, which] of mentions(body)) {
    parts.push(body.subarray(at, from), Buffer.from(renamed(which)));
    at = to;
  }
  return Buffer.concat([...parts, body.subarray(at)]);
}

function listed(items) {
  return [number(items.length), ...items];
}

/** The same module, in an order that compresses well. */
export async function ordered(module) {
  const all = sections(module).filter(({ id }) => id !== 0);  // without names and notes
  const reader = (id) => new Reader(all.find((section) => section.id === id)?.body ?? Buffer.of(0));
  const imports = reader(section.import);
  const imported = imports.list(() => {
    imports.skip(imports.number());
    imports.skip(imports.number());
    const kind = imports.byte();
    if (kind === 3) imports.skip(2);  // a global
    else if (kind === 0) imports.number();
    else {
      if (kind === 1) imports.skip(1);  // what a table is of
      const limited = imports.byte();
      imports.number();
      if (limited) imports.number();
    }
    return kind;
  }).filter((kind) => kind === 0);
  const code = reader(section.code);
  const bodies = code.list(() => code.take(code.number()));
  const rewrite = rewriters(arrange(bodies), bodies, imported.length);
  const result = Buffer.concat([module.subarray(0, 8), ...all.flatMap(({ id, body }) => {
    const written = rewrite[id] ? Buffer.concat(rewrite[id](new Reader(body)).map((part) => Buffer.from(part))) : body;
    return [Buffer.of(id), Buffer.from(number(written.length)), written];
  })]);
  await WebAssembly.compile(result);  // throws if this file has forgotten something
  return result;
}
