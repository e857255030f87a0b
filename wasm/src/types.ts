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

/** Samples. `rows` and `cols` may be left out where the arrays tell them. */
export interface Samples {
  data: Rows;
  rows?: number | undefined;
  cols?: number | undefined;
  /** A class for each row: numbers from 0, or names. Unlabelled are -1, '', null and undefined. */
  labels?: Numbers | readonly (number | null | undefined)[] | readonly (string | null | undefined)[] | undefined;
  /** Names of the classes that numbers stand for. */
  classes?: readonly string[] | undefined;
  /** Names of the columns. */
  features?: readonly string[] | undefined;
  /** A partition of your own, for methods that take one: a value for each row; rows of one class with the same one make a patch. */
  patches?: Numbers | readonly (string | number)[] | undefined;
}

/** How far a call is: its stage, and how much of that is done, from 0 to 1. */
export interface Progress {
  stage: string;
  fraction: number;
}

/** What every call takes that may last. */
export interface CallOptions {
  /** Stops it at once: the promise is rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Hears how far it is. What it throws ends the call, which rejects with it. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Move the arrays into the worker instead of copying them: they are empty afterwards. */
  transfer?: boolean | undefined;
}

export interface Preparation {
  /** 'auto', as if not given: deviation 1 where features differ in scale by more than 10 times, else as they are. */
  scale?: 'auto' | 'none' | 'zscore' | 'minmax' | 'unit' | undefined;
  /** Dimensions to keep, or a part of the variance such as 0.95. */
  pca?: number | undefined;
  /** Precision of the samples; of this build, float only. What floats cannot hold of a map is kept in double by itself. */
  scalar?: 'float' | undefined;
  seed?: number | bigint | undefined;
  /** Bytes; a fit that would need more is refused. That of `load` if not given. */
  memoryLimit?: number | undefined;
}

/** Values of a method's parameters to choose among. */
export type Grid<M extends MethodId = MethodId> = { [P in ParameterName<M>]?: readonly ParameterValue<M, P>[] | undefined };

/** The names of a method's parameters; of several methods, those of all of them. */
export type ParameterName<M extends MethodId = MethodId> = { [N in M]: string extends keyof Methods[N] ? never : keyof Methods[N] }[M];

/** What a parameter can be, in the methods that have it. */
export type ParameterValue<M extends MethodId, P extends PropertyKey> = { [N in M]: P extends keyof Methods[N] ? NonNullable<Methods[N][P]> : never }[M];

/** A method as it takes part in an evaluation: with its defaults, or with parameters of your own. */
export type Contestant = MethodId | { [M in MethodId]: {
  method: M;
  params?: Methods[M] | undefined;
  /** Values to choose among by cross-validation on each training part. */
  select?: Grid<M> | undefined;
} }[MethodId];

/** Who says the class of a projected sample: the nearest neighbours, the membership of a method that has one, or nobody. */
export type Classifier = 'none' | 'mean' | 'membership' | { kind: 'none' | 'mean' | 'membership' } | { kind: 'knn'; k: number };

/** Numbers of dimensions: one, those of a list, from one (1 if not said) to another, or all. */
export type DimsRange = number | readonly number[] | { from?: number | undefined; to: number } | 'all';

export interface ModelOptions<M extends MethodId = MethodId> extends Preparation {
  /** 'auto', as if not given: the simplest within one standard error of the best of several, by cross-validation. */
  method?: M | 'auto' | undefined;
  /** Of a method that is named. */
  params?: Methods[M] | undefined;
  /** Dimensions of the result; 'auto', as if not given: the fewest within one standard error of the best. */
  dims?: number | 'auto' | undefined;
  classifier?: Classifier | undefined;
}

export interface TuneOptions<M extends MethodId = MethodId> {
  /** Choose by cross-validation what the method proposes. */
  tune?: boolean | undefined;
  /** Choose among these values of parameters. */
  select?: Grid<M> | undefined;
  folds?: number | undefined;
  repeats?: number | undefined;
}

export interface ColumnNames {
  /** What the label column is called, as `label` of a table: `readCsv` with the model then finds it again. */
  label?: string | null | undefined;
}

export type FitOptions<M extends MethodId = MethodId> = Samples & ColumnNames & ModelOptions<M> & TuneOptions<M> & CallOptions;

/** Options of what is about one method. */
export type Named<Options, M extends MethodId = MethodId> = Options & { method: M };

export type TuningOptions<M extends MethodId = MethodId> = Named<FitOptions<M>, M> & {
  /** So many work at the same time, each with a copy of the samples; the numbers are the same. 1 if not said. */
  workers?: number | undefined;
};

export interface PlanOptions<M extends MethodId = MethodId> extends ModelOptions<M> {
  method: M;
  rows: number;
  cols: number;
  classes?: number | undefined;
  /** Samples of the largest class; without it classes are of one size. */
  largestClass?: number | undefined;
}

