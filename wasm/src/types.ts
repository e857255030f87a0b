import type { MethodId, Methods } from './methods.js';

// Arrays with a buffer of their own, as every TypeScript has them: before 5.7 typed arrays took no argument.
export type Floats = ReturnType<Float32ArrayConstructor['of']>;
export type Doubles = ReturnType<Float64ArrayConstructor['of']>;
export type Ints = ReturnType<Int32ArrayConstructor['of']>;
export type Bytes = ReturnType<Uint8ArrayConstructor['of']>;

/** Numbers, one after the other. */
export type Numbers =
  | readonly number[] | Float32Array | Float64Array | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array;

/** Numbers by rows: all in one array, row after row, or an array of rows. Each must be a finite number. */
export type Rows = Numbers | readonly Numbers[];

/** Samples. `rows` and `cols` may be omitted if they follow from the arrays. */
export interface Samples {
  data: Rows;
  rows?: number | undefined;
  cols?: number | undefined;
  /** A class for each row: numbers from 0, or names. -1, '', null and undefined mean unlabelled. */
  labels?: Numbers | readonly (number | null | undefined)[] | readonly (string | null | undefined)[] | undefined;
  /** Names of the classes that numbers stand for. */
  classes?: readonly string[] | undefined;
  /** Names of the columns. */
  features?: readonly string[] | undefined;
  /** Your own partition, for methods that use one: a value for each row; rows of one class with the same value form a patch. */
  patches?: Numbers | readonly (string | number)[] | undefined;
}

/** The progress of a call: its stage, and the fraction of that stage that is done, from 0 to 1. */
export interface Progress {
  stage: string;
  fraction: number;
}

/** Options of every call that can take long. */
export interface CallOptions {
  /** Stops the call at once: the promise is rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called with the progress of the call. If it throws, the call ends and rejects with that error. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Move the arrays into the worker instead of copying them: they are empty afterwards. */
  transfer?: boolean | undefined;
}

export interface Preparation {
  /** 'auto', the default: zscore (standard deviation 1) if features differ in scale by more than 10 times, else none. */
  scale?: 'auto' | 'none' | 'zscore' | 'minmax' | 'unit' | undefined;
  /** Dimensions to keep, or a fraction of the variance such as 0.95. */
  pca?: number | undefined;
  /**
   * Precision of the samples: only float in this build. A map that single precision cannot represent is kept in double
   * automatically.
   */
  scalar?: 'float' | undefined;
  seed?: number | bigint | undefined;
  /** Bytes; a fit that would need more is refused. Default: that of `load`. */
  memoryLimit?: number | undefined;
}

/** Values of a method's parameters to choose among. */
export type Grid<M extends MethodId = MethodId> = { [P in ParameterName<M>]?: readonly ParameterValue<M, P>[] | undefined };

/** The names of a method's parameters; of several methods, those of all of them. */
export type ParameterName<M extends MethodId = MethodId> = { [N in M]: string extends keyof Methods[N] ? never : keyof Methods[N] }[M];

/** The possible values of a parameter, in the methods that have it. */
export type ParameterValue<M extends MethodId, P extends PropertyKey> = { [N in M]: P extends keyof Methods[N] ? NonNullable<Methods[N][P]> : never }[M];

/** A method of an evaluation: with its defaults, or with your own parameters. */
export type Contestant = MethodId | { [M in MethodId]: {
  method: M;
  params?: Methods[M] | undefined;
  /** Values to choose among by cross-validation on each training set. */
  select?: Grid<M> | undefined;
} }[MethodId];

/**
 * The classifier of projected samples: nearest neighbours, nearest mean, the degree of membership of methods that define it, or
 * none.
 */
export type Classifier = 'none' | 'mean' | 'membership' | { kind: 'none' | 'mean' | 'membership' } | { kind: 'knn'; k: number };

/** Numbers of dimensions: one, a list, a range (from 1 by default), or all. */
export type DimsRange = number | readonly number[] | { from?: number | undefined; to: number } | 'all';

