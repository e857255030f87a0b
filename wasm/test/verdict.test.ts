// Model files that were tampered with, their checksums right: tanda/run says of each of them what the core says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fit, open as openFull, TandaError, type Model } from 'tanda';
import { open, type RunModel } from 'tanda/run';
import { clouds } from './support.js';

const samples = clouds(60, 5), features = ['a', 'b', 'c', 'd', 'e'];
const inFloat = await Promise.all([
  fit({ ...samples, method: 'lda', features, scale: 'zscore' }),
  fit({ ...samples, method: 'pca', labels: undefined, dims: 3, scale: 'unit' }),
  fit({ ...samples, method: 'sle', dims: 2, classifier: 'membership' }),
  fit({ ...samples, method: 'kernel_tsd', dims: 2, pca: 3 }),
  fit({ ...samples, method: 'tsimr', dims: 2 }),
].map(async (model) => (await model).save()));

const header = 64, entry = 24;
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

let state = 1;
const random = (below: number) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const one = <T>(list: readonly T[]): T => list[random(list.length)]!;

/** The checksum made right, over as many bytes as the header tells, if there are so many. */
function sealed(bytes: Uint8Array): Uint8Array {
  if (bytes.length < header) return bytes;
  const size = Math.min(Number(viewOf(bytes).getBigUint64(16, true)), bytes.length);
  let crc = -1;
  for (const byte of bytes.subarray(16, Math.max(size, 16))) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  viewOf(bytes).setUint32(12, ~crc >>> 0, true);
  return bytes;
}

interface Part {
  kind: number;
  bytes: Uint8Array;
}

function partsOf(file: Uint8Array): Part[] {
  const view = viewOf(file);
  return Array.from({ length: view.getUint32(56, true) }, (_, i) => {
    const at = header + i * entry, begin = Number(view.getBigUint64(at + 8, true));
    return { kind: view.getUint32(at, true), bytes: file.slice(begin, begin + Number(view.getBigUint64(at + 16, true))) };
  });
}

/** A file of these parts, with the header of another. */
function fileOf(file: Uint8Array, parts: Part[]): Uint8Array {
  let size = header + entry * parts.length;
  const begins = parts.map(({ bytes }) => {
    const begin = (size = Math.ceil(size / 16) * 16);
    size += bytes.length;
    return begin;
  });
  const result = new Uint8Array(size), view = viewOf(result);
  result.set(file.subarray(0, header));
  view.setBigUint64(16, BigInt(size), true);
  view.setUint32(56, parts.length, true);
  parts.forEach(({ kind, bytes }, i) => {
    view.setUint32(header + i * entry, kind, true);
    view.setBigUint64(header + i * entry + 8, BigInt(begins[i]!), true);
    view.setBigUint64(header + i * entry + 16, BigInt(bytes.length), true);
    result.set(bytes, begins[i]!);
  });
  return sealed(result);
}

/** The same with its map in double: digits behind those that floats have. */
function inDouble(file: Uint8Array): Uint8Array {
  const parts = partsOf(file), map = [1, 2, 3, 11, 12, 13, 14].flatMap((kind) => parts.filter((part) => part.kind === kind));
  const floats = map.flatMap(({ bytes }) => [...new Float32Array(bytes.buffer)]);
  const result = fileOf(file, [...parts, { kind: 9, bytes: new Uint8Array(Float64Array.from(floats, (value, i) => value * (1 + 1e-9 * (i % 7))).buffer) }]);
  result[24]! |= 2;
  return sealed(result);
}

const files = [...inFloat, ...[0, 1, 3].map((i) => inDouble(inFloat[i]!))];

const record = 8;
const withRecord = (file: Uint8Array, text: string | Uint8Array) =>
  fileOf(file, [...partsOf(file).filter(({ kind }) => kind !== record), { kind: record, bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text }]);

