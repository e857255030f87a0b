// Puts the functions of a module into an order in which similar ones stand near each other, so that it compresses better:
// deflate looks back 32 KiB only. What the module does stays the same.
import { arrange } from './arrange.mjs';
import { mentions, number, parse, Reader, section } from './binary.mjs';

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
  const { sections, imported, bodies } = parse(module);
  const rewrite = rewriters(arrange(bodies), bodies, imported);
  const result = Buffer.concat([module.subarray(0, 8), ...sections.flatMap(({ id, body }) => {
    const written = rewrite[id] ? Buffer.concat(rewrite[id](new Reader(body)).map((part) => Buffer.from(part))) : body;
    return [Buffer.of(id), Buffer.from(number(written.length)), written];
  })]);
  await WebAssembly.compile(result);  // throws if this file has forgotten something
  return result;
}
