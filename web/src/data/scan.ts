// A CSV, read cell by cell into columns that know what they are. How it is written is the core's to say. Runs in a worker.
import type { CsvLayout } from 'tanda';

/** Cells that say that there is no value, as in the core. */
const missing = new Set(['', '?', '-', 'na', 'n/a', '#n/a', 'null', 'nan', '+nan', '-nan']);
/** Among labels these may well be classes. */
const classNames = new Set(['na', '-']);
/** Different texts that are told apart in a column; with more it is no class. */
const mostTexts = 5000;
/** Numbers the page holds at most. */
export const mostValues = 40e6;

export interface Column {
  name: string;
  kind: 'number' | 'text';
  missing: number;
  /** How many different values, up to 1001. */
  distinct: number;
  /** Cells of a column of numbers that are none. */
  odd: { line: number; text: string }[];
  oddCount: number;
  whole: boolean;
  least: number;
  most: number;
  examples: string[];
}

export interface Scan {
  rows: number;
  columns: Column[];
  layout: CsvLayout;
  /** Lines with another number of cells: they are left out. */
  ragged: { line: number; cells: number }[];
  raggedCount: number;
}

class Growing {
  values = new Float64Array(1024);
  length = 0;
  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Float64Array(2 * this.length);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }
}

/** Numbers as they are; texts by their number, in a second array that exists only where there are texts. */
export class RawColumn {
  readonly numbers = new Growing();
  readonly texts = new Map<string, number>();
  codes: Growing | null = null;
  odd: { line: number; text: string }[] = [];
  missing = 0;
  textCount = 0;

  constructor(private readonly commas: boolean) {}

  push(cell: string, line: number): void {
    const text = cell.trim(),
      word = text.length < 5 ? text.toLowerCase() : text,
      isMissing = missing.has(word);
    const value = isMissing ? NaN : numberOf(text, this.commas);
    let code = -1;
    if (isMissing) {
      ++this.missing;
      if (classNames.has(word)) code = this.codeOf(text);
    } else if (!Number.isFinite(value)) {
      ++this.textCount;
      if (this.odd.length < 3) this.odd.push({ line, text });
      code = this.codeOf(text);
    }
    this.numbers.push(Number.isFinite(value) ? value : NaN);
    this.codes?.push(code);
  }

  describe(name: string): Column {
    const { length, values } = this.numbers,
      numeric = length - this.missing - this.textCount;
    const kind = this.textCount > numeric ? 'text' : 'number';
    const different = new Set<number>();
    let least = Infinity,
      most = -Infinity,
      whole = true;
    for (let i = 0; i < length; ++i) {
      const value = values[i]!;
      if (Number.isNaN(value)) continue;
      if (different.size < 1001) different.add(value);
      if (value < least) least = value;
      if (value > most) most = value;
      whole &&= Number.isInteger(value);
    }
    const texts = [...this.texts.keys()].filter((text) => !missing.has(text.toLowerCase()));
    const examples = kind === 'text' ? texts.slice(0, 3) : [...different].slice(0, 3).map(String);
    return {
      name,
      kind,
      missing: this.missing,
      distinct: Math.min(1001, different.size + texts.length),
      odd: kind === 'number' ? this.odd : [],
      oddCount: kind === 'number' ? this.textCount : 0,
      whole: whole && numeric > 0,
      least,
      most,
      examples,
    };
  }

  private codeOf(text: string): number {
    if (!this.codes) {
      this.codes = new Growing();
      for (let i = 0; i < this.numbers.length; ++i) this.codes.push(-1);
    }
    let code = this.texts.get(text) ?? -1;
    if (code < 0 && this.texts.size < mostTexts) this.texts.set(text, (code = this.texts.size));
    return code;
  }
}

export class Scanner {
  readonly columns: RawColumn[];
  readonly names: string[];
  /** The cells of the column that names the rows. */
  readonly ids: string[] = [];
  private line = 0;
  private rows = 0;
  private headed: boolean;
  private ragged: Scan['ragged'] = [];
  private raggedCount = 0;
  private rest = '';

  /** `id`: the column that names the rows, or -1. */
  constructor(
    private readonly layout: CsvLayout,
    private readonly id: number,
  ) {
    this.headed = !layout.header;
    this.names = unique(layout.columns);
    this.columns = layout.columns.map(() => new RawColumn(layout.decimal === ','));
  }

  /** Text in pieces of any size. */
  push(piece: string): void {
    const text = this.rest + piece;
    let start = 0,
      quoted = false;
    for (let i = 0; i < text.length; ++i) {
      const code = text.charCodeAt(i);
      if (code === 34) quoted = !quoted;
      else if (code === 10 && !quoted) {
        this.take(text.slice(start, i));
        start = i + 1;
      }
    }
    this.rest = text.slice(start);
    if (this.rest.length > 8e6) throw new Error(`A quotation mark in or after line ${this.line + 1} is never closed.`);
  }

  end(): Scan {
    if (this.rest.trim()) this.take(this.rest);
    this.rest = '';
    if (this.rows === 0)
      throw new Error(this.raggedCount > 0 ? `No line has as many cells as the first one, ${this.columns.length}.` : 'There are no rows in this file.');
    return {
      rows: this.rows,
      layout: this.layout,
      ragged: this.ragged,
      raggedCount: this.raggedCount,
      columns: this.columns.map((column, j) => column.describe(this.names[j]!)),
    };
  }

  private take(text: string): void {
    ++this.line;
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (!line.trim()) return;
    if (this.headed) this.row(cellsOf(this.line === 1 ? line.replace(/^\ufeff/, '') : line, this.layout.sep), this.line);
    this.headed = true;
  }

  private row(cells: string[], line: number): void {
    if (cells.length !== this.columns.length) {
      ++this.raggedCount;
      if (this.ragged.length < 5) this.ragged.push({ line, cells: cells.length });
      return;
    }
    if (++this.rows * cells.length > mostValues)
      throw new Error(
        `This table has more than ${mostValues / 1e6} million numbers, which is more than the page can hold. Take fewer rows, or the command line program.`,
      );
    cells.forEach((cell, j) => this.columns[j]!.push(cell, line));
    if (this.id >= 0) this.ids.push(cells[this.id]!.trim());
  }
}

function cellsOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator);
  const cells: string[] = [];
  let cell = '',
    quoted = false;
  for (let i = 0; i < line.length; ++i) {
    const letter = line[i]!;
    if (letter === '"') {
      if (quoted && line[i + 1] === '"') cell += line[++i];
      else quoted = !quoted;
    } else if (letter === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell];
}

/** A number as the core reads it, or NaN. */
function numberOf(text: string, commas: boolean): number {
  if (commas) return text.includes('.') ? NaN : Number(text.replace(',', '.'));
  return /[xob]/i.test(text) ? NaN : Number(text);
}

function unique(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times > 1 ? `${name} (${times})` : name;
  });
}
