// The picker: all methods by family, each with what it does and its paper.
import type { MethodInfo } from 'tanda';
import { fill, h } from '../dom.js';
import { methodOf, type App } from '../app/state.js';
import { capital } from '../text.js';

export function methodPicker(app: App, choose: (method: MethodInfo) => void, automatic: () => void): HTMLElement {
  const list = h('div', { class: 'method-list' });
  const dialog = h(
    'dialog',
    { class: 'picker', 'aria-labelledby': 'picker-title', onclick: (event: MouseEvent) => event.target === dialog && dialog.close() },
    h('header', {}, h('h2', { id: 'picker-title' }, 'Choose a method'), h('button', { type: 'button', onclick: () => dialog.close() }, 'Close')),
    list,
  );
  const current = h('button', {
    type: 'button',
    class: 'current-method',
    'aria-haspopup': 'dialog',
    onclick: () => {
      dialog.showModal();
      const chosen = list.querySelector<HTMLElement>('[aria-current=true]');
      chosen?.scrollIntoView({ block: 'center' });
      chosen?.focus();
    },
  });
  const about = h('p', { class: 'help' });

  app.on(['methods', 'spec', 'data'], (state) => {
    const now = methodOf(state, state.spec.method);
    fill(
      current,
      h('span', {}, h('strong', {}, now?.title ?? state.spec.method), h('span', { class: 'quiet' }, now?.family ?? '')),
      h('span', { 'aria-hidden': 'true', class: 'arrow' }, '⌄'),
    );
    fill(about, now && [now.summary, ' ', h('cite', {}, now.paper)]);
    const families = [...new Set(state.methods.map(({ family }) => family))];
    const labelled = (state.data?.classes.length ?? 2) > 1;
    fill(
      list,
      h(
        'section',
        {},
        h(
          'button',
          {
            type: 'button',
            class: 'method automatic',
            disabled: !labelled,
            onclick: () => {
              dialog.close();
              automatic();
            },
          },
          h('strong', {}, 'Automatic'),
          h('code', {}, 'auto'),
          h('span', {}, 'Compares several methods by cross-validation on the training rows and takes the simplest of the best.'),
        ),
      ),
      families.map((family) =>
        h(
          'section',
          {},
          h('h3', {}, capital(family)),
          state.methods
            .filter((method) => method.family === family)
            .map((method) =>
              h(
                'button',
                {
                  type: 'button',
                  class: 'method',
                  'data-method': method.id,
                  'aria-current': String(method.id === state.spec.method),
                  disabled: method.supervised && !labelled,
                  onclick: () => {
                    dialog.close();
                    choose(method);
                  },
                },
                h('strong', {}, method.title),
                h('code', {}, method.id),
                h('span', {}, method.summary),
                h('cite', {}, method.paper),
              ),
            ),
        ),
      ),
    );
  });
  return h('div', { class: 'method-choice' }, current, about, dialog);
}
