import type { MethodId, Methods } from './methods.js';

// Arrays with a buffer of their own, in the words of every TypeScript: before 5.7 typed arrays took no argument.
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

/** What every call takes that may last. */
export interface CallOptions {
  /** Stops it: the promise is rejected with a TandaError of code "cancelled". */
  signal?: AbortSignal | undefined;
  /** Hears of the stage and the part of it that is done, 0 to 1. What it throws ends the call, which rejects with it. */
  onProgress?: ((progress: { stage: string; part: number }) => void) | undefined;
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
  /** Bytes, or text such as '512M'; a fit that would need more is refused. That of `load` if not given. */
  memoryLimit?: number | string | undefined;
}

/** Values to choose among, by parameter. */
export type Grid = Record<string, readonly (number | string)[]>;

export interface ModelOptions<M extends MethodId = MethodId> extends Preparation {
  /** 'auto', as if not given: the simplest within one standard error of the best of several, by cross-validation. */
  method?: M | 'auto' | undefined;
  /** Of a method that is named. */
  params?: Methods[M] | undefined;
  /** Dimensions of the result; 'auto', as if not given: the fewest within one standard error of the best. */
  dims?: number | 'auto' | undefined;
  classifier?: 'none' | 'membership' | `knn:${number}` | undefined;
}

export interface TuneOptions {
  /** Choose by cross-validation what the method proposes. */
  tune?: boolean | undefined;
  select?: Grid | undefined;
  folds?: number | undefined;
  repeats?: number | undefined;
}

export interface ColumnNames {
  /** What the label column is called, as `label` of a table: `readCsv` with the model then finds it again. */
  label?: string | null | undefined;
}

export type FitOptions<M extends MethodId = MethodId> = Samples & ColumnNames & ModelOptions<M> & TuneOptions & CallOptions;

/** Options of what is about one method. */
export type Named<Options, M extends MethodId = MethodId> = Options & { method: M };

export interface PlanOptions<M extends MethodId = MethodId> extends ModelOptions<M> {
  method: M;
  rows: number;
  cols: number;
  classes?: number | undefined;
  /** Samples of the largest class; without it classes are of one size. */
  largestClass?: number | undefined;
}

export interface EvaluateOptions extends Samples, Preparation, CallOptions {
  /** Ids, with settings if need be ('lfda:ridge=0'), or 'all'. */
  methods: MethodId | 'all' | (string & {}) | readonly (MethodId | (string & {}))[];
  /** A part of each class such as 0.25, or a number of samples of each. */
  train?: number | undefined;
  /** The same of what is not trained on; all of it if not given. */
  test?: number | undefined;
  /** So many of each class keep their label in the training part, the others lose it; all if not given. */
  labelled?: number | undefined;
  /** A value for each row, such as the digit where the classes are even and odd: sizes are those of each value within each class. */
  strata?: Numbers | readonly (string | number)[] | undefined;
  /** 10, '2,5,10', '1-40' or 'all'. */
  dims?: number | string | undefined;
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
  tune?: boolean | undefined;
  select?: Grid | undefined;
}

/** A column of a table: its name, or its number from 1. */
export type ColumnName = string | number;

export interface CsvOptions extends CallOptions {
  /** The label column, or 'none'. Left out: one called label, class, …; else of text or few whole numbers; else the last. */
  label?: ColumnName | undefined;
  /** Columns that are not used. */
  drop?: ColumnName | readonly ColumnName[] | undefined;
  /** The only columns that are features; left out: all. */
  keep?: ColumnName | readonly ColumnName[] | undefined;
  /** A column that names the rows: not a feature, but in `ids` of the table. */
  id?: ColumnName | undefined;
  missing?: 'error' | 'drop' | 'mean' | undefined;
  /** What separates columns: one character, or a word. Left out: found in the first line. */
  sep?: 'comma' | 'semicolon' | 'tab' | 'pipe' | 'space' | (string & {}) | undefined;
  /** Left out: a comma if the first rows show it and another character separates. */
  decimal?: '.' | ',' | undefined;
  /** Bytes, or text such as '512M'; a table that takes more is refused while it is read. */
  memoryLimit?: number | string | undefined;
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

export interface ExportOptions {
  /** c: what its names begin with. */
  name?: string | undefined;
  quantize?: 'none' | 'int8' | undefined;
  /** At most so many reference points. */
  prototypes?: number | undefined;
}

export interface ModelInfo {
  inputs: number;
  outputs: number;
  classes: string[];
  features: string[] | null;
  /** How many reference points there are. */
  references: number;
  map: 'linear' | 'kernel' | 'embedding';
  rule: 'none' | 'neighbors' | 'membership';
  neighbors: number;
  unitLength: boolean;
  record: ModelRecord;
}

/** How a model was made. `fit` writes all that is not said to be there only sometimes; a file may have less, or more. */
export interface ModelRecord extends Json {
  method?: MethodId;
  /** Parameters of the method as they were used, by name. */
  params?: Record<string, number | string | boolean>;
  eigenvalues?: number[];
  scale?: 'none' | 'zscore' | 'minmax' | 'unit';
  /** Whether the scale was left open. */
  scale_chosen?: boolean;
  /** Dimensions or part of the variance that were kept before; null: no PCA. */
  pca?: number | null;
  /** Above 2^53 as text. */
  seed?: number | string;
  /** Samples, features and dimensions. */
  rows?: number;
  cols?: number;
  dims?: number;
  scalar?: 'float' | 'double';
  /** What a person should know about the fit. */
  notes?: string[];
  /** Of tanda. */
  version?: string;
  /** Where samples came with a partition of their own. */
  patches?: 'given';
  /** The label column, where it was told: its name, and its number from 1 where there is no name. */
  label?: { name: string; column: number };
  /** The column that named the rows, where it was told. */
  id?: string;
  /** What was chosen by cross-validation, where `method` or `dims` was left open. */
  chosen?: Chosen;
  /** What `tune` or `select` found. */
  tuned?: Tuned;
}

/** The best of a grid, by its mean error over the folds. */
export interface Tuned {
  settings: Record<string, string>;
  dims: number;
  error: number;
  /** How the error was measured: '5-fold cross-validation'. */
  error_by: string;
  candidates: number;
  folds: number;
  repeats: number;
}

/** Errors are means over the folds, `sd` their standard deviations: 0.03 is an accuracy of 97 %. */
export interface Chosen {
  /** Whether the number of dimensions was chosen, too. */
  dims: boolean;
  folds: number;
  /** How often the rows were cut into folds: more often where there are few. */
  repeats: number;
  /** Rows it was chosen on. */
  samples: number;
  /** Parameters that were chosen. */
  settings: Record<string, string>;
  error: number;
  sd: number;
  /** The methods that were compared, the simplest first, each at its best number of dimensions. */
  methods?: ({ method: MethodId; settings: Record<string, string>; dims: number; error: number; sd: number } | { method: MethodId; failure: string })[];
}

/** A parameter of a method, as the registry has it. */
export interface ParameterInfo {
  name: string;
  type: 'real' | 'integer' | 'choice' | 'flag';
  default: number | string | boolean;
  min?: number;
  max?: number;
  step?: number;
  choices?: string[];
  tune?: string;
  /** 'auto' may be given, too: the method chooses it by itself. */
  auto?: boolean;
  doc: string;
}

export interface MethodInfo {
  id: MethodId;
  title: string;
  family: string;
  summary: string;
  paper: string;
  supervised: boolean;
  unlabelled: boolean;
  output: string;
  dims: string;
  parameters: ParameterInfo[];
}

/** A JSON object of the core. */
export type Json = Record<string, any>;
