// A table that can be fitted, wherever it comes from.
export interface Image {
  width: number;
  height: number;
  /** The values of the ground and of the darkest ink. */
  least: number;
  most: number;
}

export interface Data {
  /** A bundled table, or 'file'. */
  key: string;
  /** What a link calls it. */
  link: string;
  name: string;
  data: Float32Array;
  rows: number;
  cols: number;
  /** -1: the row has no label. All -1 when there is no label column. */
  labels: Int32Array;
  classes: readonly string[];
  features: readonly string[];
  /** The label column. */
  label: string;
  /** Names of the rows, where a column has them. */
  ids?: readonly string[] | null;
  /** The column that names the rows. */
  id?: string;
  /** Set when a row is a picture. */
  image: Image | null;
  /** What was decided about it. */
  notes: readonly string[];
  /** The command line's name for the file. */
  file: string;
}

export const isLabelled = (data: Data) => data.classes.length > 0;

/** Rows of a table, in this order. */
export function rowsOf(data: Data, rows: ArrayLike<number>): Float32Array {
  const { cols } = data,
    result = new Float32Array(rows.length * cols);
  for (let i = 0; i < rows.length; ++i) result.set(data.data.subarray(rows[i]! * cols, (rows[i]! + 1) * cols), i * cols);
  return result;
}

export const row = (data: Data, i: number) => data.data.subarray(i * data.cols, (i + 1) * data.cols);

export interface Span {
  name: string;
  /** null: there are no numbers. */
  least: number | null;
  most: number | null;
}

/** A square picture, if the columns are named like pixels and most of them have the same ground. */
export function imageOf(columns: readonly Span[]): Image | null {
  const side = Math.round(Math.sqrt(columns.length)),
    image = side * side === columns.length && side >= 8 && pictureOf(columns, side);
  const named = columns.every(({ name }) => /^(pixel|px|column|p|x|v|f)?[_ ]?\d+([_x]\d+)?$/i.test(name));
  return image && named && 2 * columns.filter(({ least }) => least === image.least).length >= columns.length ? image : null;
}

export function pictureOf(columns: readonly Span[], width: number): Image {
  return {
    width,
    height: columns.length / width,
    least: Math.min(...columns.map(({ least }) => least ?? 0)),
    most: Math.max(...columns.map(({ most }) => most ?? 0)),
  };
}

/** Smallest and largest value of each column. */
export function spansOf({ data, rows, cols, features }: Pick<Data, 'data' | 'rows' | 'cols' | 'features'>): (Span & { least: number; most: number })[] {
  return features.map((name, j) => {
    let least = Infinity,
      most = -Infinity;
    for (let i = 0; i < rows; ++i) {
      const value = data[i * cols + j]!;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    return { name, least, most };
  });
}
