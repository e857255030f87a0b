// Settings by cross-validation: the grids a method proposes, and a path for a weight it can choose by itself.
import type { Tuning, TuningPoint } from 'tanda';
import { lines } from '../charts/lines.js';
import { fill, h } from '../dom.js';
import { methodOf, type App, type Settings } from '../app/state.js';
import { crossValidate, settingsOf } from '../app/study.js';
import { many, percent, words } from '../text.js';
import { job } from './job.js';

const path = Array.from({ length: 25 }, (_, i) => Number((10 ** (-6 + i / 2)).toPrecision(3)));
const rowsShown = 12;

export function tunePanel(app: App): HTMLElement {
  const work = job('Tuning'),
    result = h('div', { class: 'tuned' }),
    about = h('p', { class: 'help' });
  const run = h('button', { type: 'button', class: 'primary', onclick: () => void start() }, 'Tune');
  app.on(['spec', 'methods'], (state) => {
    const method = methodOf(state, state.spec.method),
      proposed = method?.parameters.filter(({ tune }) => tune) ?? [],
      auto = method?.parameters.find((each) => each.auto);
    run.disabled = proposed.length === 0 && !auto;
    run.textContent = `Tune ${state.spec.method}`;
    about.textContent = !method
      ? ''
      : run.disabled
        ? `${method.title} has no settings to choose among; the number of dimensions is in the curve under Evaluate.`
        : `Tries ${[...proposed.map(({ name, tune }) => `${words(name)} ${tune!.split(',').join(', ')}`), ...(auto ? [`${auto.name} from 1e-6 to 1e6`] : [])].join('; ')} by 5-fold cross-validation on all rows, at every dimension.`;
  });
  addEventListener('tune', () => void start());
  app.on(['data'], () => fill(result));

  async function start(): Promise<void> {
    const { spec, data, seed } = app.state,
      method = methodOf(app.state, spec.method);
    if (!method || !data || run.disabled) return;
    if (data.classes.length < 2)
      return fill(result, h('p', { class: 'notice' }, 'There are no two classes to tell apart, so there is nothing to tune by.'));
    fill(result);
    await work.run(async (calling) => {
      const grid = Object.fromEntries(method.parameters.filter(({ tune }) => tune).map(({ name, tune }) => [name, tune!.split(',')]));
      const auto = method.parameters.find((each) => each.auto);
      const parts: HTMLElement[] = [];
      let settings: Settings = { ...spec.params },
        dims = spec.dims;
      if (Object.keys(grid).length > 0) {
        const found = await crossValidate(spec, method, data, grid, seed, calling);
        settings = { ...settings, ...settingsOf(found.best.settings) };
        dims = found.best.dims;
        parts.push(table(found, Object.keys(grid)));
      }
      if (auto) {
        const found = await crossValidate({ ...spec, params: settings }, method, data, { [auto.name]: path }, seed, calling);
        settings = { ...settings, ...settingsOf(found.best.settings) };
        dims = found.best.dims;
        const error = ({ errors }: TuningPoint) => errors[Math.min(dims, errors.length) - 1]!;
        parts.unshift(
          lines({
            title: `Accuracy along ${auto.name}`,
            x: auto.name,
            y: `5-fold, ${many(dims, 'dimension')}`,
            log: true,
            mark: Number(found.best.settings[auto.name]),
            curves: [
              {
                name: auto.name,
                kind: 'first',
                points: found.points.map((trial) => ({ x: Number(trial.settings[auto.name]), y: 1 - error(trial) })),
              },
            ],
          }),
        );
      }
      const said = Object.entries(settings)
        .map(([name, value]) => `${words(name)} ${value}`)
        .join(', ');
      fill(
        result,
        h(
          'div',
          { class: 'row best-settings' },
          h('p', {}, h('strong', {}, `Best: ${said}, ${many(dims, 'dimension')}`)),
          h(
            'button',
            {
              type: 'button',
              class: 'primary',
              onclick: () => app.set({ spec: { ...app.state.spec, method: spec.method, params: settings, dims } }),
            },
            'Use these settings',
          ),
        ),
        h('div', { class: 'figures' }, parts),
      );
    });
  }

  return h('div', { class: 'tuned' }, h('div', { class: 'row' }, run), about, work.element, result);
}

function table({ points, best }: Tuning, names: string[]): HTMLElement {
  const least = (trial: TuningPoint) => Math.min(...trial.errors),
    sorted = [...points].sort((a, b) => least(a) - least(b)).slice(0, rowsShown);
  return h(
    'figure',
    { class: 'figure' },
    h('figcaption', {}, h('span', {}, `The best of ${points.length} settings`)),
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          [...names.map(words), 'dims', 'cross-validated accuracy'].map((name) => h('th', { scope: 'col' }, name)),
        ),
      ),
      h(
        'tbody',
        {},
        sorted.map((trial) =>
          h(
            'tr',
            { class: names.every((name) => trial.settings[name] === best.settings[name]) ? 'best' : '' },
            names.map((name) => h('td', {}, trial.settings[name] ?? '')),
            h('td', {}, trial.errors.indexOf(least(trial)) + 1),
            h('td', {}, percent(1 - least(trial))),
          ),
        ),
      ),
    ),
  );
}
