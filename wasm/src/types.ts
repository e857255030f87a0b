import type { MethodId, Methods } from './methods.js';

// Arrays with a buffer of their own, in the words of every TypeScript: before 5.7 typed arrays took no argument.
export type Floats = ReturnType<Float32ArrayConstructor['of']>;
export type Doubles = ReturnType<Float64ArrayConstructor['of']>;
export type Ints = ReturnType<Int32ArrayConstructor['of']>;
export type Bytes = ReturnType<Uint8ArrayConstructor['of']>;

/** Numbers by rows: one typed array, row after row, or an array of rows. */
export type Rows = Float32Array | Float64Array | readonly number[] | readonly (readonly number[])[];

/** Samples. `rows` and `cols` may be left out where the arrays tell them. */
export interface Samples {
  data: Rows;
  rows?: number | undefined;
  cols?: number | undefined;
  /** A class for each row: numbers from 0 (-1 = unlabelled), or names ('' = unlabelled). */
  labels?: Int32Array | readonly number[] | readonly string[] | undefined;
  /** Names of the classes that numbers stand for. */
  classes?: readonly string[] | undefined;
  /** Names of the columns. */
  features?: readonly string[] | undefined;
}

/** What every call takes that may last. */
export interface CallOptions {
  /** Stops it: the promise is rejected with a TandaError of code "cancelled". */
  signal?: AbortSignal | undefined;
  /** Hears of the stage and the part of it that is done, 0 to 1. */
  onProgress?: ((progress: { stage: string; part: number }) => void) | undefined;
  /** Move the arrays into the worker instead of copying them: they are empty afterwards. */
  transfer?: boolean | undefined;
}

export interface Preparation {
  scale?: 'none' | 'zscore' | 'minmax' | 'unit' | undefined;
  /** Dimensions to keep, or a part of the variance such as 0.95. */
  pca?: number | undefined;
  /** Precision of the fit. */
  scalar?: 'float' | 'double' | undefined;
  seed?: number | undefined;
  /** Bytes, or text such as '512M'; a fit that would need more is refused. */
  memoryLimit?: number | string | undefined;
}

/** Values to choose among, by parameter. */
export type Grid = Record<string, readonly (number | string)[]>;

export interface ModelOptions<M extends MethodId = MethodId> extends Preparation {
  method: M;
  params?: Methods[M] | undefined;
  /** Dimensions of the result. */
  dims?: number | undefined;
  classifier?: 'none' | 'membership' | `knn:${number}` | undefined;
}

export interface TuneOptions {
  /** Choose by cross-validation what the method proposes. */
  tune?: boolean | undefined;
  select?: Grid | undefined;
  folds?: number | undefined;
  repeats?: number | undefined;
}

export type FitOptions<M extends MethodId = MethodId> = Samples & ModelOptions<M> & TuneOptions & CallOptions;

export interface PlanOptions<M extends MethodId = MethodId> extends ModelOptions<M> {
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
  /** 10, '2,5,10', '1-40' or 'all'. */
  dims?: number | string | undefined;
  splits?: number | undefined;
  folds?: number | undefined;
  neighbors?: number | undefined;
  honest?: boolean | undefined;
  baseline?: boolean | undefined;
  tune?: boolean | undefined;
  select?: Grid | undefined;
}

export interface CsvOptions extends CallOptions {
  /** The label column: a name, a number from 1, or 'none'. */
  label?: string | number | undefined;
  missing?: 'error' | 'drop' | 'mean' | undefined;
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
  /** What was decided about the text. */
  notes: string[];
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
  /** How it was made: method, params, eigenvalues, notes, seconds by stage. */
  record: Json;
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
