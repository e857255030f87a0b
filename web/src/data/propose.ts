// Which column says the class, and why; and what is wrong with the others.
import type { Column, Scan } from './scan.js';

const names = /^(label|class|classes|target|species|category|type|outcome|diagnosis|cultivar|group|y)$/i;

export interface Proposal {
  /** A column number, or -1 for none. */
  label: number;
  reason: string;
}

export function propose(scan: Scan): Proposal {
  const { columns, rows } = scan,
    last = columns.length - 1;
  const few = (column: Column) => column.distinct >= 2 && column.distinct <= Math.min(1000, Math.max(2, rows / 2));
  const classLike = (column: Column) => few(column) && (column.kind === 'text' || (column.whole && column.distinct <= 50));
  const named = columns.findIndex((column) => names.test(column.name) && few(column) && (column.kind === 'text' || column.whole));
  if (named >= 0) return { label: named, reason: `it is called “${columns[named]!.name}” and has ${columns[named]!.distinct} different values` };
  const texts = columns.flatMap((column, j) => (column.kind === 'text' && classLike(column) ? [j] : []));
  if (texts.length === 1)
    return { label: texts[0]!, reason: `it is the only column of words that repeat: ${columns[texts[0]!]!.distinct} different ones` };
  if (texts.length > 1) {
    const best = texts.includes(last) ? last : texts.reduce((a, b) => (columns[b]!.distinct < columns[a]!.distinct ? b : a));
    return {
      label: best,
      reason:
        best === last
          ? 'it is the last column and holds words that repeat'
          : `of the columns of words it has the fewest different ones, ${columns[best]!.distinct}`,
    };
  }
  for (const j of [last, 0])
    if (columns[j] && classLike(columns[j])) {
      return { label: j, reason: `it is the ${j === 0 ? 'first' : 'last'} column and holds whole numbers, ${columns[j].distinct} different ones` };
    }
  return { label: -1, reason: 'no column has few values that repeat; methods that need no labels can be used' };
}

/** What a person should know about a column before it is used. */
export function remarks(column: Column, rows: number): string[] {
  const said: string[] = [];
  if (column.missing > 0) said.push(`${column.missing} missing (${Math.max(1, Math.round((100 * column.missing) / rows))} %)`);
  if (column.oddCount > 0)
    said.push(
      `${column.oddCount} ${column.oddCount === 1 ? 'cell is' : 'cells are'} no number: ${column.odd.map(({ line, text }) => `“${short(text)}” in line ${line}`).join(', ')}`,
    );
  if (column.distinct <= 1) said.push(column.distinct === 0 ? 'empty' : 'the same value everywhere');
  return said;
}

/** Words are no features; what never changes says nothing. */
export const isUsable = (column: Column) => column.kind === 'number' && column.distinct > 1;

const short = (text: string) => (text.length > 18 ? `${text.slice(0, 17)}…` : text);
