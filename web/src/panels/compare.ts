// Chosen methods on the same split, as small pictures and in a table.
import { fill, h } from '../dom.js';
import { study } from '../app/engine.js';
import { fitOnce } from '../app/fit.js';
import { methodOf, type App } from '../app/state.js';
import { evaluate, type Evaluation } from '../app/study.js';
import { capital } from '../text.js';
import { comparisonTable, miniature, type Line, type Order } from './comparison.js';
import { job } from './job.js';

/** Random splits, and seconds a fit may take to be repeated on them. */
const splits = 5,
  patience = 5;
/** Larger tables are compared only when asked for. */
const mostRows = 6000,
  mostCols = 200;

export function comparePanel(app: App): HTMLElement {
  const work = job('Comparing'),
    grid = h('div', { class: 'minis' }),
    table = h('div', { class: 'stack' });
  let found: Line[] = [],
    evaluation: Evaluation | null = null,
    order: Order = 'mean',
    done = '';

  app.on(['tab', 'split', 'main'], ({ tab, data, split, main, train, seed }) => {
    if (tab !== 'compare' || !data || !split || !main) return;
    const { method: _method, params: _params, ...rest } = main.spec;
    const key = JSON.stringify([data.link, data.rows, data.classes, train, seed, rest]);
    if (key === done) return;
    done = key;
    fill(grid);
    fill(table);
    if (data.rows <= mostRows && data.cols <= mostCols) void start();
  });

  async function start(): Promise<void> {
    const { data, split, spec, train, seed, compared } = app.state;
    if (!data || !split || compared.length === 0) return;
    found = [];
    evaluation = null;
    await work.run(async ({ signal, onProgress }) => {
      const tanda = await study();
      for (const [i, id] of compared.entries()) {
        const method = methodOf(app.state, id);
        if (!method) continue;
        // The method that is being fitted takes part with its settings, the others with their defaults.
        const own = { ...spec, method: id, params: id === spec.method ? spec.params : {} };
        const line: Line = { spec: own, title: method.title, fit: null, contest: null, problem: '' };
        const tell = (stage: string, fraction: number) => onProgress({ stage, fraction: (i + fraction) / compared.length / 2 });
        tell(id, 0);
        try {
          line.fit = await fitOnce(tanda, method, own, data, split, { signal, onProgress: ({ fraction, stage }) => tell(`${id}: ${stage}`, fraction) });
        } catch (error) {
          if (signal.aborted) throw error;
          line.problem = error instanceof Error ? error.message : String(error);
        }
        found.push(line);
        show();
      }
      // All on the same splits at once, so that differences can be tested.
      const evaluated = data.classes.length > 1 ? found.filter(({ fit }) => fit && fit.model.info.map !== 'embedding' && fit.seconds < patience) : [];
      if (evaluated.length === 0) return;
      const specs = evaluated.map((line) => line.spec);
      const answer = await evaluate(specs, data, train, seed, spec.dims, splits, {
        signal,
        onProgress: ({ stage, fraction }) => onProgress({ stage, fraction: 0.5 + fraction / 2 }),
      });
      evaluated.forEach((line, i) => (line.contest = answer.contests[i] ?? null));
      evaluation = answer;
      show();
    });
  }

  function show(): void {
    const sort = (by: Order) => {
      order = by;
      show();
    };
    fill(
      grid,
      found.map((line) => miniature(line, app.state.axes, (spec) => app.set({ spec }))),
    );
    fill(
      table,
      h(
        'p',
        { class: 'help' },
        `Accuracy on this split, and mean ± sd of ${splits} random splits, the same for every method. `,
        'Best is shaded; ≈ is not worse by a paired t-test.',
        evaluation?.uneven && ' Classes are uneven: balanced accuracy is the mean recall of the classes.',
      ),
      comparisonTable(found, evaluation, order, sort),
    );
  }

  const run = h('button', { type: 'button', class: 'primary', onclick: () => void start() });
  app.on(['compared'], ({ compared }) => (run.textContent = `Compare ${compared.length} methods`));
  return h('div', { class: 'compare-panel' }, h('div', { class: 'row' }, run, chooser(app)), work.element, grid, table);
}

/** All methods, by family, to tick. */
function chooser(app: App): HTMLElement {
  const chosen = h('div', { class: 'chosen' });
  app.on(['methods', 'data'], ({ methods, data, compared }) => {
    const labelled = (data?.classes.length ?? 2) > 1,
      families = [...new Set(methods.map(({ family }) => family))];
    const toggle = (id: string, on: boolean) =>
      app.set({ compared: on ? [...app.state.compared, id] : app.state.compared.filter((each) => each !== id) });
    fill(
      chosen,
      families.map((family) =>
        h(
          'fieldset',
          {},
          h('legend', {}, capital(family)),
          methods
            .filter((method) => method.family === family)
            .map(({ id, title, supervised }) => {
              const box = h('input', {
                type: 'checkbox',
                value: id,
                checked: compared.includes(id),
                disabled: supervised && !labelled,
                onchange: () => toggle(id, box.checked),
              });
              return h('label', { class: 'check', title }, box, id);
            }),
        ),
      ),
    );
  });
  app.on(['compared'], ({ compared }) => chosen.querySelectorAll('input').forEach((box) => (box.checked = compared.includes(box.value))));
  return h('details', { class: 'choose' }, h('summary', {}, 'Choose methods'), chosen);
}
