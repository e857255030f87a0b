// What is going on, what went wrong, and what waits for a yes.
import { fill, h } from '../dom.js';
import type { Fitting } from '../app/fitting.js';
import { methodOf, type App } from '../app/state.js';
import { bytes } from '../text.js';

/** Milliseconds before progress is shown: what is over sooner needs no bar. */
const patience = 250;

export function notices(app: App, fitting: Fitting): HTMLElement {
  const bar = h('progress', { max: 1, 'aria-label': 'Progress of the fit' });
  const stage = h('span', {});
  const busy = h(
    'div',
    { class: 'notice busy', hidden: true },
    bar,
    stage,
    h('button', { type: 'button', onclick: () => fitting.cancel() }, 'Cancel'),
  );
  const waiting = h('div', { class: 'asks', role: 'alert' });
  const problems = h('div', { class: 'problems', role: 'alert' });
  const said = h('p', { class: 'unseen', role: 'status' });
  let timer: ReturnType<typeof setTimeout> | undefined;

  app.on(['progress'], ({ progress }) => {
    if (!progress) {
      clearTimeout(timer);
      timer = undefined;
      busy.hidden = true;
      return;
    }
    bar.value = progress.fraction;
    stage.textContent = `${progress.title}: ${progress.stage}`;
    timer ??= setTimeout(() => (busy.hidden = !app.state.progress), patience);
  });
  app.on(['waiting'], (state) =>
    fill(
      waiting,
      (['main', 'rival'] as const).map((which) => {
        const need = state.waiting[which],
          id = which === 'main' ? state.spec.method : state.rival;
        return (
          need !== null &&
          h(
            'div',
            { class: 'notice' },
            h('span', {}, `${methodOf(state, id)?.title ?? id} may need up to `, h('strong', {}, bytes(need)), ' for this table, and some time.'),
            h('button', { type: 'button', class: 'primary', onclick: () => fitting.goOn(which) }, 'Fit anyway'),
          )
        );
      }),
    ),
  );
  app.on(['problem'], ({ problem }) =>
    fill(
      problems,
      [problem.main, problem.rival].map(
        (each) => each && h('div', { class: 'notice problem' }, h('strong', {}, each.message), each.remedy && ` ${each.remedy}`),
      ),
    ),
  );
  app.on(['said'], (state) => (said.textContent = state.said));
  return h('div', { class: 'notices' }, busy, waiting, problems, said);
}
