// Models without the engine: opens a model file, projects and classifies. docs/MODEL_FILE.md describes the file.
import { refused, TandaError } from './errors.js';
import { kernelMap, unitScale } from './kernel.js';
import { readModel, Section, type Parts } from './reader.js';
import type { Numbers } from './types.js';
import { copyNumbers, lengthOf } from './values.js';

export { TandaError } from './errors.js';
export type { Numbers } from './types.js';

/** A model, ready to run. Its functions throw only TandaError. */
export interface RunModel {
  readonly inputs: number;
  readonly outputs: number;
  readonly classes: readonly string[];
  readonly features: readonly string[] | null;
  readonly map: 'linear' | 'kernel' | 'embedding';
  readonly rule: 'none' | 'neighbors' | 'membership';
  /** How it was made: method, params, eigenvalues. */
  readonly record: Record<string, unknown>;
  /** The reference points, `outputs` numbers each; of an embedding: the embedded training set. */
  readonly references: Float32Array;
  /** Their class numbers; 2³² − 1 means no class. */
  readonly labels: Uint32Array | null;
  /** Projects one sample, into `y` if it is given. */
  project(x: Numbers, y?: Float32Array): Float32Array;
  /** The class number of a projected sample. */
  classify(y: Numbers): number;
  /** Projects samples, row after row, to `outputs` numbers each. */
  transform(data: Numbers): Float32Array;
  /** Predicts a class number for each sample, row after row. */
  predict(data: Numbers): Int32Array;
  /** Scores of the classes for each sample: a number from 0 to 1 for each of `classes`, summing to 1 per sample. */
  predictScores(data: Numbers): Float32Array;
}

/** Checks every byte before it is used; bytes that are not a model are refused with a TandaError. */
export function open(bytes: Uint8Array | ArrayBuffer): RunModel {
  const parts = safely(readModel)(bytes);
  const { inputs, outputs, rule } = parts;
  const map = projector(parts), sample = new Float32Array(inputs), projected = new Float32Array(outputs);
  const projectRow = (data: Numbers, row: number, y: Float32Array) => {
    copyNumbers(data, row * inputs, sample, row * inputs, inputs);
    map(sample, y);
    return y;
  };
  const hasClassifier = () => {
    if (rule === 'none') throw new TandaError('bad_argument', 'the model has no classifier', 'fit it again with `classifier: { kind: \'knn\', k: 1 }`');
  };
  const classifier = () => {
    hasClassifier();
    return rule === 'neighbors' ? byNeighbors : byMembership;
  };
  const scorer = () => {
    hasClassifier();
    return rule === 'membership' ? memberships : isMeans(parts) ? meanScores : neighborScores;
  };
  const rowsOf = (data: Numbers) => {
    const rows = lengthOf('data', data) / inputs;
    if (!Number.isInteger(rows)) throw shape(`${data.length} values are no whole number of rows: the model takes ${inputs} features`);
    return rows;
  };
  return {
    inputs, outputs, classes: parts.classes, features: parts.features, map: parts.map, rule,
    record: parts.record, references: (parts.references > 0 && parts.floats(Section.references)) || new Float32Array(), labels: parts.labels,
    project: safely((x: Numbers, y = new Float32Array(outputs)) => {
      if (lengthOf('x', x) !== inputs) throw shape(`the model takes ${inputs} features, not ${x.length}`);
      if (!(y instanceof Float32Array) || y.length < outputs) throw shape(`there is no room for ${outputs} numbers in y`);
      return projectRow(x, 0, y);
    }),
    classify: safely((y: Numbers) => {
      if (lengthOf('y', y) !== outputs) throw shape(`a projected sample has ${outputs} numbers, not ${y.length}`);
      const classify = classifier();
      copyNumbers(y, 0, projected, 0, outputs);
      return classify(parts, projected);
    }),
    transform: safely((data: Numbers) => {
      const rows = rowsOf(data), result = new Float32Array(rows * outputs);
      for (let i = 0; i < rows; ++i) projectRow(data, i, result.subarray(i * outputs, (i + 1) * outputs));
      return result;
    }),
    predict: safely((data: Numbers) => {
      const rows = rowsOf(data), classify = classifier(), result = new Int32Array(rows);
      for (let i = 0; i < rows; ++i) result[i] = classify(parts, projectRow(data, i, projected));
      return result;
    }),
    predictScores: safely((data: Numbers) => {
      const rows = rowsOf(data), count = parts.classes.length, score = scorer(), result = new Float32Array(rows * count);
      for (let i = 0; i < rows; ++i) score(parts, projectRow(data, i, projected), result.subarray(i * count, (i + 1) * count));
      return result;
    }),
  };
}

