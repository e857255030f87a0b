// A table that can be fitted, wherever it comes from.
export interface Image {
  width: number;
  height: number;
  /** The value that is drawn darkest. */
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
  const { cols } = data, result = new Float32Array(rows.length * cols);
  for (let i = 0; i < rows.length; ++i) result.set(data.data.subarray(rows[i]! * cols, (rows[i]! + 1) * cols), i * cols);
  return result;
}

export const row = (data: Data, i: number) => data.data.subarray(i * data.cols, (i + 1) * data.cols);

/** A square picture, if the names or the values say so. */
export function imageOf(features: readonly string[], values: Float32Array): Image | null {
  const cols = features.length, side = Math.round(Math.sqrt(cols));
  if (side * side !== cols || side < 8) return null;
  let most = 0;
  for (const value of values) {
    if (value < 0) return null;
    if (value > most) most = value;
  }
  const named = features.every((name) => /^(pixel|px|p|x|v|f)?[_ ]?\d+([_x]\d+)?$/i.test(name));
  return named && most > 0 ? { width: side, height: side, most } : null;
}