export interface ModelOptions<M extends MethodId = MethodId> extends Preparation {
  /**
   * 'auto', the default: several are compared by cross-validation, and the simplest within one standard error of the best is
   * taken.
   */
  method?: M | 'auto' | undefined;
  /** Parameters of the named method. */
  params?: Methods[M] | undefined;
  /** Dimensions of the result; 'auto', the default: the fewest within one standard error of the best. */
  dims?: number | 'auto' | undefined;
  classifier?: Classifier | undefined;
}

export interface TuneOptions<M extends MethodId = MethodId> {
  /** Choose by cross-validation among the values that the method proposes. */
  tune?: boolean | undefined;
  /** Choose among these values of parameters. */
  select?: Grid<M> | undefined;
  folds?: number | undefined;
  repeats?: number | undefined;
}

export interface ColumnNames {
  /** The name of the label column, as `label` of a table: `readCsv` with the model then recognises it. */
  label?: string | null | undefined;
}

export type FitOptions<M extends MethodId = MethodId> = Samples & ColumnNames & ModelOptions<M> & TuneOptions<M> & CallOptions;

/** Options of calls about one named method. */
export type Named<Options, M extends MethodId = MethodId> = Options & { method: M };

export type TuningOptions<M extends MethodId = MethodId> = Named<FitOptions<M>, M> & {
  /** Number of workers that compute at the same time, each with a copy of the samples; the results are the same. Default 1. */
  workers?: number | undefined;
};

export interface PlanOptions<M extends MethodId = MethodId> extends ModelOptions<M> {
  method: M;
  rows: number;
  cols: number;
  classes?: number | undefined;
  /** Samples of the largest class; by default all classes have the same size. */
  largestClass?: number | undefined;
}

export interface EvaluateOptions extends Samples, Preparation, CallOptions {
  /** One, several, or 'all' methods that can project new samples. */
  methods: 'all' | Contestant | readonly Contestant[];
  /** A fraction of each class such as 0.25, or a number of samples of each. */
  train?: number | undefined;
  /** The same for the test set, from the rest; all of it by default. */
  test?: number | undefined;
  /** Number of samples of each class that keep their label in the training set; all by default. */
  labelled?: number | undefined;
  /**
   * A value for each row, such as the digit where the classes are even and odd: train, test and labelled then apply to each value
   * within each class.
   */
  strata?: Numbers | readonly (string | number)[] | undefined;
  /** The dimensions that are compared: 10, [2, 5, 10], { from: 1, to: 40 } or 'all'. */
  dims?: DimsRange | undefined;
  /**
   * The dimensions for which a method's error is reported: with the smallest mean error ('mean', the default), or the best of
   * each split.
   */
  bestDims?: 'mean' | 'split' | undefined;
  splits?: number | undefined;
  folds?: number | undefined;
  neighbors?: number | undefined;
  honest?: boolean | undefined;
  /**
   * Also evaluate no reduction (`none`; with `pca` also `original`, without the PCA) and the most frequent class (`majority`);
   * default true.
   */
  baseline?: boolean | undefined;
  /** Give the confusion matrix of the first split, as `confusion` of each contest. */
  confusion?: boolean | undefined;
  /** Number of workers that compute at the same time, each with a copy of the samples; the results are the same. Default 1. */
  workers?: number | undefined;
  tune?: boolean | undefined;
  /** Values to choose among by cross-validation on each training set, in every method that has the parameter. */
  select?: Grid | undefined;
}

/** Options of a split: an evaluation with the same options uses the same rows. */
export interface SplitOptions extends CallOptions {
  labels: NonNullable<Samples['labels']>;
  /** A fraction of each class such as 0.25, or a number of samples of each. */
  train?: number | undefined;
  /** The same for the test set, from the rest; all of it by default. */
  test?: number | undefined;
  /** Number of samples of each class that keep their label in the training set; all by default. */
  labelled?: number | undefined;
  seed?: number | bigint | undefined;
  /** Which of an evaluation's splits: 0, the default, is the first. */
  number?: number | undefined;
}

/** A column of a table: its name, or its number from 1. */
export type ColumnName = string | number;

