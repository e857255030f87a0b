// A file of one's own: what is in it, and the table that a person makes of it.
import type { CsvColumn, CsvReport, Table } from 'tanda';
import { live } from '../app/engine.js';

/** The largest file the page takes. */
export const mostBytes = 150e6;
/** Numbers the page holds at most. */
const mostValues = 40e6;

/** What a person says about the file; what is left out is found. */
export interface How {
  sep?: string;
  decimal?: '.' | ',';
  /** The column that names the rows, from 0. */
  id?: number;
}

export interface Decision {
  /** A column number, or -1. */
  label: number;
  /** Columns to use as features. */
  features: number[];
  missing: 'drop' | 'mean';
}

/** Cells that are no number in a column of numbers. */
export const oddCells = ({ kind, texts }: CsvColumn) => (kind === 'number' ? texts : 0);

export class CsvFile {
  private readonly stop = new AbortController();

  constructor(
    readonly name: string,
    private readonly source: Blob,
  ) {}

  /** What is in it, with a name of its own for each column. May be called again with another `how`. */
  async read({ id, ...how }: How, onPart: (part: number) => void): Promise<CsvReport> {
    const { name, source } = this,
      { signal } = this.stop;
    if (source.size === 0) throw new Error(`${name} is empty.`);
    if (source.size > mostBytes)
      throw new Error(
        `${name} has ${Math.round(source.size / 1e6)} MB, and this page takes files up to ${mostBytes / 1e6} MB. Take a part of its rows, or use the command line program, which has no such limit.`,
      );
    const onProgress = ({ fraction }: { fraction: number }) => onPart(fraction);
    const report = await (await live()).scanCsv(source, { ...how, ...(id !== undefined && { id: id + 1 }), signal, onProgress });
    const { rows, raggedRows, columns } = report;
    if (rows === 0)
      throw new Error(raggedRows > 0 ? `No line has as many cells as the first one, ${columns.length}.` : 'There are no rows in this file.');
    if (rows * columns.length > mostValues)
      throw new Error(
        `This table has more than ${mostValues / 1e6} million numbers, which is more than the page can hold. Take fewer rows, or the command line program.`,
      );
    const names = unique(columns.map((column) => column.name));
    return { ...report, columns: columns.map((column, j) => ({ ...column, name: names[j]! })) };
  }

  /** Cells that are no numbers count as missing, and lines of another length are left out. */
  async decide({ layout }: CsvReport, { id = -1 }: How, { label, features, missing }: Decision): Promise<Table> {
    const named = (j: number) => columnName(layout, j);
    return (await live()).readCsv(this.source, {
      sep: layout.sep,
      decimal: layout.decimal,
      header: layout.header,
      label: label < 0 ? null : named(label),
      keep: features.map(named),
      ...(id >= 0 && { id: named(id) }),
      missing,
      malformed: 'missing',
      signal: this.stop.signal,
    });
  }

  close(): void {
    this.stop.abort();
  }
}

/** By its name if no other column has it: a header of numbers would be taken for numbers of columns. */
function columnName({ header, columns }: CsvReport['layout'], j: number): string | number {
  const name = columns[j]!;
  return header && name !== '' && name !== 'none' && columns.indexOf(name) === columns.lastIndexOf(name) ? name : j + 1;
}

function unique(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times > 1 ? `${name} (${times})` : name;
  });
}
