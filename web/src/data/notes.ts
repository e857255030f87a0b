// What is odd about a table that will be used: the core's notes, in the page's words.
import type { Data } from './data.js';

type Table = Pick<Data, 'data' | 'rows' | 'cols' | 'labels' | 'classes' | 'features'>;

/** Fewer rows say little. */
const fewest = 20;

export function notesOf(table: Table): string[] {
  return [leaks(table), copies(table), singles(table)].filter((note) => note !== '');
}

/** Columns of few values, each of them in one class only. */
function leaks({ data, rows, cols, labels, classes, features }: Table): string {
  if (rows < fewest || classes.length < 2) return '';
  const most = Math.max(20, 2 * classes.length);
  const found = features.filter((_, j) => {
    const classOf = new Map<number, number>();
    for (let i = 0; i < rows; ++i) {
      if (labels[i]! < 0) continue;
      const value = data[i * cols + j]!,
        before = classOf.get(value);
      if (before === undefined) classOf.set(value, labels[i]!);
      if ((before !== undefined && before !== labels[i]) || classOf.size > most) return false;
    }
    return 2 * classOf.size < rows && new Set(classOf.values()).size > 1;
  });
  return found.length === 0 ? '' : `${first(found)} ${found.length === 1 ? 'tells' : 'tell'} the class alone: leave out what was made from the label`;
}

/** Rows that are equal in all features and the label, told apart by a hash. */
function copies({ data, rows, cols, labels }: Table): string {
  if (rows < fewest) return '';
  const bits = new Uint32Array(data.buffer, data.byteOffset, data.length),
    hashes = new Set<number>();
  for (let i = 0; i < rows; ++i) {
    let one = labels[i]! + 2,
      two = 7;
    for (let j = i * cols; j < (i + 1) * cols; ++j) {
      const value = data[j] === 0 ? 0 : bits[j]!;
      one = Math.imul(one ^ value, 0x9e3779b1);
      one ^= one >>> 15;
      two = Math.imul(two ^ value, 0x85ebca6b) + one;
      two ^= two >>> 13;
    }
    hashes.add((one >>> 0) * 2 ** 21 + (two >>> 11));
  }
  const found = rows - hashes.size;
  return 50 * found < rows ? '' : `${found} ${found === 1 ? 'row is a copy of another' : 'rows are copies of others'}: what is trained on is then also what is tested`;
}

function singles({ labels, classes }: Table): string {
  const sizes = new Int32Array(classes.length);
  labels.forEach((label) => label >= 0 && ++sizes[label]!);
  const found = classes.filter((_, c) => sizes[c] === 1);
  if (found.length === 0 || 2 * found.length > classes.length) return '';
  return `${first(found)} ${found.length === 1 ? 'has' : 'have'} one row only, which cannot be both trained on and tested`;
}

const first = (names: readonly string[]) =>
  names
    .slice(0, 3)
    .map((name) => `“${name}”`)
    .join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '');
