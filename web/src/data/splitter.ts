// Splits text into rows of cells by the rules of the core's reader (lib/src/data/csv_text.hpp): a line ends at \n, \r\n or \r,
// a quote opens at the start of a cell only, and blanks around a cell do not count.

/** No honest cell is longer: one that is comes from a lost quote or from another kind of file. As in the core. */
const longest = 65536;
const tab = 9,
  newline = 10,
  carriageReturn = 13,
  blank = 32,
  quote = 34;

const enum In {
  start,
  bare,
  quoted,
  /** A quote inside quotes: the first of two, or the closing one. */
  quoteSeen,
  closed,
}

export class Splitter {
  private readonly separator: number;
  private state = In.start;
  /** A line feed that comes now belongs to it. */
  private afterReturn = false;
  private cells: string[] = [];
  /** What earlier pieces held of the current cell. */
  private cell = '';
  private line = 1;
  private rowLine = 1;
  private quoteLine = 1;

  /** `row` gets the cells of each row that is not blank, and the line where it begins, from 1. */
  constructor(
    separator: string,
    private readonly row: (cells: string[], line: number) => void,
  ) {
    this.separator = separator.charCodeAt(0);
  }

  /** Text in pieces of any size. */
  push(piece: string): void {
    for (let i = 0; i < piece.length; ) {
      const code = piece.charCodeAt(i);
      if (this.afterReturn && code === newline) {
        if (this.state === In.quoted) this.cell += '\n';
        this.afterReturn = false;
        ++i;
        continue;
      }
      this.afterReturn = false;
      switch (this.state) {
        case In.start:
          if (this.endsCell(code)) {
            if (this.cells.length === 0 && code !== this.separator) this.endLine(code);
            else this.endCell('', code);
          } else if (code === quote) {
            this.state = In.quoted;
            this.quoteLine = this.line;
          } else if (!this.isBlank(code)) {
            this.state = In.bare;
            continue;
          }
          ++i;
          break;
        case In.bare:
          i = this.takeBare(piece, i);
          break;
        case In.quoted:
          i = this.takeQuoted(piece, i);
          break;
        default:
          if (code === quote && this.state === In.quoteSeen) {
            this.cell += '"';
            this.state = In.quoted;
          } else if (this.endsCell(code)) this.endCell(this.cell, code);
          else if (this.isBlank(code)) this.state = In.closed;
          else throw new Error(`In line ${this.line} there is text after a closing quote. Correct it there; inside quotes, a quote is written twice.`);
          ++i;
      }
    }
  }

  end(): void {
    if (this.state === In.quoted) throw new Error(`The quote opened in line ${this.quoteLine} is never closed.`);
    if (this.state === In.start && this.cells.length === 0) return;
    this.endCell(this.state === In.bare ? this.withoutBlanks(this.cell) : this.cell, newline);
  }

  /** The run of plain characters from `i` on; gives where it ends. */
  private takeBare(piece: string, i: number): number {
    let end = i;
    while (end < piece.length && !this.endsCell(piece.charCodeAt(end))) ++end;
    this.checkLength(this.cell.length + end - i);
    const text = this.cell + piece.slice(i, end);
    if (end === piece.length) {
      this.cell = text;
      return end;
    }
    this.endCell(this.withoutBlanks(text), piece.charCodeAt(end));
    return end + 1;
  }

  /** Up to the next quote or line end, and over it. */
  private takeQuoted(piece: string, i: number): number {
    let end = i,
      code = 0;
    while (end < piece.length && (code = piece.charCodeAt(end)) !== quote && code !== newline && code !== carriageReturn) ++end;
    const ended = end < piece.length;
    if (ended && code === quote) this.state = In.quoteSeen;
    else if (ended) {
      ++this.line;
      this.afterReturn = code === carriageReturn;
    }
    this.cell += piece.slice(i, ended && code !== quote ? end + 1 : end);
    this.checkLength(this.cell.length);
    return ended ? end + 1 : end;
  }

  private endCell(text: string, code: number): void {
    this.cells.push(text);
    this.cell = '';
    this.state = In.start;
    if (code !== this.separator) this.endLine(code);
  }

  private endLine(code: number): void {
    const { cells, rowLine } = this;
    this.cells = [];
    this.afterReturn = code === carriageReturn;
    this.rowLine = ++this.line;
    if (cells.length > 0) this.row(cells, rowLine);
  }

  private checkLength(length: number): void {
    if (length <= longest) return;
    const why = this.state === In.quoted ? `: the quote opened in line ${this.quoteLine} may lack its end` : '';
    throw new Error(`A cell of line ${this.rowLine} is longer than ${longest} characters${why}.`);
  }

  private endsCell(code: number): boolean {
    return code === this.separator || code === newline || code === carriageReturn;
  }

  private isBlank(code: number): boolean {
    return (code === blank || code === tab) && code !== this.separator;
  }

  private withoutBlanks(text: string): string {
    let end = text.length;
    while (end > 0 && this.isBlank(text.charCodeAt(end - 1))) --end;
    return end < text.length ? text.slice(0, end) : text;
  }
}
