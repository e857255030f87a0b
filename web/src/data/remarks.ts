// What is wrong with a column, and whether it can be a feature.
import type { CsvColumn } from 'tanda';
import { oddCells } from './csv.js';

/** What a person should know about a column before it is used. */
export function remarks(column: CsvColumn, rows: number): string[] {
  const said: string[] = [],
    odd = oddCells(column);
  if (column.missing > 0) said.push(`${column.missing} missing (${Math.max(1, Math.round((100 * column.missing) / rows))} %)`);
  if (odd > 0)
    said.push(
      `${odd} ${odd === 1 ? 'cell is' : 'cells are'} no number: ${column.odd.map(({ line, text }) => `“${short(text)}” in line ${line}`).join(', ')}`,
    );
  if (column.kind === 'number' && column.whole && rows >= 20 && column.distinct >= Math.min(1001, 0.95 * rows))
    said.push('a different whole number in almost every row: leave it out if it only names the rows');
  if (column.distinct <= 1) said.push(column.distinct === 0 ? 'empty' : 'the same value everywhere');
  return said;
}

/** Words are no features; what never changes says nothing. */
export const isUsable = (column: CsvColumn) => column.kind === 'number' && column.distinct > 1;

const short = (text: string) => (text.length > 18 ? `${text.slice(0, 17)}…` : text);
