// What calls give: models, evaluations, tunings, as the core writes them.
import type { MethodId, Methods } from './methods.js';
import type { Floats, Ints } from './types.js';

export interface ModelInfo {
  inputs: number;
  outputs: number;
  classes: string[];
  features: string[] | null;
  /** How many reference points there are. */
  references: number;
  map: 'linear' | 'kernel' | 'embedding';
  rule: 'none' | 'neighbors' | 'membership' | 'mean';
  neighbors: number;
  unitLength: boolean;
  record: ModelRecord;
}

/** Reference points by their numbers, from 0: `k` for each row, nearest first. */
export interface Neighbors {
  indices: Ints;
  /** Their distances in the projected space. */
  distances: Floats;
}

/** What statistics contain. */
export interface StatisticsInfo {
  /** Number of rows that were added. */
  rows: number;
  cols: number;
  /** Rows without a label. */
  leftOut: number;
  scatter: 'pooled' | 'class';
  classes: string[];
  /** How many rows each class has. */
  classRows: number[];
  features: string[] | null;
  /** The label column, if its name is known. */
  label: string | null;
}

/** The map of a linear model: y = components · (x − mean) = components · x + offset. */
export interface LinearMap {
  /** `outputs` rows of `inputs` numbers. */
  components: Floats;
  mean: Floats;
  offset: Floats;
}

/** How a model was made. `fit` writes all members whose comment does not restrict them; a file may have fewer, or others. */
export interface ModelRecord {
  [more: string]: unknown;
  method?: MethodId;
  /** Parameters of the method as they were used, by name. */
  params?: Record<string, number | string | boolean>;
  eigenvalues?: number[];
  scale?: 'none' | 'zscore' | 'minmax' | 'unit';
  /** Whether the scale was chosen automatically. */
  scale_chosen?: boolean;
  /** Dimensions, or fraction of the variance, kept by a PCA before the method; null: no PCA. */
  pca?: number | null;
  /** Above 2^53 as text. */
  seed?: number | string;
  /** Samples, features and dimensions. */
  rows?: number;
  cols?: number;
  dims?: number;
  scalar?: 'float' | 'double';
  /** Remarks about the fit. */
  notes?: string[];
  /** The version of tanda. */
  version?: string;
  /** If the caller gave a partition. */
  patches?: 'given';
  /** The label column, if it was given: its name, or its number from 1 if it has no name. */
  label?: { name: string; column: number };
  /** The column with the names of rows, if it was given. */
  id?: string;
  /** What was chosen by cross-validation, if `method` or `dims` was 'auto'. */
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
  /** How often the rows were split into folds: more often if there are few rows. */
  repeats: number;
  /** Number of rows used for the choice. */
  samples: number;
  /** Parameters that were chosen. */
  settings: Record<string, string>;
  error: number;
  sd: number;
  /** The methods that were compared, the simplest first, each at its best number of dimensions. */
  methods?: ({ method: MethodId; settings: Record<string, string>; dims: number; error: number; sd: number } | { method: MethodId; failure: string })[];
}

/** A parameter of a method. */
export interface ParameterInfo {
  name: string;
  type: 'real' | 'integer' | 'choice' | 'flag';
  default: number | string | boolean;
  min?: number;
  max?: number;
  step?: number;
  choices?: string[];
  tune?: string;
  /** 'auto' is allowed: the method chooses the value. */
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

/** The rows of the training and test sets of a split, ascending. */
export interface Split {
  train: Ints;
  test: Ints;
  /** Rows of `train` whose label is hidden, if `labelled` was given. */
  hidden: Ints;
}

/** What `tune` found: the best, and everything that was tried. */
export interface Tuning {
  best: Tuned;
  points: TuningPoint[];
}

export interface TuningPoint {
  /** Parameters that were tried, as texts. */
  settings: Record<string, string>;
  /** Mean error over the folds in the first 1, 2, … dimensions; empty if the fit failed. */
  errors: number[];
  /** The reason if it could not be fitted. */
  failure?: string;
}

/** What `evaluate` found: methods on the same splits. */
export interface Evaluation {
  seed: number | string;
  honest: boolean;
  best_dims: 'mean' | 'split';
  /** The dimensions that were compared: a list, or all from one to another. */
  dims: number[] | { from: number; to: number };
  complete: boolean;
  finished_splits: number;
  /** A description of everything the results depend on. */
  experiment: Record<string, string>;
  classes: string[];
  /** Rows of each class in every split. */
  train_per_class: number[];
  test_per_class: number[];
  /** Those of `train_per_class` that keep their label, if `labelled` was given. */
  labelled_per_class?: number[];
  /** The largest class has more than 1.5 times the samples of the smallest: error alone misleads. */
  uneven: boolean;
  contests: Contest[];
}

/**
 * The result of a method in an evaluation, or of a baseline: `none` (no reduction), `original` (no PCA either) or `majority` (the
 * most frequent class).
 */
export type Contest = Contender & (ContestResult | ContestFailure);

interface Contender {
  /** 'lfda', or with its parameters 'lfda:ridge=0'. */
  name: string;
  /** Absent for baselines. */
  method?: MethodId;
  /** The parameters that were given. */
  params?: Methods[MethodId];
  /** A remark about its results. */
  note?: string;
}

export interface ContestFailure {
  /** The reason why it has no results. */
  failure: string;
  splits: null[];
}

/** Errors are means over the splits, `sd` their standard deviations. */
export interface ContestResult {
  failure?: undefined;
  error: number;
  sd: number;
  /** The mean over the classes of each class's own error. */
  balanced_error: number;
  balanced_sd: number;
  /** The dimensions for which its error is reported; null if they differ between splits. */
  dims: number | null;
  mean_dims: number;
  best: boolean;
  /** Whether it is not significantly worse than the best, at 5 %, by a paired t-test with p-value `p`. */
  not_worse: boolean;
  p: number;
  /** Recall of each class; null for a class that is never tested. */
  recall?: (number | null)[];
  fit_seconds: number;
  fit_seconds_sd: number;
  peak_bytes: number;
  /** With `confusion: true`: of the first split, [actual class][predicted class]. */
  confusion?: number[][];
  splits: SplitResult[];
}

export interface SplitResult {
  /** In the first 1, 2, … dimensions. */
  errors: number[];
  balanced_errors: number[];
  /** Test samples classified wrongly, [dimensions − 1][class]. */
  class_errors?: number[][];
  /** For `none` and `original`: the dimensions of their space. */
  space_dims?: number;
  fit_seconds: number;
  peak_bytes: number;
  /** Chosen by cross-validation. */
  chosen?: Record<string, string>;
  chosen_dims?: number;
}
