// A CSV, read cell by cell into columns that know what they are. Runs in a worker.

/** Cells that say that there is no value. */
const missing = new Set(['', '?', 'na', 'n/a', 'nan', 'null', 'none', '-']);
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
  header: boolean;
  separator: string;
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

/** Numbers as they are; texts as -1 - their number, in a second array that exists only where there are texts. */
export class RawColumn {
  readonly numbers = new Growing();
  readonly texts = new Map<string, number>();
  codes: Growing | null = null;
  odd: { line: number; text: string }[] = [];
  missing = 0;
  textCount = 0;

  push(cell: string, line: number): void {
    const text = cell.trim();
    const value = missing.has(text.toLowerCase()) ? NaN : Number(text);
    let code = -1;
    if (Number.isNaN(value) || !Number.isFinite(value)) {
      if (missing.has(text.toLowerCase())) ++this.missing;
      else {
        ++this.textCount;
        if (this.odd.length < 3) this.odd.push({ line, text });
        code = this.texts.get(text) ?? -1;
        if (code < 0 && this.texts.size < mostTexts) this.texts.set(text, (code = this.texts.size));
        if (!this.codes) {
          this.codes = new Growing();
          for (let i = 0; i < this.numbers.length; ++i) this.codes.push(-1);
        }
      }
    }
    this.numbers.push(Number.isFinite(value) ? value : NaN);
    this.codes?.push(code);
  }

  describe(name: string): Column {
    const { length, values } = this.numbers,
      numeric = length - this.missing - this.textCount;
    const kind = this.textCount > 0 && this.textCount >= 0.2 * (numeric + this.textCount) ? 'text' : 'number';
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
    const examples = kind === 'text' ? [...this.texts.keys()].slice(0, 3) : [...different].slice(0, 3).map(String);
    return {
      name,
      kind,
      missing: this.missing,
      distinct: Math.min(1001, different.size + this.texts.size),
      odd: kind === 'number' ? this.odd : [],
      oddCount: kind === 'number' ? this.textCount : 0,
      whole: whole && numeric > 0,
      least,
      most,
      examples,
    };
  }
}

export class Scanner {
  columns: RawColumn[] = [];
  names: string[] = [];
  header = false;
  separator = '';
  private line = 0;
  private rows = 0;
  private first: string[][] = [];
  private ragged: Scan['ragged'] = [];
  private raggedCount = 0;
  private rest = '';

  /** Text in pieces of any size. */
  push(piece: string): void {
    const text = this.rest + piece;
    if (!this.separator) {
      if (text.length < 4096 && piece !== '') return void (this.rest = text);
      this.separator = separatorOf(text);
    }
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
    if (!this.separator) this.push('');
    if (this.rest.trim()) this.take(this.rest);
    this.rest = '';
    this.begin();
    if (this.rows === 0) throw new Error('There are no rows in this file.');
    return {
      rows: this.rows,
      header: this.header,
      separator: this.separator,
      ragged: this.ragged,
      raggedCount: this.raggedCount,
      columns: this.columns.map((column, j) => column.describe(this.names[j]!)),
    };
  }

  private take(text: string): void {
    ++this.line;
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (!line.trim()) return;
    const cells = cellsOf(this.line === 1 ? line.replace(/^\ufeff/, '') : line, this.separator);
    if (this.columns.length === 0) {
      this.first.push(cells);
      if (this.first.length >= 2) this.begin();
    } else this.row(cells, this.line);
  }

  /** The first line is a header unless all its cells could be values. */
  private begin(): void {
    if (this.columns.length > 0 || this.first.length === 0) return;
    const [head, next] = this.first as [string[], string[]?];
    const numeric = (cell: string) => cell.trim() !== '' && Number.isFinite(Number(cell));
    const unlike = head.some((cell, j) => !numeric(cell) && next !== undefined && numeric(next[j] ?? ''));
    this.header = next !== undefined && (unlike || (!head.some(numeric) && new Set(head).size === head.length));
    this.names = unique(head.map((cell, j) => (this.header && cell.trim()) || `column ${j + 1}`));
    this.columns = head.map(() => new RawColumn());
    if (!this.header) this.row(head, 1);
    if (next) this.row(next, 2);
    this.first = [];
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

function separatorOf(text: string): string {
  const head = text.slice(0, 4096).split('\n').slice(0, 5).join('\n');
  const counts = [',', ';', '\t', '|'].map((mark) => [mark, head.split(mark).length] as const);
  const best = counts.reduce((a, b) => (b[1] > a[1] ? b : a));
  return best[1] > 1 ? best[0] : ',';
}

function unique(names: string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times > 1 ? `${name} (${times})` : name;
  });
}
