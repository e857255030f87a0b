// What the page knows. Everything a link restores is in Choice; all else follows from it or is of the moment.
import type { Model, MethodInfo } from 'tanda';
import type { RunModel } from 'tanda/run';
import type { Data } from '../data/data.js';
import type { Recall } from '../data/score.js';
import type { Split } from '../data/split.js';
import { Store } from './store.js';

export type Setting = number | string | boolean;
export type Settings = Record<string, Setting>;
export const scales = ['auto', 'none', 'zscore', 'minmax', 'unit'] as const;
export type Scale = (typeof scales)[number];

/** A method with everything that decides how it is fitted. `params` has only what differs from the defaults. */
export interface Spec {
  method: string;
  params: Settings;
  dims: number;
  scale: Scale;
  /** Dimensions, or a part of the variance below 1; 0: none. */
  pca: number;
  /** Of the classifier. */
  neighbors: number;
}

export const tabs = ['evaluate', 'compare', 'tune', 'try', 'export'] as const;
export type Tab = (typeof tabs)[number];

/** What a link restores. */
export interface Choice {
  spec: Spec;
  /** The method on the right, or '' for none. */
  rival: string;
  /** The part of each class that is fitted to; the rest is held out. */
  train: number;
  seed: number;
  tab: Tab;
  /** Which dimensions are drawn, from 0. */
  axes: [number, number, number];
  solid: boolean;
  compared: readonly string[];
}

/** A fitted model and what it makes of the table. */
export interface Fit {
  spec: Spec;
  data: Data;
  split: Split;
  model: Model;
  runner: RunModel;
  /** All rows of the table, `dims` numbers each. */
  points: Float32Array;
  dims: number;
  /** A class for each held-out row, in the order of `split.heldOut`. */
  predicted: Int32Array | null;
  accuracy: number | null;
  /** Balanced accuracy and the recall of each class, where classes are uneven. */
  balanced: number | null;
  recall: Recall | null;
  seconds: number;
  bytes: number;
}

export interface Progress {
  title: string;
  stage: string;
  fraction: number;
  cancel: () => void;
}

/** Something went wrong, in words for people. */
export interface Problem {
  message: string;
  remedy: string;
}

export type Which = 'main' | 'rival';

export interface State extends Choice {
  methods: readonly MethodInfo[];
  data: Data | null;
  split: Split | null;
  main: Fit | null;
  other: Fit | null;
  progress: Progress | null;
  problem: Record<Which, Problem | null>;
  /** The most bytes the next fit can take. */
  plan: number | null;
  /** The bytes of a fit that waits for a yes because it is heavy. */
  waiting: Record<Which, number | null>;
  /** By class: true where it is not drawn. */
  hidden: readonly boolean[];
  parts: { train: boolean; heldOut: boolean };
  selected: ReadonlySet<number>;
  /** The row under the pointer, or -1. */
  hovered: number;
  /** A sample that is being tried, projected by the main model. */
  tried: Float32Array | null;
  said: string;
}

export type App = Store<State>;

export const noSpec: Spec = { method: 'tsd', params: {}, dims: 2, scale: 'auto', pca: 0, neighbors: 1 };

export function newStore(choice: Choice): App {
  return new Store<State>({
    ...choice,
    methods: [],
    data: null,
    split: null,
    main: null,
    other: null,
    progress: null,
    problem: { main: null, rival: null },
    plan: null,
    waiting: { main: null, rival: null },
    hidden: [],
    parts: { train: true, heldOut: true },
    selected: new Set(),
    hovered: -1,
    tried: null,
    said: '',
  });
}

export function methodOf(state: Readonly<State>, id: string): MethodInfo | undefined {
  return state.methods.find((method) => method.id === id);
}