/** Runs `work`; whatever the caller's objects throw becomes a TandaError. */
function safely<Given extends unknown[], Result>(work: (...given: Given) => Result): (...given: Given) => Result {
  return (...given) => {
    try {
      return work(...given);
    } catch (error) {
      throw refused(error);
    }
  };
}

type Project = (x: Float32Array, y: Float32Array) => void;

function projector(parts: Parts): Project {
  if (parts.map === 'embedding')
    return () => {
      throw new TandaError('no_projection', 'the method embeds its training set only: new samples cannot be projected',
        'choose a method that projects new samples');
    };
  if (parts.map === 'kernel') return kernelMap(parts);
  const p = parts.doubles(Section.projection), c = parts.doubles(Section.offset);
  return p && c ? linearInDouble(parts, p, c) : linear(parts);
}

// Both sum the two halves of the features separately, in the same order as the module, so that results are identical.

function linear({ inputs, outputs, unitLength, floats }: Parts): Project {
  const p = floats(Section.projection)!, c = floats(Section.offset)!, half = Math.floor(inputs / 2);
  return (x, y) => {
    if (unitLength) toUnitLength(x);
    for (let i = 0, at = 0; i < outputs; ++i) {
      let low = 0, high = 0, j = 0;
      for (; j < half; ++j, ++at) low = f(low + f(p[at]! * x[j]!));
      for (; j < inputs; ++j, ++at) high = f(high + f(p[at]! * x[j]!));
      y[i] = f(low + high) + c[i]!;
    }
  };
}

/** A map that single precision cannot represent. */
function linearInDouble({ inputs, outputs, unitLength }: Parts, p: Float64Array, c: Float64Array): Project {
  const half = Math.floor(inputs / 2);
  return (x, y) => {
    const scale = unitLength ? unitScale(x) : 1;
    for (let i = 0, at = 0; i < outputs; ++i) {
      let low = 0, high = 0, j = 0;
      for (; j < half; ++j, ++at) low += p[at]! * (x[j]! * scale);
      for (; j < inputs; ++j, ++at) high += p[at]! * (x[j]! * scale);
      y[i] = low + high + c[i]!;
    }
  };
}

const f = Math.fround;

/** Squares of very large or small values would overflow or underflow: a factor brings them into range first. */
function toUnitLength(x: Float32Array): void {
  let largest = 0, sum = 0;
  for (const value of x) largest = Math.max(largest, Math.abs(value));
  if (largest === 0) return;
  const first = largest < 2 ** -50 ? 2 ** 100 : largest > 2 ** 50 ? 2 ** -80 : 1;
  for (const value of x) sum = f(sum + f(f(value * first) * f(value * first)));
  const second = f(1 / f(Math.sqrt(sum)));
  for (let j = 0; j < x.length; ++j) x[j] = f(x[j]! * first) * second;
}

/** In columns begin..end-1; NaN counts as infinitely far. */
function distance(points: Float32Array, at: number, y: Float32Array, begin: number, end: number): number {
  let sum = 0;
  for (let j = begin; j < end; ++j) {
    const apart = f(points[at + j]! - y[j]!);
    sum = f(sum + f(apart * apart));
  }
  return sum < Infinity ? sum : Infinity;
}

