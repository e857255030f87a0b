// What the studies ask of the engine.
import type { Chosen, MethodInfo } from 'tanda';
import type { Data } from '../data/data.js';
import { study } from './engine.js';
import { samplesOf, wordsOf, type Calling } from './fit.js';
import { settingOf } from './link.js';
import type { Settings, Spec } from './state.js';

/** 'lfda:neighbors=5:ridge=0.1' */
export const nameOf = (spec: Spec) => [spec.method, ...Object.entries(spec.params).map(([name, value]) => `${name}=${value}`)].join(':');

export interface Contest {
  name: string;
  error: number;
  sd: number;
  balanced_error: number;
  balanced_sd: number;
  dims: number;
  best: boolean;
  not_worse: boolean;
  fit_seconds: number;
  splits: { errors: number[] }[];
}

export interface Evaluation {
  contests: Contest[];
  /** Whether accuracy alone misleads. */
  uneven: boolean;
  /** Rows of each class, the same on every split. */
  train_per_class: number[];
  test_per_class: number[];
}

/** The errors of always predicting the most frequent class, as in evaluations with `baseline`; that would also test without any reduction. */
export function majorityOf({ train_per_class: train, test_per_class: test }: Evaluation): Pick<Contest, 'error' | 'balanced_error'> {
  const all = test.map((size, c) => size + train[c]!),
    most = all.indexOf(Math.max(...all));
  return { error: 1 - test[most]! / test.reduce((a, b) => a + b, 0), balanced_error: 1 - 1 / test.filter((size) => size > 0).length };
}

const labelled = (data: Data) => Int32Array.from({ length: data.rows }, (_, i) => i).filter((i) => data.labels[i]! >= 0);

const preparation = ({ scale, pca, neighbors }: Spec) => ({ scale, ...(pca > 0 && { pca }), neighbors });

/** Methods on the same random splits, one after the other, at every dimension up to `dims`. */
export async function evaluate(
  specs: readonly Spec[],
  data: Data,
  train: number,
  seed: number,
  dims: string,
  splits: number,
  calling: Calling,
): Promise<Evaluation> {
  return (await (
    await study()
  ).evaluate({
    ...samplesOf(data, labelled(data)),
    ...preparation(specs[0]!),
    methods: specs.map(nameOf),
    train: Math.min(train, 0.9),
    seed,
    dims,
    splits,
    baseline: false,
    ...calling,
  })) as Evaluation;
}

export interface Trial {
  settings: Record<string, string>;
  /** By dimension, from 1. */
  errors: number[];
}

export interface Tuning {
  best: { settings: Record<string, string>; dims: number; error: number; candidates: number; folds: number };
  points: Trial[];
}

/** Cross-validation over a grid; an empty one judges the settings as they are. */
export async function crossValidate(
  spec: Spec,
  method: MethodInfo,
  data: Data,
  grid: Record<string, (string | number)[]>,
  seed: number,
  calling: Calling,
): Promise<Tuning> {
  const first = method.parameters[0];
  const select = Object.keys(grid).length > 0 || !first ? grid : { [first.name]: [String(spec.params[first.name] ?? first.default)] };
  const params = Object.fromEntries(Object.entries(spec.params).filter(([name]) => !(name in select)));
  const { dims: _all, ...words } = wordsOf({ ...spec, params });
  return (await (
    await study()
  ).tune({
    ...samplesOf(data, labelled(data)),
    ...words,
    classifier: `knn:${spec.neighbors}`,
    select,
    seed,
    ...calling,
  })) as Tuning;
}

/** Settings as the core writes them. */
export const settingsOf = (texts: Record<string, string>): Settings =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, settingOf(text)]));

export interface Found {
  /** What was open, filled in. */
  spec: Spec;
  /** How it was chosen; undefined where there was nothing to choose. */
  chosen: Chosen | undefined;
}

/** The number of dimensions by cross-validation on some rows; with the method 'auto', the method and its settings, too. */
export async function choose(
  spec: Spec,
  methods: readonly MethodInfo[],
  data: Data,
  rows: Int32Array,
  seed: number,
  calling: Calling,
): Promise<Found> {
  const model = await (
    await study()
  ).fit({ ...samplesOf(data, rows), ...wordsOf(spec), dims: 'auto', classifier: `knn:${spec.neighbors}`, seed, ...calling });
  const { record, outputs } = model.info,
    { chosen } = record;
  model.free();
  const params = { ...spec.params, ...settingsOf(chosen?.settings ?? {}) };
  const method = record['method'] as string,
    perClass = methods.find(({ id }) => id === method)?.dims === 'per-class' && data.classes.length > 2;
  return { chosen, spec: { ...spec, method, params, dims: perClass ? outputs / data.classes.length : outputs } };
}

/** The eigenvalues of more dimensions than are kept. */
export async function eigenvalues(spec: Spec, data: Data, rows: Int32Array, dims: number, calling: Calling): Promise<number[]> {
  const model = await (await study()).fit({ ...samplesOf(data, rows), ...wordsOf({ ...spec, dims }), classifier: 'none', ...calling });
  const values = (model.info.record['eigenvalues'] ?? []) as number[];
  model.free();
  return values;
}
