// Fits again when something changed: after a pause, one at a time, and not without a yes when it is heavy.
import { isLabelled, type Data } from '../data/data.js';
import { splitOf } from '../data/split.js';
import { live, problemOf, wasCancelled } from './engine.js';
import { fitOnce, fittedRows, wordsOf } from './fit.js';
import { methodOf, type App, type Spec, type Which } from './state.js';
import { percent } from '../text.js';

/** Milliseconds without a change before a fit begins. */
const pause = 120;
/** A fit that may take more asks first. */
const heavyBytes = 48e6;

export interface Fitting {
  /** Fits what was waiting for a yes. */
  goOn(which: Which): void;
  cancel(): void;
}

export function startFitting(app: App): Fitting {
  const running: Record<Which, { key: string; stop: AbortController } | null> = { main: null, rival: null };
  const timers: Partial<Record<Which, ReturnType<typeof setTimeout>>> = {};
  let split: { key: unknown[] } | null = null,
    turn = Promise.resolve();

  app.on(['data', 'train', 'seed'], ({ data, train, seed }) => {
    if (!data || [data, train, seed].every((value, i) => value === split?.key[i])) return;
    const own = (split = { key: [data, train, seed] });
    for (const which of ['main', 'rival'] as const) stopFit(which); // so that the engine makes the split at once
    app.set({ split: null, main: null, other: null, selected: new Set(), hovered: -1 });
    splitOf(data, train, seed).then(
      (made) => split === own && app.set({ split: made }),
      (error: unknown) => split === own && app.set({ problem: { ...app.state.problem, main: problemOf(error) } }),
    );
  });
  app.on(['methods', 'split', 'spec', 'rival'], () => {
    schedule('main');
    schedule('rival');
  });

  function schedule(which: Which): void {
    const { data, split, methods } = app.state,
      spec = specOf(which);
    if (!data || !split || methods.length === 0) return;
    const key = JSON.stringify([spec, app.state.train, app.state.seed, serial(data)]);
    if (running[which]?.key === key) return;
    stopFit(which);
    wait(which, null);
    const job = (running[which] = { key, stop: new AbortController() });
    const shown = which === 'main' ? app.state.main : app.state.other;
    if (!spec) return app.set({ other: null, problem: { ...app.state.problem, rival: null } });
    timers[which] = setTimeout(() => void run(which, spec, job.stop, false), shown ? pause : 0);
  }

  function stopFit(which: Which): void {
    running[which]?.stop.abort();
    running[which] = null;
    clearTimeout(timers[which]);
  }

  function wait(which: Which, bytes: number | null): void {
    if (app.state.waiting[which] !== bytes) app.set({ waiting: { ...app.state.waiting, [which]: bytes } });
  }

  /** The rival differs by its method alone, and has its own defaults. */
  function specOf(which: Which): Spec | null {
    const { spec, rival } = app.state;
    if (which === 'main') return spec;
    return rival ? { ...spec, method: rival, params: {} } : null;
  }

  /** One after the other, so that the time a fit takes is its own. */
  function run(which: Which, spec: Spec, stop: AbortController, agreed: boolean): Promise<void> {
    return (turn = turn.then(() => (stop.signal.aborted ? undefined : fit(which, spec, stop, agreed))));
  }

  async function fit(which: Which, spec: Spec, stop: AbortController, agreed: boolean): Promise<void> {
    const { data, split } = app.state,
      method = methodOf(app.state, spec.method),
      { signal } = stop;
    const end = (message: string, remedy = '') => {
      app.set({ problem: { ...app.state.problem, [which]: message ? { message, remedy } : null } });
      if (app.state.progress?.title === title) app.set({ progress: null });
    };
    const title = which === 'main' ? `Fitting ${spec.method}` : `Fitting ${spec.method} beside it`;
    if (!data || !split) return;
    if (!method) return end(`There is no method called ${spec.method}.`, 'Choose one from the list.');
    if (method.supervised && data.classes.length < 2)
      return end(
        `${method.title} needs at least two classes, and this table has ${isLabelled(data) ? 'one' : 'no labels'}.`,
        'Choose another label column, or a method that needs no labels, such as PCA.',
      );
    try {
      const tanda = await live(),
        rows = fittedRows(method, data, split);
      const bytes = await tanda.plan({
        ...wordsOf(spec),
        rows: rows.length,
        cols: data.cols,
        classes: Math.max(data.classes.length, 1),
        largestClass: largest(data, rows),
      });
      if (signal.aborted) return;
      if (which === 'main') app.set({ plan: bytes });
      if (bytes > heavyBytes && !agreed) return wait(which, bytes);
      const cancel = () => stop.abort();
      const made = await fitOnce(tanda, method, spec, data, split, {
        signal,
        onProgress: (progress) => app.set({ progress: { title, ...progress, cancel } }),
      });
      if (signal.aborted) return;
      end('');
      app.set(which === 'main' ? { main: made, said: saying(made.spec.method, made.accuracy) } : { other: made });
    } catch (error) {
      if (!wasCancelled(error)) {
        const { message, remedy } = problemOf(error);
        end(message, remedy);
      } else if (running[which]?.stop === stop) {
        end('The fit was cancelled.', 'Change a setting to start another one.');
      } else if (app.state.progress?.title === title) app.set({ progress: null });
    }
  }

  return {
    goOn(which) {
      const spec = specOf(which),
        job = running[which];
      wait(which, null);
      if (spec && job) void run(which, spec, job.stop, true);
    },
    cancel: () => app.state.progress?.cancel(),
  };
}

const saying = (method: string, accuracy: number | null) =>
  `${method} is fitted${accuracy === null ? '' : `: accuracy ${percent(accuracy)} on the held-out rows`}.`;

function largest(data: Data, rows: Int32Array): number {
  const counts = new Array<number>(Math.max(data.classes.length, 1)).fill(0);
  for (const i of rows) if (data.labels[i]! >= 0) ++counts[data.labels[i]!]!;
  return Math.max(...counts);
}

const serials = new WeakMap<Data, number>();
let lastSerial = 0;
function serial(data: Data): number {
  if (!serials.has(data)) serials.set(data, ++lastSerial);
  return serials.get(data)!;
}
