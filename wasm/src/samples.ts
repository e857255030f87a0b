// Converts the caller's samples to those of the engine: typed arrays of the right lengths.
import { TandaError } from './errors.js';
import { count, most, textOf } from './options.js';
import type { PlainSamples } from './protocol.js';
import type { Doubles, Floats, Ints, Numbers, Rows, Samples } from './types.js';
import { copyNumbers, isNumbers, lengthOf, shown } from './values.js';

/** `keep`: copy the caller's arrays, since arrays that are sent to a worker are moved. */
export function plainSamples(samples: Samples, keep: boolean): PlainSamples {
  const [rows, cols] = shape(samples);
  const { labels, classes = namesOf('classes', samples.classes, rows) } = encodeLabels(samples.labels, rows, keep);
  if (labels) checkLabels(labels, classes?.length || most);
  const features = namesOf('features', samples.features, cols);
  if (features && features.length !== cols) throw wrong(`features has ${features.length} names for ${cols} columns`);
  return {
    data: flat(samples.data, rows, cols, keep), rows, cols, labels,
    classes: classes?.length ? classes : undefined,
    features,
    patches: numbersOf('patches', samples.patches, rows),
  };
}

/** A class number for each row. */
export function plainLabels(labels: Samples['labels']): Ints {
  const plain = encodeLabels(labels, lengthOf('labels', labels), true).labels!;
  checkLabels(plain, most);
  return plain;
}

/** A number for each different value; -1 for one that is missing. */
export function numbersOf(name: string, values: unknown, rows: number): Ints | undefined {
  if (values === undefined) return undefined;
  const given = lengthOf(name, values);
  if (given !== rows) throw wrong(`${name} has ${given} values for ${rows} rows`);
  const numbers = new Map([['', -1]]);
  return Int32Array.from(Array.from(values as ArrayLike<unknown>), (value) => {
    const text = textOf(name, value ?? '');
    if (!numbers.has(text)) numbers.set(text, numbers.size - 1);
    return numbers.get(text)!;
  });
}

/** The rows of a model's input. */
export function plainRows(data: Rows, cols: number, keep: boolean): { data: Floats; rows: number } {
  const values = sizeOf(data, cols);
  if (values % cols !== 0) throw wrong(`${values} values are no whole number of rows: the model takes ${cols} features`);
  const plain = flat(data, values / cols, cols, keep);
  return { data: plain instanceof Float32Array ? plain : copied(plain, new Float32Array(values), cols), rows: values / cols };
}

function shape({ data, labels, ...given }: Samples): [rows: number, cols: number] {
  const nested = isNested(data) ? data : undefined;
  let { rows = nested?.length, cols = nested?.[0]?.length } = given;
  const values = sizeOf(data, cols);
  if (rows === undefined)
    rows = cols !== undefined ? Math.floor(values / count('cols', cols, 1)) : labels !== undefined ? lengthOf('labels', labels) : undefined;
  if (rows === undefined) throw wrong('rows and cols are missing');
  if (cols === undefined) cols = Math.floor(values / count('rows', rows, 1));
  count('rows', rows, 0);
  count('cols', cols, 0);
  if (rows * cols !== values) throw wrong(`data has ${values} values, not ${rows} rows of ${cols}`);
  return [rows, cols];
}

function isNested(data: Rows): data is readonly Numbers[] {
  return Array.isArray(data) && isNumbers(data[0]);
}

/** How many values there are; rows must have `cols` each. */
function sizeOf(data: Rows, cols = 0): number {
  const length = lengthOf('data', data);
  if (!isNested(data)) return length;
  for (let i = 0; i < length; ++i) {
    const row = data[i];
    if (!isNumbers(row)) throw wrong(`row ${i + 1} is ${shown(row)}, not an array of numbers`);
    if (row.length !== cols) throw wrong(`row ${i + 1} has ${row.length} ${row.length === 1 ? 'value' : 'values'}, not ${cols}`);
  }
  return length * cols;
}

/** The values of rows × cols in one array, checked unless they are floating-point arrays, which the engine checks. */
function flat(data: Rows, rows: number, cols: number, keep: boolean): Floats | Doubles {
  if (data instanceof Float32Array || data instanceof Float64Array) return owned(data, keep) as Floats;
  const result = new Float32Array(rows * cols);
  if (!isNested(data)) return copied(data, result, cols);
  for (let i = 0; i < rows; ++i) copyNumbers(data[i]!, 0, result.subarray(i * cols, (i + 1) * cols), i * cols, cols);
  return result;
}

function copied<T extends Floats | Doubles>(values: Numbers | Doubles, to: T, cols: number): T {
  copyNumbers(values as Numbers, 0, to, 0, cols);
  return to;
}

/** Copies an array whose buffer is shared or larger, because it cannot be moved. */
function owned<T extends Float32Array | Float64Array | Int32Array>(values: T, keep: boolean): T {
  const { buffer, byteLength } = values;
  return keep || !(buffer instanceof ArrayBuffer) || byteLength !== buffer.byteLength ? (values.slice() as T) : values;
}

/** Names become numbers as in a table: sorted, as numbers if all of them are. */
function encodeLabels(labels: Samples['labels'], rows: number, keep: boolean): { labels?: Ints; classes?: string[] } {
  if (labels === undefined) return {};
  if (lengthOf('labels', labels) !== rows) throw wrong(`labels has ${labels.length} values for ${rows} rows`);
  if (labels instanceof Int32Array) return { labels: owned(labels, keep) as Ints };
  const given = Array.from(labels as ArrayLike<unknown>, (label) => label ?? '');
  const named = given.some((label) => label !== '' && (typeof label === 'string' || typeof label === 'boolean'));
  given.forEach((label, i) => {
    if (typeof label === 'number' ? !(named ? Number.isFinite(label) : Math.abs(label) <= most && Number.isInteger(label)) : typeof label !== 'string' && typeof label !== 'boolean')
      throw wrongLabel(i, label);
  });
  if (!named) return { labels: Int32Array.from(given, (label) => (label === '' ? -1 : (label as number))) };
  const texts = given.map(String);
  const classes = [...new Set(texts)].filter((name) => name !== '').sort();
  if (classes.every((name) => name.trim() !== '' && Number.isFinite(Number(name)))) classes.sort((a, b) => Number(a) - Number(b));
  const numbers = new Map(classes.map((name, number) => [name, number]));
  return { labels: Int32Array.from(texts, (name) => numbers.get(name) ?? -1), classes };
}

function checkLabels(labels: Ints, classes: number): void {
  const odd = labels.findIndex((label) => label < -1 || label >= classes);
  if (odd >= 0) throw wrongLabel(odd, labels[odd]);
}

function wrongLabel(row: number, label: unknown): TandaError {
  return new TandaError('wrong_shape', `row ${row + 1}: the label is ${shown(label)}`,
    'number the classes from 0 on (-1 = unlabelled), one number for each of `classes`, or give names');
}

function namesOf(what: string, names: readonly string[] | undefined, most: number): string[] | undefined {
  if (names === undefined) return undefined;
  if (lengthOf(what, names) > most) throw wrong(`${what} has ${names.length} names, more than ${most}`);
  return Array.from(names, (name) => textOf(what, name));
}

function wrong(message: string): TandaError {
  return new TandaError('wrong_shape', message, 'check rows, columns and the lengths of the arrays');
}
