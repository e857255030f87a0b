// What people give, as the engine takes it: typed arrays of the right lengths, and words.
import { TandaError } from './errors.js';
import type { PlainSamples, Words } from './protocol.js';
import type { Doubles, Floats, Grid, Ints, Rows, Samples } from './types.js';

const most = 2 ** 31 - 1;

/** `keep`: copy the caller's arrays, since what is sent to a worker is moved there. */
export function plainSamples(samples: Samples, keep: boolean, inDouble: boolean): PlainSamples {
  const data = flat(samples.data, keep, inDouble);
  const [rows, cols] = shape(samples, data.length);
  const named = encodeLabels(samples.labels, keep);
  if (named.labels && named.labels.length !== rows)
    throw wrong(`labels has ${named.labels.length} values for ${rows} rows`);
  if (samples.features && samples.features.length !== cols)
    throw wrong(`features has ${samples.features.length} names for ${cols} columns`);
  const classes = named.classes ?? samples.classes;
  return {
    data, rows, cols, labels: named.labels,
    classes: classes?.length ? classes.map(String) : undefined,
    features: samples.features?.map(String),
  };
}

/** The rows of a model's input. */
export function plainRows(data: Rows, cols: number, keep: boolean): { data: Floats; rows: number } {
  if (isNested(data)) checkWidths(data, cols);
  const values = flat(data, keep, false);
  if (values.length % cols !== 0)
    throw wrong(`${values.length} values are no whole number of rows: the model takes ${cols} features`);
  return { data: values instanceof Float32Array ? values : Float32Array.from(values), rows: values.length / cols };
}

export function count(name: string, value: unknown, least: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    throw new TandaError('bad_argument', `${name} is ${String(value)}`, `give a whole number from ${least} on`);
  return value;
}

/** Options by their names; what is not known is refused by the core, which knows the words. */
export function wordsOf(options: object, but: readonly string[] = []): Words {
  const words: Words = [];
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || but.includes(name) || notWords.includes(name)) continue;
    if (name === 'params') {
      for (const [parameter, setting] of Object.entries(value as object))
        if (setting !== undefined) words.push(['set', `${parameter}=${setting}`]);
    } else if (name === 'select') {
      for (const [parameter, list] of Object.entries(value as Grid)) words.push(['select', `${parameter}=${list.join(',')}`]);
    } else {
      const word = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      for (const each of Array.isArray(value) ? value : [value]) words.push([word, String(each)]);
    }
  }
  return words;
}

const notWords = ['data', 'rows', 'cols', 'labels', 'classes', 'features', 'notes', 'signal', 'onProgress', 'transfer'];

function shape({ data, rows, cols, labels }: Samples, values: number): [rows: number, cols: number] {
  if (isNested(data)) {
    checkWidths(data, cols ?? data[0]?.length ?? 0);
    cols ??= data[0]?.length;
    rows ??= data.length;
  }
  rows ??= cols === undefined ? labels?.length : Math.floor(values / count('cols', cols, 1));
  if (rows === undefined) throw wrong('rows and cols are missing');
  cols ??= Math.floor(values / count('rows', rows, 1));
  count('rows', rows, 0);
  count('cols', cols, 0);
  if (rows * cols !== values) throw wrong(`data has ${values} values, not ${rows} rows of ${cols}`);
  return [rows, cols];
}

function isNested(data: Rows): data is readonly (readonly number[])[] {
  return Array.isArray(data) && Array.isArray(data[0]);
}

function checkWidths(data: readonly (readonly number[])[], cols: number): void {
  const odd = data.findIndex((row) => row.length !== cols);
  if (odd >= 0) throw wrong(`row ${odd} has ${data[odd]!.length} values, not ${cols}`);
}

function flat(data: Rows, keep: boolean, inDouble: boolean): Floats | Doubles {
  if (data instanceof Float32Array || data instanceof Float64Array)
    // What is shared or a part of a larger buffer cannot be moved.
    return keep || !(data.buffer instanceof ArrayBuffer) || data.byteLength !== data.buffer.byteLength
      ? (data.slice() as Floats)
      : (data as Floats);
  if (!Array.isArray(data))
    throw new TandaError('bad_argument', 'data is no array of numbers', 'give a Float32Array, or an array of rows');
  const numbers = isNested(data) ? data.flat() : (data as number[]);
  return inDouble ? Float64Array.from(numbers) : Float32Array.from(numbers);
}

/** Names become numbers as in a table: sorted, as numbers if all of them are. */
function encodeLabels(labels: Samples['labels'], keep: boolean): { labels?: Ints; classes?: string[] } {
  if (!labels) return {};
  if (labels instanceof Int32Array)
    return { labels: keep || labels.byteLength !== labels.buffer.byteLength ? labels.slice() : (labels as Ints) };
  if (!Array.isArray(labels)) return { labels: wholeNumbers(Array.from(labels as ArrayLike<number>)) };
  if (labels.every((label) => typeof label === 'number')) return { labels: wholeNumbers(labels as number[]) };
  const texts = labels.map(String);
  const classes = [...new Set(texts)].filter((name) => name !== '').sort();
  if (classes.every((name) => name.trim() !== '' && Number.isFinite(Number(name)))) classes.sort((a, b) => Number(a) - Number(b));
  const numbers = new Map(classes.map((name, number) => [name, number]));
  return { labels: Int32Array.from(texts, (name) => numbers.get(name) ?? -1), classes };
}

function wholeNumbers(labels: number[]): Ints {
  const odd = labels.findIndex((label) => !Number.isInteger(label) || Math.abs(label) > most);
  if (odd >= 0) throw wrong(`label ${odd} is ${labels[odd]}, which is no class number`);
  return Int32Array.from(labels);
}

function wrong(message: string): TandaError {
  return new TandaError('wrong_shape', message, 'check rows, columns and the lengths of the arrays');
}
