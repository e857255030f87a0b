// Reads model files: everything is checked here and not again later, as in the core's ModelView and decode.
import { TandaError } from './errors.js';
import { kernels } from './kernels.js';
import type { Bytes } from './types.js';
import { copyBytes } from './values.js';

export enum Section {
  projection = 1, offset, mean, references, labels, classNames, featureNames, record, doubleMap,
  kernel, factor, basis, points, coefficients, range,
}

export interface Kernel {
  kind: number;
  degree: number;
  dims: number;
  points: number;
  width: number;
  offset: number;
}

export interface Parts {
  inputs: number;
  outputs: number;
  references: number;
  neighbors: number;
  block: number;
  unitLength: boolean;
  map: 'linear' | 'kernel' | 'embedding';
  rule: 'none' | 'neighbors' | 'membership';
  classes: string[];
  features: string[] | null;
  labels: Uint32Array | null;
  record: Record<string, unknown>;
  kernel: Kernel | undefined;
  /** A section of numbers, if present. */
  floats(section: Section): Float32Array | undefined;
  /** The same in double, if the file has them. */
  doubles(section: Section): Float64Array | undefined;
}

const headerBytes = 64, entryBytes = 24, most = 2 ** 31 - 1, noLabel = 2 ** 32 - 1;
const magic = [116, 97, 110, 100, 97, 13, 10, 26];
const mapSections = [Section.projection, Section.offset, Section.mean, Section.factor, Section.basis, Section.points, Section.coefficients];

export function readModel(given: unknown): Parts {
  // A copy: it cannot be changed after it was checked, and is aligned for typed arrays.
  const file = copyBytes(given);
  const view = new DataView(file.buffer);
  const u32 = (at: number) => view.getUint32(at, true);
  const u64 = (at: number) => Number(view.getBigUint64(at, true));

  need(file.length >= headerBytes && magic.every((byte, i) => file[i] === byte));
  if (u32(8) !== 1)
    throw new TandaError('model_version', `the model file is of version ${u32(8)}, and version 1 is what can be read`,
      'use that version of tanda, or fit the model again');
  const size = u64(16);
  need(size <= file.length, `the model file is cut short: it has ${file.length} of ${size} bytes`);
  need(size >= headerBytes && crc32(file.subarray(16, size)) === u32(12));
  need(size === file.length, `the model file has ${file.length - size} bytes too many at its end`);

  const [flags, rule, d, r, m, c, k, block, sections, map] = new Uint32Array(file.buffer, 24, 10) as unknown as
    [number, number, number, number, number, number, number, number, number, number];
  need(flags < 4 && rule < 3 && map < 3 && d > 0 && r > 0 && [d, r, m, c, k, block].every((count) => count <= most));
  need(map === 2 ? rule === 0 && m > 0 : rule === 0 || m > 0);
  need((rule !== 1 || k > 0) && (rule !== 2 || (block > 0 && block * c === r)));

  // Every section lies inside the file, aligned, after the previous one; known kinds occur once.
  const parts: (Bytes | undefined)[] = [];
  need(sections <= (size - headerBytes) / entryBytes);
  let end = headerBytes + sections * entryBytes;
  for (let at = headerBytes, last = end; at < last; at += entryBytes) {
    const kind = u32(at), offset = u64(at + 8), bytes = u64(at + 16);
    need(offset % 16 === 0 && offset >= end && bytes <= size && offset <= size - bytes);
    end = offset + bytes;
    if (kind === 0 || kind > Section.range) continue;
    need(!parts[kind]);
    parts[kind] = file.subarray(offset, end);
  }

  const floats = (section: Section) => {
    const part = parts[section];
    return part && new Float32Array(file.buffer, part.byteOffset, part.length / 4);
  };
  const needFloats = (section: Section, count: number) =>
    need(parts[section]?.length === 4 * count && floats(section)!.every(Number.isFinite));
  const needAll = (there: boolean, ...which: Section[]) => which.forEach((section) => need(!parts[section] === !there));

  needFloats(Section.mean, d);
  if (parts[Section.range]) {
    needFloats(Section.range, d);
    need(floats(Section.range)!.every((value) => value >= 0));
  }
  let kernel: Kernel | undefined;
  needAll(map === 0, Section.projection, Section.offset);
  needAll(map === 1, Section.kernel, Section.factor, Section.points, Section.coefficients);
  need(map === 1 || !parts[Section.basis]);
  if (map === 0) {
    needFloats(Section.projection, r * d);
    needFloats(Section.offset, r);
  } else if (map === 1) {
    const part = parts[Section.kernel]!, at = part.byteOffset;
    need(part.length === 32);
    kernel = {
      kind: u32(at), degree: u32(at + 4), dims: u32(at + 8), points: u32(at + 12),
      width: view.getFloat64(at + 16, true), offset: view.getFloat64(at + 24, true),
    };
    const { kind, degree, dims: p, points: q, width, offset } = kernel;
    need(kind < kernels.length && degree <= most && p > 0 && p <= most && q > 0 && q <= most);
    need(Number.isFinite(width) && Number.isFinite(offset) && (width > 0 || !kernels[kind]!.hasWidth));
    if (parts[Section.basis]) needFloats(Section.basis, d * p);
    else need(p === d);
    needFloats(Section.factor, d);
    needFloats(Section.points, p * q);
    needFloats(Section.coefficients, r * q);
  }

  let labels: Uint32Array | null = null;
  if (m > 0) {
    needFloats(Section.references, m * r);
    const part = parts[Section.labels];
    if (part || map !== 2) {
      need(part?.length === 4 * m);
      labels = new Uint32Array(file.buffer, part!.byteOffset, m);
      need(labels.every((label) => label < c || (map === 2 && label === noLabel)));
    }
  }

  return {
    inputs: d, outputs: r, references: m, neighbors: k, block, unitLength: (flags & 1) !== 0,
    map: (['linear', 'kernel', 'embedding'] as const)[map as 0]!,
    rule: (['none', 'neighbors', 'membership'] as const)[rule as 0]!,
    classes: c > 0 ? names(parts[Section.classNames], c) : [],
    features: parts[Section.featureNames] ? names(parts[Section.featureNames], d) : null,
    labels, kernel, floats,
    record: parts[Section.record] ? jsonObject(parts[Section.record]!) : {},
    doubles: doubleMap((flags & 2) !== 0, parts[Section.doubleMap], floats),
  };
}