/** Seeded ways to change a file that leave it long enough to be looked at. */
const ways: Record<string, (file: Uint8Array) => Uint8Array> = {
  bytes(file) {
    const changed = file.slice();
    for (let times = random(3); times >= 0; --times) changed[random(changed.length)] = one([0, 1, 127, 128, 255, random(256)]);
    return changed;
  },
  head(file) {
    const changed = file.slice(), at = 4 * random(partsOf(file).length * 6 + 16), view = viewOf(changed);
    view.setUint32(at, one([0, 1, 2, 3, 4, 16, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, view.getUint32(at, true) + one([-1, 1, 16, -16])]), true);
    return changed;
  },
  numbers(file) {
    const changed = file.slice(), at = 4 * random(Math.floor(changed.length / 4));
    viewOf(changed).setFloat32(at, one([NaN, Infinity, -Infinity, -0, 1e-45, 3e38, -3e38, 1]), true);
    return changed;
  },
  doubles(file) {
    const changed = file.slice(), at = 8 * random(Math.floor(changed.length / 8));
    viewOf(changed).setFloat64(at, one([NaN, Infinity, -0, 5e-324, 1e300, -1, 1e-300]), true);
    return changed;
  },
  parts(file) {
    const parts = partsOf(file), which = random(parts.length), part = parts[which]!;
    one([
      () => parts.splice(which, 1), () => parts.push(part), () => parts.splice(random(parts.length), 0, part), () => (part.kind = random(18)),
      () => (part.bytes = part.bytes.slice(0, random(part.bytes.length + 1))), () => (part.bytes = Uint8Array.of(...part.bytes, ...new Uint8Array(1 + random(16)))),
      () => parts.reverse(), () => parts.push({ kind: random(18), bytes: new Uint8Array(4 * random(8)) }), () => parts.push({ kind: 99, bytes: new Uint8Array(random(40)) }),
    ])();
    return fileOf(file, parts);
  },
  end: (file) => (random(2) ? Uint8Array.of(...file, ...new Uint8Array(1 + random(40))) : file.slice(0, random(file.length))),
  size(file) {
    const changed = random(2) ? Uint8Array.of(...file, ...new Uint8Array(16)) : file.slice();
    viewOf(changed).setBigUint64(16, one([0n, 63n, 64n, BigInt(changed.length - 1), BigInt(changed.length), BigInt(changed.length + 1), 2n ** 53n, 2n ** 64n - 1n]), true);
    return changed;
  },
  record(file) {
    const text = new TextDecoder().decode(partsOf(file).find(({ kind }) => kind === record)!.bytes), at = random(text.length);
    return withRecord(file, text.slice(0, at) + one(['', '"', '\\', '\\ud83d', '\\u0041', ',', ':', '[', ']', '{', '}', '0', '-', 'e9', 'e999', '.', ' ', '\t', '\u00a0', '\v', '\0', '\x1f', 'ü', '\ufeff', '"a":1e999,']) + text.slice(at + random(3)));
  },
};

const deep = (levels: number, inner = '') => '['.repeat(levels) + inner + ']'.repeat(levels);
const records: (string | Uint8Array)[] = [
  '', ' ', '{}', ' {} ', '\n{\t}\r', '[]', 'null', '1', '"a"', '{}{}', '{},', '{,}', '{"a"}', '{"a":}', '{"a":1,}', '{a:1}', "{'a':1}", '{"a":1}\0', '\ufeff{}', '{}\u00a0', '\v{}', '//\n{}',
  ...[60, 62, 63, 64, 65, 66, 1000, 100000].flatMap((levels) => [deep(levels), deep(levels, '1'), deep(levels, '{}'), deep(levels, '"a"'), deep(levels, 'null')]).map((value) => `{"a":${value}}`),
  '{"a":'.repeat(64) + '1' + '}'.repeat(64), '{"a":'.repeat(65) + '1' + '}'.repeat(65), '{"a":'.repeat(65) + '{}' + '}'.repeat(65),
  `{"a":"${'['.repeat(100)}"}`, `{"a":"\\"${'['.repeat(100)}"}`, `{"${'{'.repeat(100)}":1}`,
  ...['1e999', '-1e999', '1e309', '1.7976931348623157e308', '1.7976931348623159e308', '1e-999', '0e999', '-0', '1E400', '1' + '0'.repeat(308), '1' + '0'.repeat(309), '0.' + '0'.repeat(999) + '1',
    '9'.repeat(2000) + 'e-1900', '01', '-01', '1.', '.5', '+1', '-', '1e', '1e+', '1e1.5', '0x1', 'NaN', 'Infinity', '-Infinity', 'tru', 'True', 'nulll', 'undefined', '1e99999999999999999999'].map((value) => `{"a":${value}}`),
  '{"a":1e999,"a":1}', '{"a":1,"a":2}', `{"a":${deep(80)},"a":1}`, '{"a":"\\ud800","a":1}', '{"__proto__":1}', '{"__proto__":{"x":1e999}}', '{"constructor":1}',
  ...['\\ud800', '\\udc00', '\\ud83d\\ude00', '\\uD83D\\uDE00', '\\ude00\\ud83d', '\\ud83d\\ud83d\\ude00', '\\ud83dx', '\\u0000', '\\u00e9', '\\uFFFF', '\\ufffd', '\\u12', '\\u12g4', '\\x41', '\\/', '\\b\\f\\n\\r\\t', '\\', '\\\\', '\\\\"',
    '\n', '\t', '\x7f', '\x1f', '\0', '\u2028', '😀', 'x'.repeat(1e6)].flatMap((value) => [`{"a":"${value}"}`, `{"${value}":1}`]),
  ...[[0x80], [0xc0, 0x80], [0xc3], [0xc3, 0x28], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xed, 0x9f, 0xbf], [0xef, 0xbb, 0xbf], [0xf0, 0x80, 0x80, 0x80], [0xf0, 0x9f, 0x98, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xff], [0xfe, 0xff]]
    .map((middle) => Uint8Array.of(...new TextEncoder().encode('{"a":"'), ...middle, ...new TextEncoder().encode('"}'))),
];