export interface CsvOptions extends CallOptions {
  /**
   * The label column; null: there is none. Default: detected by its name (label, class, …); else of text or few whole numbers;
   * else the last.
   */
  label?: ColumnName | null | undefined;
  /** Columns that are not used. */
  drop?: ColumnName | readonly ColumnName[] | undefined;
  /** The only columns that are features; default: all. */
  keep?: ColumnName | readonly ColumnName[] | undefined;
  /** A column that names the rows: not a feature, but in `ids` of the table. */
  id?: ColumnName | undefined;
  missing?: 'error' | 'drop' | 'mean' | undefined;
  /**
   * What to do with features that are not numbers: 'missing' treats them as missing values, and leaves out rows with another
   * number of cells.
   */
  malformed?: 'error' | 'missing' | undefined;
  /** Whether the first row has the names of the columns. Default: detected. */
  header?: boolean | undefined;
  /** The separator of columns: one character, or a word. Default: detected from the first line. */
  sep?: 'comma' | 'semicolon' | 'tab' | 'pipe' | 'space' | (string & {}) | undefined;
  /** Default: a comma if the first rows contain decimal commas and another character separates columns. */
  decimal?: '.' | ',' | undefined;
  /** Bytes; reading a table that takes more is refused. */
  memoryLimit?: number | undefined;
}

/** A table that was read: can be passed to `fit` unchanged. */
export interface Table {
  data: Floats;
  rows: number;
  cols: number;
  labels?: Ints;
  classes: string[];
  features?: string[];
  /** The label column, if there is one. */
  label: string | null;
  /** Names of the rows, if `id` was given. */
  ids?: string[];
  /** Automatic decisions about the text, and irregularities of the table. */
  notes: string[];
}

/** How a text would be read as a table, without validating its cells. */
export interface CsvLayout {
  sep: string;
  decimal: '.' | ',';
  header: boolean;
  /** Their names; without a header 'column 1', … */
  columns: string[];
  /** The label column from 1 on, or null. */
  label: number | null;
  /** The reason for that choice, such as 'by its name'. */
  reason: string;
}

/** The contents of a column of a text. */
export interface CsvColumn {
  name: string;
  /** The kind of most of its cells. */
  kind: 'number' | 'text';
  /** How many cells are numbers, texts, missing. */
  numbers: number;
  texts: number;
  missing: number;
  /** How many different values there are; 1001 is more than a thousand. */
  distinct: number;
  /** How many classes it would have as the label column; 1001 is more than a thousand. */
  classes: number;
  /** Whether all numbers are whole. */
  whole: boolean;
  /** The smallest and largest number, if there are numbers. */
  least: number | null;
  most: number | null;
  /** The first cells of a numeric column that are not numbers. */
  odd: { line: number; text: string }[];
  /** The first different values. */
  examples: string[];
}

/** The contents of a text, without validating its cells. */
export interface CsvReport {
  /** Without rows that have another number of cells. */
  rows: number;
  columns: CsvColumn[];
  /** How `readCsv` would read the text: with the label column it proposes, and the reason. */
  layout: CsvLayout;
  /** The first rows that have another number of cells, and how many such rows there are. */
  ragged: { line: number; cells: number }[];
  raggedRows: number;
}

/** How rows are read for statistics, which do not store them. */
export interface StatisticsOptions extends Omit<CsvOptions, 'missing' | 'id'> {
  missing?: 'error' | 'drop' | undefined;
  /** Keep the scatter of each class, which some parameters of methods need; 'pooled', the default: of all classes together. */
  scatter?: 'pooled' | 'class' | undefined;
}

/** A fit of statistics: nothing is chosen by cross-validation, and there are no neighbours. */
export interface StatisticsFitOptions<M extends MethodId = MethodId> extends Omit<ModelOptions<M>, 'classifier' | 'scalar' | 'seed'>, CallOptions {
  classifier?: Exclude<Classifier, { kind: 'knn' }> | undefined;
}

export interface ExportOptions {
  /** For c: the prefix of names. */
  name?: string | undefined;
  quantize?: 'none' | 'int8' | undefined;
  /** Largest number of reference points. */
  prototypes?: number | undefined;
}
