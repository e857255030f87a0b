// How good the fit is: on rows it has not seen, by cross-validation, at every dimension, class by class.
import { lines, type Curve } from '../charts/lines.js';
import { spectrum } from '../charts/bars.js';
import { confusion } from '../charts/confusion.js';
import { fill, h } from '../dom.js';
import { fittedRows } from '../app/fit.js';
import { methodOf, type App, type Fit } from '../app/state.js';
import { crossValidate, eigenvalues, evaluate, type Contest } from '../app/study.js';
import { many, percent } from '../text.js';
import { job } from './job.js';

/** A fit that takes longer is studied only when asked for. */
const quick = 1.5,
  manyRows = 6000;
const splits = 5,
  mostDims = 40;

export function evaluatePanel(app: App): HTMLElement {
  const tiles = h('div', { class: 'tiles' }),
    figures = h('div', { class: 'figures' });
  const work = job('Cross-validation'),
    run = h('button', { type: 'button', class: 'primary', onclick: () => void study() }, 'Cross-validate');
  const ask = h(
    'div',
    { class: 'row', hidden: true },
    h('p', { class: 'quiet' }, 'This fit takes a while; cross-validation fits it about ten times.'),
    run,
  );
  let done = '';

  app.on(['main', 'other', 'tab'], (state) => {
    const { main, other, tab } = state;
    if (tab !== 'evaluate' || !main) return;
    const key = JSON.stringify([main.spec, other?.spec, main.data.key, main.data.rows, main.data.classes, state.train, state.seed]);
    if (key === done) return;
    done = key;
    work.stop();
    const parts = atOnce(main, other, app);
    fill(tiles, parts.tiles);
    fill(figures, parts.figures);
    const evaluated = main.data.classes.length > 1 && main.model.info.map !== 'embedding',
      slow = main.seconds > quick || main.data.rows > manyRows;
    ask.hidden = !evaluated || !slow;
    if (evaluated && !slow && (other || !state.rival || state.problem.rival)) void study();
  });

  async function study(): Promise<void> {
    const { main, other, data } = app.state,
      method = main && methodOf(app.state, main.spec.method);
    if (!main || !method || !data) return;
    ask.hidden = true;
    const most = Math.min(mostDims, data.cols);
    await work.run(async (calling) => {
      const cross = await crossValidate(main.spec, method, data, {}, app.state.seed, calling);
      const errors = cross.points[0]?.errors ?? [],
        error = errors[Math.min(main.dims, errors.length) - 1];
      if (error !== undefined)
        put(
          tiles,
          'cross',
          tile(
            percent(1 - error),
            `cross-validated, ${cross.best.folds} folds`,
            `${main.spec.method}, ${many(Math.min(main.dims, errors.length), 'dimension')}, all rows`,
          ),
        );
      const rivals = other && other.model.info.map !== 'embedding' ? [main.spec, other.spec] : [main.spec];
      const { contests } = await evaluate(rivals, data, app.state.train, app.state.seed, { to: most }, splits, calling);
      put(
        figures,
        'curve',
        lines({
          title: 'Accuracy by dimension',
          x: 'dimensions',
          y: `mean ± sd of ${splits} random splits`,
          mark: Math.min(main.dims, most),
          curves: contests.map((contest, i) => curve(contest, i === 0 ? 'first' : 'second')),
        }),
      );
      const values = await eigenvalues(main.spec, data, fittedRows(method, data, main.split), Math.min(data.cols, 30), calling);
      if (values.length > 0) put(figures, 'spectrum', spectrum(values, main.dims));
    });
  }

  return h('div', { class: 'evaluate' }, tiles, work.element, ask, figures);
}

function curve({ name, splits: runs }: Contest, kind: Curve['kind']): Curve {
  const dims = Math.min(...runs.map(({ errors }) => errors.length));
  return {
    name: name.split(':')[0]!,
    kind,
    points: Array.from({ length: dims }, (_, j) => {
      const values = runs.map(({ errors }) => 1 - errors[j]!),
        mean = values.reduce((a, b) => a + b, 0) / values.length;
      return { x: j + 1, y: mean, spread: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)) };
    }),
  };
}

/** What is known as soon as the fit is there. */
function atOnce(main: Fit, other: Fit | null, app: App): { tiles: (HTMLElement | null)[]; figures: (HTMLElement | null)[] } {
  const { data, split, predicted } = main;
  const held = (fit: Fit) =>
    fit.accuracy !== null &&
    tile(
      percent(fit.accuracy),
      `${fit.spec.method} on held-out rows`,
      `${Math.round(fit.accuracy * split.heldOut.length)} of ${many(split.heldOut.length, 'row')}, ${many(fit.dims, 'dimension')}` +
        (fit.balanced === null ? '' : `; balanced accuracy ${percent(fit.balanced)}`),
    );
  const known = (main.model.info.record['eigenvalues'] ?? []) as number[];
  return {
    tiles: [
      held(main) || tile('–', 'held-out accuracy', data.classes.length > 0 ? 'nothing is held out' : 'there are no labels'),
      (other && held(other)) || null,
      keyed('cross', h('div')),
    ],
    figures: [
      keyed('curve', h('div')),
      predicted &&
        confusion(
          data.classes,
          Int32Array.from(split.heldOut, (i) => data.labels[i]!),
          predicted,
          main.recall,
          (rows) => app.set({ selected: new Set(rows.map((i) => split.heldOut[i]!)) }),
        ),
      keyed('spectrum', known.length > 0 ? spectrum(known, main.dims) : h('div')),
    ],
  };
}

const tile = (value: string, what: string, how: string) =>
  h('div', { class: 'tile' }, h('strong', {}, value), h('span', {}, what), h('span', { class: 'quiet' }, how));

function keyed<E extends HTMLElement>(key: string, element: E): E {
  element.dataset['key'] = key;
  return element;
}

function put(parent: HTMLElement, key: string, element: HTMLElement): void {
  parent.querySelector(`[data-key=${key}]`)?.replaceWith(keyed(key, element));
}
