// Chosen methods on the same split, as small pictures and in a table.
import { mini } from '../charts/mini.js';
import { fill, h } from '../dom.js';
import { study } from '../app/engine.js';
import { fitOnce, type Calling } from '../app/fit.js';
import { methodOf, type App, type Fit, type Spec } from '../app/state.js';
import { contests, type Contest } from '../app/study.js';
import { bytes, capital, percent, seconds } from '../text.js';
import { job } from './job.js';

/** Random splits, and seconds a fit may take to be repeated on them. */
const splits = 5, patience = 5;

interface Line {
  spec: Spec;
  fit: Fit | null;
  contest: Contest | null;
  trouble: string;
}

type Order = 'accuracy' | 'mean' | 'time' | 'dims' | 'bytes';

export function comparePanel(app: App): HTMLElement {
  const work = job('Comparing'), grid = h('div', { class: 'minis' }), table = h('div', { class: 'stack' }), chosen = h('div', { class: 'chosen' });
  let found: Line[] = [], order: Order = 'mean', done = '';

  app.on(['methods', 'compared', 'data'], ({ methods, compared, data }) => {
    const labelled = (data?.classes.length ?? 2) > 1, families = [...new Set(methods.map(({ family }) => family))];
    fill(chosen, families.map((family) => h('fieldset', {}, h('legend', {}, capital(family)), methods.filter((method) => method.family === family).map(({ id, title, supervised }) =>
      h('label', { class: 'check', title }, h('input', {
        type: 'checkbox', value: id, checked: compared.includes(id), disabled: supervised && !labelled,
        onchange: (event: Event) => app.set({ compared: (event.target as HTMLInputElement).checked ? [...app.state.compared, id] : app.state.compared.filter((each) => each !== id) }),
      }), id)))));
  });
  const run = h('button', { type: 'button', class: 'primary', onclick: () => void start() }, 'Compare');
  const details = h('details', { class: 'choose' }, h('summary', {}, 'Choose methods'), chosen);
  app.on(['compared'], ({ compared }) => (run.textContent = `Compare ${compared.length} methods`));

  app.on(['tab', 'split', 'main'], ({ tab, data, split, main, train, seed }) => {
    if (tab !== 'compare' || !data || !split || !main) return;
    const key = JSON.stringify([data.key, data.name, data.rows, data.classes, train, seed, main.spec.dims, main.spec.scale, main.spec.pca, main.spec.neighbors]);
    if (key === done) return;
    if (data.rows <= 6000 && data.cols <= 200) void start();
    else if (done) fill(grid), fill(table);
    done = key;
  });

  async function start(): Promise<void> {
    const { data, split, spec, train, seed, compared } = app.state;
    if (!data || !split || compared.length === 0) return;
    found = [];
    fill(grid);
    fill(table);
    await work.run(async ({ signal, onProgress }) => {
      const tanda = await study();
      for (const [i, id] of compared.entries()) {
        const method = methodOf(app.state, id);
        if (!method) continue;
        // The method that is being fitted takes part with its settings, the others with their defaults.
        const line: Line = { spec: { ...spec, method: id, params: id === spec.method ? spec.params : {} }, fit: null, contest: null, trouble: '' };
        const calling: Calling = { signal, onProgress: ({ part, stage }) => onProgress({ stage: `${id}: ${stage}`, part: (i + part) / compared.length / 2 }) };
        onProgress({ stage: id, part: i / compared.length / 2 });
        try {
          line.fit = await fitOnce(tanda, method, line.spec, data, split, calling);
        } catch (error) {
          if (signal.aborted) throw error;
          line.trouble = error instanceof Error ? error.message : String(error);
        }
        found.push(line);
        show();
      }
      // All on the same splits at once, so that differences can be tested.
      const judged = data.classes.length > 1 ? found.filter(({ fit }) => fit && fit.model.info.map !== 'embedding' && fit.seconds < patience) : [];
      if (judged.length === 0) return;
      const results = await contests(judged.map((line) => line.spec), data, train, seed, String(spec.dims), splits, { signal, onProgress: ({ stage, part }) => onProgress({ stage, part: 0.5 + part / 2 }) });
      judged.forEach((line, i) => (line.contest = results[i] ?? null));
      show();
    });
  }

  function show(): void {
    const value = ({ fit, contest }: Line): number => !fit ? Infinity
      : order === 'mean' ? (contest ? contest.error : 2 - (fit.accuracy ?? 0)) : order === 'accuracy' ? -(fit.accuracy ?? 0) : order === 'time' ? fit.seconds : order === 'dims' ? fit.dims : fit.bytes;
    const sorted = [...found].sort((a, b) => value(a) - value(b));
    const best = Math.min(...found.map(({ contest }) => contest?.error ?? Infinity));
    fill(grid, found.map(({ fit, spec, trouble }) => h('figure', { class: 'mini-figure', 'data-method': spec.method },
      h('button', { type: 'button', title: 'Fit this one', 'aria-label': `Fit ${spec.method}`, onclick: () => app.set({ spec }) }, fit ? mini(fit, app.state.axes) : h('span', { class: 'mini failed' }, trouble)),
      h('figcaption', {}, h('strong', {}, spec.method), fit?.accuracy !== null && fit ? percent(fit.accuracy!) : h('span', { class: 'quiet' }, fit ? 'not judged' : 'failed')))));
    const heading = (name: string, key: Order) => h('th', { scope: 'col', 'aria-sort': order === key ? 'ascending' : 'none' }, h('button', { type: 'button', onclick: () => ((order = key), show()) }, name));
    fill(table, h('p', { class: 'help' }, `Accuracy on this split, and mean ± sd of ${splits} random splits, the same for every method. Best is shaded; ≈ is not worse by a paired t-test.`),
      h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Comparison' }, h('table', { class: 'compare', 'aria-label': 'Methods compared' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'method'), heading('this split', 'accuracy'), heading('mean ± sd', 'mean'), heading('fit', 'time'), heading('dims', 'dims'), heading('model', 'bytes'))),
      h('tbody', {}, sorted.map(({ spec, fit, contest, trouble }) => h('tr', { class: contest && contest.error === best ? 'best' : '', 'data-method': spec.method },
        h('th', { scope: 'row', title: methodOf(app.state, spec.method)?.title }, spec.method),
        fit ? [
          h('td', {}, fit.accuracy === null ? '–' : percent(fit.accuracy)),
          h('td', {}, contest ? `${percent(1 - contest.error)} ± ${(100 * contest.sd).toFixed(1)}${contest.not_worse && contest.error !== best ? ' ≈' : ''}` : '–'),
          h('td', {}, seconds(fit.seconds)), h('td', {}, fit.dims), h('td', {}, bytes(fit.bytes)),
        ] : h('td', { colspan: 5, class: 'remark' }, trouble)))))));
  }

  return h('div', { class: 'compare-panel' }, h('div', { class: 'row' }, run, details), work.element, grid, table);
}