export interface EvaluateOptions extends Samples, Preparation, CallOptions {
  /** One, several, or all that project. */
  methods: 'all' | Contestant | readonly Contestant[];
  /** A fraction of each class such as 0.25, or a number of samples of each. */
  train?: number | undefined;
  /** The same of what is not trained on; all of it if not given. */
  test?: number | undefined;
  /** So many of each class keep their label in the training part, the others lose it; all if not given. */
  labelled?: number | undefined;
  /** A value for each row, such as the digit where the classes are even and odd: sizes are those of each value within each class. */
  strata?: Numbers | readonly (string | number)[] | undefined;
  /** The dimensions that are compared: 10, [2, 5, 10], { from: 1, to: 40 } or 'all'. */
  dims?: DimsRange | undefined;
  /** The dimensions in which a method counts: where its mean error is smallest ('mean', the default), or the best of each split. */
  bestDims?: 'mean' | 'split' | undefined;
  splits?: number | undefined;
  folds?: number | undefined;
  neighbors?: number | undefined;
  honest?: boolean | undefined;
  /** Rows for no reduction (none; with `pca` also original, without it) and the most frequent class (majority); default true. */
  baseline?: boolean | undefined;
  /** Which classes are taken for which on the first split: `confusion` of each contest. */
  confusion?: boolean | undefined;
  /** So many work at the same time, each with a copy of the samples; the numbers are the same. 1 if not said. */
  workers?: number | undefined;
  tune?: boolean | undefined;
  /** Values to choose among by cross-validation on each training part, in every method that has the parameter. */
  select?: Grid | undefined;
}

/** Which rows are trained on: the same as an evaluation with these options has. */
export interface SplitOptions extends CallOptions {
  labels: NonNullable<Samples['labels']>;
  /** A fraction of each class such as 0.25, or a number of samples of each. */
  train?: number | undefined;
  /** The same of what is not trained on; all of it if not given. */
  test?: number | undefined;
  /** So many of each class keep their label in the training part; all if not given. */
  labelled?: number | undefined;
  seed?: number | bigint | undefined;
  /** Of an evaluation's splits, which one: 0, the default, is the first. */
  number?: number | undefined;
}

/** A column of a table: its name, or its number from 1. */
export type ColumnName = string | number;

export interface CsvOptions extends CallOptions {
  /** The label column; null: there is none. Left out: one called label, class, …; else of text or few whole numbers; else the last. */
  label?: ColumnName | null | undefined;
  /** Columns that are not used. */
  drop?: ColumnName | readonly ColumnName[] | undefined;
  /** The only columns that are features; left out: all. */
  keep?: ColumnName | readonly ColumnName[] | undefined;
  /** A column that names the rows: not a feature, but in `ids` of the table. */
  id?: ColumnName | undefined;
  missing?: 'error' | 'drop' | 'mean' | undefined;
  /** Features that are no numbers: 'missing' takes them as missing values, and leaves out rows of another length. */
  malformed?: 'error' | 'missing' | undefined;
  /** Whether the first row has the names of the columns. Left out: found. */
  header?: boolean | undefined;
  /** What separates columns: one character, or a word. Left out: found in the first line. */
  sep?: 'comma' | 'semicolon' | 'tab' | 'pipe' | 'space' | (string & {}) | undefined;
  /** Left out: a comma if the first rows show it and another character separates. */
  decimal?: '.' | ',' | undefined;
  /** Bytes; a table that takes more is refused while it is read. */
  memoryLimit?: number | undefined;
}

/** A table that was read: can be given to `fit` as it is. */
export interface Table {
  data: Floats;
  rows: number;
  cols: number;
  labels?: Ints;
  classes: string[];
  features?: string[];
  /** The label column, if there is one. */
  label: string | null;
  /** Names of the rows, if a column was named that has them. */
  ids?: string[];
  /** What was decided about the text, and what is odd about the table. */
  notes: string[];
}

/** How a text is read as a table, before anything in its cells is refused. */
export interface CsvLayout {
  sep: string;
  decimal: '.' | ',';
  header: boolean;
  /** Their names; without a header 'column 1', … */
  columns: string[];
  /** The label column from 1 on, or null. */
  label: number | null;
  /** Why that one, or why none: 'by its name'. */
  reason: string;
}

/** What a column of a text holds. */
export interface CsvColumn {
  name: string;
  /** What most of its cells are. */
  kind: 'number' | 'text';
  /** How many cells are numbers, texts, missing. */
  numbers: number;
  texts: number;
  missing: number;
  /** How many different values there are; 1001 is more than a thousand. */
  distinct: number;
  /** How many classes it would have as the label column; 1001 is more than a thousand. */
  classes: number;
  /** All numbers are whole. */
  whole: boolean;
  /** The least and the most of the numbers, where there are some. */
  least: number | null;
  most: number | null;
  /** The first cells of a column of numbers that are none. */
  odd: { line: number; text: string }[];
  /** The first different values. */
  examples: string[];
}

/** What is in a text, before anything in it is refused. */
export interface CsvReport {
  /** Without those of another length. */
  rows: number;
  columns: CsvColumn[];
  /** How `readCsv` would read it: with the label column it proposes, and why. */
  layout: CsvLayout;
  /** The first rows that have another number of cells, and how many such rows there are. */
  ragged: { line: number; cells: number }[];
  raggedRows: number;
}

/** How rows are read that are not kept. */
export interface StatisticsOptions extends Omit<CsvOptions, 'missing' | 'id'> {
  missing?: 'error' | 'drop' | undefined;
  /** Keep the scatter of each class, which some parameters of methods need; 'pooled', as if not given: of all together. */
  scatter?: 'pooled' | 'class' | undefined;
}

/** A fit of statistics: nothing is chosen by cross-validation, and there are no neighbours. */
export interface StatisticsFitOptions<M extends MethodId = MethodId> extends Omit<ModelOptions<M>, 'classifier' | 'scalar' | 'seed'>, CallOptions {
  classifier?: Exclude<Classifier, { kind: 'knn' }> | undefined;
}

export interface ExportOptions {
  /** c: what its names begin with. */
  name?: string | undefined;
  quantize?: 'none' | 'int8' | undefined;
  /** At most so many reference points. */
  prototypes?: number | undefined;
}
