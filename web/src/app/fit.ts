// One fit: to the rows that are not held out, and what it makes of all rows.
import type { Bytes, Floats, MethodId, MethodInfo, Progress } from 'tanda';
import { open, type RunModel } from 'tanda/run';
import { isLabelled, rowsOf, type Data } from '../data/data.js';
import { scoreOf } from '../data/score.js';
import type { Split } from '../data/split.js';
import type { Fit, Spec } from './state.js';
import type { Tanda } from 'tanda';

export interface Calling {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** The rows a method is fitted to. One that embeds only what it saw sees all. */
export function fittedRows(method: MethodInfo, data: Data, split: Split): Int32Array {
  if (method.output === 'embedding') return Int32Array.from({ length: data.rows }, (_, i) => i);
  return method.supervised && !method.unlabelled ? split.train.filter((i) => data.labels[i]! >= 0) : split.train;
}

export function samplesOf(data: Data, rows: Int32Array) {
  return {
    data: rows.length === data.rows ? data.data : rowsOf(data, rows),
    rows: rows.length,
    cols: data.cols,
    features: data.features,
    ...(isLabelled(data) && { labels: Int32Array.from(rows, (i) => data.labels[i]!), classes: data.classes }),
  };
}

/** The words of a spec as the package takes them. */
export function wordsOf(spec: Spec) {
  return {
    method: spec.method as MethodId,
    params: spec.params as never,
    dims: spec.dims,
    scale: spec.scale,
    ...(spec.pca > 0 && { pca: spec.pca }),
  };
}

export async function fitOnce(tanda: Tanda, method: MethodInfo, spec: Spec, data: Data, split: Split, calling: Calling): Promise<Fit> {
  const rows = fittedRows(method, data, split),
    start = performance.now();
  const model = await tanda.fit({
    ...samplesOf(data, rows),
    ...wordsOf(spec),
    ...calling,
    ...(isLabelled(data) && method.output !== 'embedding' && { classifier: { kind: 'knn', k: spec.neighbors } as const }),
  });
  const seconds = (performance.now() - start) / 1000;
  const saved: Bytes = await model.save(),
    runner: RunModel = open(saved);
  const common = { spec, data, split, model, runner, dims: model.info.outputs, seconds, bytes: saved.length };
  if (model.info.map === 'embedding') return { ...common, points: runner.references, predicted: null, ...noScore };

  const { signal } = calling;
  const points: Floats = await model.transform(data.data, { signal });
  const evaluated = isLabelled(data) && split.heldOut.length > 0 && model.info.rule !== 'none';
  const predicted = evaluated ? await model.predict(rowsOf(data, split.heldOut), { signal }) : null;
  return {
    ...common,
    points,
    predicted,
    ...(predicted ? scoreOf(data.classes.length, Int32Array.from(split.heldOut, (i) => data.labels[i]!), predicted, data.labels) : noScore),
  };
}

const noScore = { accuracy: null, balanced: null, recall: null };
