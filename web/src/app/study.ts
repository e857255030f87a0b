// What the studies ask of the engine.
import type { Chosen, Contestant, ContestResult, Evaluation as Report, Grid, MethodInfo, Tuning } from 'tanda';
import type { Data } from '../data/data.js';
import { study } from './engine.js';
import { samplesOf, wordsOf, type Calling } from './fit.js';
import { settingOf } from './link.js';
import type { Settings, Spec } from './state.js';

/** Those that got through: the page compares what it could fit. */
export type Contest = ContestResult & { name: string };
export type Evaluation = Omit<Report, 'contests'> & { contests: Contest[] };

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
  dims: number | { to: number },
  splits: number,
  calling: Calling,
): Promise<Evaluation> {
  return (await (
    await study()
  ).evaluate({
    ...samplesOf(data, labelled(data)),
    ...preparation(specs[0]!),
    methods: specs.map(({ method, params }) => ({ method, params }) as Contestant),
    train: Math.min(train, 0.9),
    seed,
    dims,
    splits,
    baseline: false,
    ...calling,
  })) as Evaluation;
}

/** Cross-validation over a grid; an empty one evaluates the settings as they are. */
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
  return (
    await study()
  ).tune({
    ...samplesOf(data, labelled(data)),
    ...words,
    classifier: { kind: 'knn', k: spec.neighbors },
    select: select as Grid,
    seed,
    ...calling,
  });
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
  ).fit({ ...samplesOf(data, rows), ...wordsOf(spec), dims: 'auto', classifier: { kind: 'knn', k: spec.neighbors }, seed, ...calling });
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