/** The double map must round to the float map: otherwise the file would be ambiguous. */
function doubleMap(expected: boolean, part: Bytes | undefined, floats: Parts['floats']): Parts['doubles'] {
  need(expected === (part !== undefined));
  const found = new Map<Section, Float64Array>();
  if (part) {
    need(part.length % 8 === 0);
    const all = new Float64Array(part.slice().buffer);
    let at = 0;
    for (const section of mapSections) {
      const coarse = floats(section);
      if (!coarse) continue;
      const fine = all.subarray(at, (at += coarse.length));
      need(fine.length === coarse.length && fine.every((value, i) => Number.isFinite(value) && Math.fround(value) === coarse[i]));
      found.set(section, fine);
    }
    need(at === all.length);
  }
  return (section) => found.get(section);
}

/** count + 1 rising offsets, then the texts, each with a zero byte at its end. */
function names(part: Bytes | undefined, count: number): string[] {
  need(part !== undefined && part.length / 4 >= count + 1);
  const offsets = new Uint32Array(part!.buffer, part!.byteOffset, count + 1), text = part!.subarray(4 * (count + 1));
  need(offsets[0] === 0 && offsets[count] === text.length);
  return Array.from({ length: count }, (_, i) => {
    const begin = offsets[i]!, end = offsets[i + 1]!;
    need(end > begin && end <= text.length && text[end - 1] === 0);
    return new TextDecoder().decode(text.subarray(begin, text.indexOf(0, begin)));  // the end of the text in C
  });
}

function jsonObject(part: Uint8Array): Record<string, unknown> {
  let json: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(part);
    json = JSON.parse(text);
    checkTokens(text);
  } catch {
    need(false, 'the model\'s record is not JSON that can be read');
  }
  need(typeof json === 'object' && json !== null && !Array.isArray(json), 'the model\'s record is not a JSON object');
  return json as Record<string, unknown>;
}

/**
 * Refuses what JSON.parse accepts and the core does not: more than 64 levels, infinite numbers, half a surrogate pair. Checks the
 * text, since JSON.parse gives only the last of members with the same name.
 */
function checkTokens(json: string): void {
  let level = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]+|\\.)*"|[[\]{}]|[^\s,:[\]{}"]+/g)) {
    if (token === ']' || token === '}') --level;
    else need(level <= 64);
    if (token === '[' || token === '{') ++level;
    else if (token[0] === '"') need(!/[\ud800-\udfff]/u.test(JSON.parse(token)));
    else need(Math.abs(Number(token)) !== Infinity);
  }
}

/** The CRC-32 of zlib, with a table for half bytes. */
function crc32(bytes: Uint8Array): number {
  const table = Uint32Array.from({ length: 16 }, (_, i) => {
    for (let bit = 0; bit < 4; ++bit) i = i & 1 ? (i >>> 1) ^ 0xedb88320 : i >>> 1;
    return i;
  });
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    crc = (crc >>> 4) ^ table[crc & 15]!;
    crc = (crc >>> 4) ^ table[crc & 15]!;
  }
  return ~crc >>> 0;
}

function need(holds: boolean, message = 'these bytes are not a whole tanda model'): void {
  if (!holds) throw new TandaError('bad_model', message, 'copy the file again, or fit the model again');
}
