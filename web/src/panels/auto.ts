// Auto: the method with its settings, or the number of dimensions, by cross-validation on the training rows.
import type { Chosen } from 'tanda';
import { fill, h } from '../dom.js';
import { methodOf, type App, type Spec } from '../app/state.js';
import { choose, type Found } from '../app/study.js';
import { inPageWords } from '../app/words.js';
import { many, percentWith, words } from '../text.js';
import { job } from './job.js';

export interface AutoChoice {
  /** Chooses everything. */
  button: HTMLElement;
  /** Chooses the number of dimensions of the method that is there. */
  dimsButton: HTMLElement;
  /** Progress, and what was found. */
  element: HTMLElement;
  start(): void;
}

export function autoChoice(app: App): AutoChoice {
  const work = job('Choosing by cross-validation'),
    result = h('div', { class: 'found', 'aria-live': 'polite' });
  /** The settings that something is chosen for. */
  let running: Spec | null = null;
  const start = () => void run({ method: 'auto', params: {}, scale: 'auto' }, everything);
  const button = named('Auto', 'the method, its settings, dimensions and scale', 'primary', start);
  const dimsButton = named('Choose', 'the number of dimensions', '', () => void run({}, dimensions));
  app.on(['data', 'methods', 'spec'], (state) => {
    const unlabelled = (state.data?.classes.length ?? 0) < 2;
    button.disabled = unlabelled;
    dimsButton.disabled = unlabelled || methodOf(state, state.spec.method)?.output === 'embedding';
  });
  app.on(['split'], () => {
    running = null;
    work.stop();
    fill(result);
  });
  // What a person chooses meanwhile is not put back.
  app.on(['spec'], ({ spec }) => {
    if (!running || running === spec) return;
    running = null;
    work.stop();
    fill(result, h('p', { class: 'quiet' }, 'Stopped choosing: you have changed the settings yourself.'));
  });

  async function run(open: Partial<Spec>, show: (found: Found) => HTMLElement[]): Promise<void> {
    const { data, split, seed } = app.state,
      spec = { ...app.state.spec, ...open };
    if (!data || !split) return;
    fill(result);
    running = app.state.spec;
    await work.run(async (calling) => {
      const rows = split.train.filter((i) => data.labels[i]! >= 0);
      const found = await choose(spec, app.state.methods, data, rows, seed, calling);
      if (calling.signal.aborted) return;
      running = null;
      const { method, params, dims, scale } = found.spec;
      app.set({ spec: { ...app.state.spec, method, params, dims, scale } });
      fill(result, show(found));
    });
  }

  return { button, dimsButton, start, element: h('div', { class: 'auto' }, work.element, result) };
}

function named(text: string, what: string, kind: string, onclick: () => void): HTMLButtonElement {
  const title = `${text === 'Auto' ? 'Auto: choose' : text} ${what} by cross-validation`;
  return h('button', { type: 'button', class: kind, title, 'aria-label': title, onclick }, text);
}

/** What was taken and why, and what it was compared with. */
function everything({ spec, chosen }: Found): HTMLElement[] {
  const { methods = [] } = chosen!;
  return [
    h(
      'p',
      {},
      h('strong', {}, `${spec.method}, ${many(spec.dims, 'dimension')}`),
      ': the simplest method within one standard error of the best. ',
      scoreOf(chosen!),
    ),
    h(
      'details',
      { open: true },
      h('summary', {}, `Compared: ${methods.length} methods, each at its best dimensions`),
      h(
        'table',
        { 'aria-label': 'Methods compared' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['method', 'dims', 'accuracy'].map((name) => h('th', { scope: 'col' }, name)),
          ),
        ),
        h(
          'tbody',
          {},
          methods.map((row) => line(row, row.method === spec.method)),
        ),
      ),
    ),
  ];
}

function line(row: NonNullable<Chosen['methods']>[number], taken: boolean): HTMLElement {
  const head = h('th', { scope: 'row' }, row.method, taken && ' (taken)');
  if ('failure' in row) return h('tr', {}, head, h('td', { colspan: 2, class: 'remark' }, inPageWords(row.failure)));
  if (Object.keys(row.settings).length > 0) head.append(h('span', { class: 'quiet' }, settingsText(row.settings)));
  const cells = [row.dims, percentWith(1 - row.error, row.sd)].map((cell) => h('td', {}, cell));
  return h('tr', { class: taken ? 'best' : '', 'data-method': row.method }, head, cells);
}

function dimensions({ spec, chosen }: Found): HTMLElement[] {
  const count = many(spec.dims, 'dimension');
  if (!chosen) return [h('p', {}, `There is nothing to choose here: ${spec.method} takes ${count} by itself.`)];
  const settings = settingsText(chosen.settings);
  return [
    h('p', {}, h('strong', {}, `${count}${settings && `, ${settings}`}`), ': the fewest within one standard error of the best. ', scoreOf(chosen)),
  ];
}

const scoreOf = ({ error, sd, folds, repeats, samples }: Chosen) =>
  `Accuracy ${percentWith(1 - error, sd)} in ${folds}-fold cross-validation${repeats > 1 ? `, ${repeats} times,` : ''} on ${many(samples, 'training row')}.`;

const settingsText = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `${words(name)} ${value}`)
    .join(', ');
