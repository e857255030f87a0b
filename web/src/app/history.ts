// What was there before: the table and the fit, to go back to.
import type { Data } from '../data/data.js';
import type { App, Spec } from './state.js';

interface Moment {
  data: Data;
  spec: Spec;
  rival: string;
  train: number;
  seed: number;
}

/** Milliseconds: changes that follow each other sooner are one. */
const together = 600;

export function keepHistory(app: App): { undo(): boolean; possible(): boolean } {
  const past: Moment[] = [];
  let now: Moment | null = null,
    when = -Infinity,
    going = false;
  app.on(['data', 'spec', 'rival', 'train', 'seed'], ({ data, spec, rival, train, seed }) => {
    if (!data) return;
    const time = performance.now(),
      other = now?.data !== data;
    if (now && !going && (other || time - when > together)) past.push(now);
    if (past.length > 50) past.shift();
    going = false;
    when = time;
    now = { data, spec, rival, train, seed };
  });
  return {
    undo() {
      const before = past.pop();
      if (!before) return false;
      going = true;
      app.set(before);
      return true;
    },
    possible: () => past.length > 0,
  };
}