function outcome(error: unknown): string {
  assert.ok(error instanceof TandaError && (error.code === 'bad_model' || error.code === 'model_version'), String(error));
  return error.code;
}

/** What both say of these bytes, which must be the same: also the contents, where they take them. */
async function verdict(bytes: Uint8Array, name: string): Promise<string> {
  let here: RunModel | undefined, there: Model | undefined, said = 'ok', core = 'ok';
  try {
    here = open(bytes);
  } catch (error) {
    said = outcome(error);
  }
  try {
    there = await openFull(bytes);
  } catch (error) {
    core = outcome(error);
  }
  assert.equal(said, core, name);
  if (!here || !there) return said;
  const { inputs, outputs, classes, map, rule, record } = here, info = there.info;
  assert.deepEqual([inputs, outputs, classes, here.features, map, rule, record], [info.inputs, info.outputs, info.classes, info.features, info.map, info.rule, info.record], name);
  assert.equal(here.references.length, info.references * outputs, name);
  const sample = inputs === samples.cols ? samples.data : new Float32Array(inputs).fill(0.5);
  if (map === 'linear') assert.deepEqual(here.transform(sample), await there.transform(sample), name);
  if (map === 'linear' && rule !== 'none') assert.deepEqual(here.predict(sample), await there.predict(sample), name);
  there.free();
  return 'ok';
}

test('files changed in many seeded ways', async () => {
  const tally: Record<string, number> = {};
  for (const [f, file] of files.entries())
    for (const [way, change] of Object.entries(ways))
      for (let turn = 0; turn < 120; ++turn) {
        const changed = change(file);
        const said = await verdict(turn % 8 === 7 ? changed : sealed(changed), `file ${f}, ${way}, turn ${turn}`);
        tally[`${way}: ${said}`] = (tally[`${way}: ${said}`] ?? 0) + 1;
      }
  for (const way of Object.keys(ways)) assert.ok(tally[`${way}: bad_model`]! > 20, JSON.stringify(tally));
  for (const way of ['bytes', 'head', 'numbers', 'parts', 'record']) assert.ok(tally[`${way}: ok`]! > 20, JSON.stringify(tally));
});

test('records that are JSON to one and not to another', async () => {
  const said = new Map<string, number>();
  for (const [i, text] of records.entries()) {
    const answer = await verdict(withRecord(files[0]!, text), `record ${i}: ${typeof text === 'string' ? text.slice(0, 60) : text}`);
    said.set(answer, (said.get(answer) ?? 0) + 1);
  }
  assert.ok(said.get('ok')! > 40 && said.get('bad_model')! > 60, JSON.stringify([...said]));
});

test('whole files, in float and in double', async () => {
  for (const [i, file] of files.entries()) assert.equal(await verdict(file, `file ${i}`), 'ok');
  const [plain, fine] = [files[0]!, files[5]!].map((file) => open(file).transform(samples.data));
  assert.notDeepEqual(plain, fine);
});

test('bytes behind the end are told', async () => {
  const longer = Uint8Array.of(...files[0]!, 0, 0, 0);
  for (const call of [async () => open(longer), () => openFull(longer)])
    await assert.rejects(call(), { code: 'bad_model', message: 'the model file has 3 bytes too many at its end' });
});