/** The majority of the k nearest; ties go to the class with the nearest point. */
function byNeighbors(parts: Parts, y: Float32Array): number {
  const near = nearest(parts, y);
  let winner = -1, most = 0;
  for (const { label } of near) {
    const votes = near.filter((other) => other.label === label).length;
    if (votes > most) [most, winner] = [votes, label];
  }
  return winner;
}

function nearest(parts: Parts, y: Float32Array): { away: number; label: number }[] {
  const points = parts.floats(Section.references)!, { outputs, labels } = parts;
  const wanted = Math.min(parts.neighbors, parts.references);
  const near: { away: number; label: number }[] = [];
  for (let i = 0; i < parts.references; ++i) {
    const away = distance(points, i * outputs, y, 0, outputs);
    if (near.length === wanted && !(away < near[wanted - 1]!.away)) continue;
    let at = near.length < wanted ? near.length : wanted - 1;
    for (; at > 0 && away < near[at - 1]!.away; --at) near[at] = near[at - 1]!;
    near[at] = { away, label: labels![i]! };
  }
  return near;
}

/** The class whose nearest point is nearest, relative to the others', in the columns of that class. */
function byMembership(parts: Parts, y: Float32Array): number {
  const degrees = degreesOf(parts, y, new Float32Array(parts.classes.length));
  return degrees.reduce((winner, degree, c) => (degree > degrees[winner]! ? c : winner), 0);
}

function degreesOf(parts: Parts, y: Float32Array, degrees: Float32Array): Float32Array {
  const points = parts.floats(Section.references)!, { block, outputs, labels } = parts;
  for (let c = 0; c < parts.classes.length; ++c) {
    let own = Infinity, rest = Infinity;
    for (let i = 0; i < parts.references; ++i) {
      const away = distance(points, i * outputs, y, c * block, (c + 1) * block);
      if (labels![i] === c) own = Math.min(own, away);
      else rest = Math.min(rest, away);
    }
    degrees[c] = rest === own ? 1 : rest / own;
  }
  return degrees;
}

// Scores, with the core's arithmetic: lib/include/tanda/detail/scores.hpp.

function memberships(parts: Parts, y: Float32Array, scores: Float32Array): void {
  shares(degreesOf(parts, y, scores));
}

/** A reference point for each class, in order: the class means of the classifier `mean`. */
function isMeans({ neighbors, labels }: Parts): boolean {
  return neighbors === 1 && labels!.every((label, i) => i === 0 || label > labels![i - 1]!);
}

/** Shares of 1/distance². */
function meanScores(parts: Parts, y: Float32Array, scores: Float32Array): void {
  const points = parts.floats(Section.references)!;
  scores.fill(Infinity);
  parts.labels!.forEach((label, i) => (scores[label] = distance(points, i * parts.outputs, y, 0, parts.outputs)));
  const least = Math.min(...scores);
  scores.forEach((away, c) => (scores[c] = away === least ? 1 : least / away));
  shares(scores);
}

/** (2 · how many of the k neighbours are of the class + s) / (2k + 1), s the share of 1/distance² of its nearest. */
function neighborScores(parts: Parts, y: Float32Array, scores: Float32Array): void {
  const near = nearest(parts, y), first = near[0]!.away;
  let sum = 0;
  scores.fill(-1);
  for (const { away, label } of near) {
    if (scores[label]! >= 0) continue;
    scores[label] = away === first ? 1 : first / away;
    sum = f(sum + scores[label]!);
  }
  scores.forEach((share, c) => (scores[c] = share < 0 ? 0 : share / sum));
  for (const { label } of near) scores[label]! += 2;
  scores.forEach((score, c) => (scores[c] = score / (2 * near.length + 1)));
}

/** Each value divided by the sum of all; infinite ones share 1 equally. */
function shares(values: Float32Array): void {
  const highest = Math.max(...values);
  values.forEach((value, c) => (values[c] = value === highest ? 1 : value / highest));
  const sum = values.reduce((total, value) => f(total + value), 0);
  values.forEach((value, c) => (values[c] = value / sum));
}

function shape(message: string): TandaError {
  return new TandaError('wrong_shape', message, 'check rows, columns and the lengths of the arrays');
}
