// A CSV, read cell by cell into columns that know what they are. How it is written is the core's to say. Runs in a worker.
// The core's own reader stops at the first cell it cannot use; this one goes on, so that all of them can be shown.
import type { CsvLayout } from 'tanda';
import { Splitter } from './splitter.js';

/** Cells that say that there is no value, as in the core. */
const missing = new Set(['', '?', '-', 'na', 'n/a', '#n/a', 'null', 'nan', '+nan', '-nan']);
/** In the label column these two may well be classes. */
export const mayBeClass = (text: string) => text === '-' || text.toLowerCase() === 'na';
/** They are, where there are fewer than two others, as in a column of + and -: the rule of the core. */
export const areClasses = (others: number) => others < 2;
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
  /** How many classes they are if this is the label column, up to 1001. */
  classes: number;
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
  private whole = true;

  constructor(private readonly commas: boolean) {}

  push(cell: string, line: number): void {
    const text = trimmed(cell),
      isMissing = saysMissing(text),
      value = isMissing ? NaN : numberOf(text, this.commas);
    let code = -1;
    if (isMissing) {
      ++this.missing;
      if (mayBeClass(cell)) code = this.codeOf(cell);
    } else if (Number.isNaN(value)) {
      ++this.textCount;
      if (this.odd.length < 3) this.odd.push({ line, text });
      code = this.codeOf(cell);
    } else if (!Number.isInteger(value)) {
      if (this.whole) this.forgetSpellings();
    } else if (this.whole && String(value) !== cell) {
      code = this.codeOf(cell); // "1.0" and "01" are classes of these names
    }
    this.numbers.push(value);
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
    const texts = [...this.texts.keys()].filter((text) => !saysMissing(trimmed(text)) && Number.isNaN(numberOf(trimmed(text), this.commas)));
    const distinct = different.size + texts.length;
    const examples = kind === 'text' ? texts.slice(0, 3) : [...different].slice(0, 3).map(String);
    return {
      name,
      kind,
      missing: this.missing,
      distinct: Math.min(1001, distinct),
      classes: areClasses(distinct) ? distinct + [...this.texts.keys()].filter(mayBeClass).length : Math.min(1001, distinct),
      odd: kind === 'number' ? this.odd : [],
      oddCount: kind === 'number' ? this.textCount : 0,
      whole: whole && numeric > 0,
      least,
      most,
      examples,
    };
  }

  /** A column of measurements: how they are written is not kept. */
  private forgetSpellings(): void {
    this.whole = false;
    const { codes, numbers } = this;
    for (let i = 0; codes && i < numbers.length; ++i) if (!Number.isNaN(numbers.values[i]!)) codes.values[i] = -1;
    if (this.textCount > 0 || [...this.texts.keys()].some(mayBeClass)) return;
    this.codes = null;
    this.texts.clear();
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
  private rows = 0;
  private headed: boolean;
  private ragged: Scan['ragged'] = [];
  private raggedCount = 0;
  private readonly splitter: Splitter;

  /** `id`: the column that names the rows, or -1. */
  constructor(
    private readonly layout: CsvLayout,
    private readonly id: number,
  ) {
    this.headed = !layout.header;
    this.names = unique(layout.columns);
    this.columns = layout.columns.map(() => new RawColumn(layout.decimal === ','));
    this.splitter = new Splitter(layout.sep, (cells, line) => this.take(cells, line));
  }

  /** Text in pieces of any size. */
  push(piece: string): void {
    this.splitter.push(piece);
  }

  end(): Scan {
    this.splitter.end();
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

  private take(cells: string[], line: number): void {
    if (!this.headed) {
      this.headed = true;
      return;
    }
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
    if (this.id >= 0) this.ids.push(cells[this.id]!);
  }
}

/** Most cells are numbers, and a number begins like one. */
function saysMissing(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first >= 48 && first <= 57) && missing.has(text.length < 5 ? text.toLowerCase() : text);
}

/** A finite number as the core reads it, or NaN. */
export function numberOf(text: string, commas: boolean): number {
  if ((commas ? /[^\d,eE+-]/ : /[^\d.eE+-]/).test(text)) return NaN;
  const value = Number(commas ? text.replace(',', '.') : text);
  return Number.isFinite(value) ? value : NaN;
}

/** Without blanks at both ends, which a quoted cell may have. Other white space is text, as in the core. */
const trimmed = (cell: string) => (/^[ \t]|[ \t]$/.test(cell) ? cell.replace(/^[ \t]+|[ \t]+$/g, '') : cell);

function unique(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times > 1 ? `${name} (${times})` : name;
  });
}
