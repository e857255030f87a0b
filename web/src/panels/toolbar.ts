// Flat or in space, which dimensions, move or lasso, and the picture as a file.
import { fill, h } from '../dom.js';
import type { App, Which } from '../app/state.js';
import type { Scatter, Tool } from '../plot/scatter.js';

type Save = (which: Which, kind: string) => void;

export function toolbar(app: App, plots: Record<Which, Scatter>, save: Save): HTMLElement {
  const view = segmented(
    'View',
    [
      ['2d', '2-D'],
      ['3d', '3-D'],
    ],
    (value) => app.set({ solid: value === '3d' }),
  );
  app.on(['solid'], ({ solid }) => view.set(solid ? '3d' : '2d'));

  const tool = segmented(
    'Tool',
    [
      ['move', 'Move'],
      ['lasso', 'Lasso'],
    ],
    (value) => {
      for (const plot of Object.values(plots)) {
        plot.tool = value as Tool;
        plot.element.classList.toggle('lassoing', value === 'lasso');
      }
      tool.set(value);
    },
  );
  tool.set('move');

  const axes = h('span', { class: 'axes' });
  app.on(['main', 'axes', 'solid'], ({ main, axes: chosen, solid }) => {
    const dims = main?.dims ?? 2;
    fill(
      axes,
      (solid ? [0, 1, 2] : [0, 1]).map((a) =>
        h(
          'label',
          {},
          h('span', { class: 'quiet' }, ['x', 'y', 'z'][a]!),
          h(
            'select',
            {
              'aria-label': `Dimension along ${['x', 'y', 'z'][a]}`,
              value: String(chosen[a]),
              onchange: (event: Event) =>
                app.set({
                  axes: chosen.map((axis, i) => (i === a ? Number((event.target as HTMLSelectElement).value) : axis)) as [number, number, number],
                }),
            },
            Array.from({ length: Math.max(dims, chosen[a]! + 1) }, (_, j) => h('option', { value: String(j) }, String(j + 1))),
          ),
        ),
      ),
    );
  });

  const menu = h(
    'select',
    {
      'aria-label': 'Save the picture',
      class: 'menu',
      onchange: () => {
        const [which, kind] = menu.value.split(' ') as [Which, string];
        menu.value = '';
        save(which, kind);
      },
    },
    h('option', { value: '' }, 'Save…'),
    (['main', 'rival'] as const).map((which) =>
      h(
        'optgroup',
        { label: which === 'main' ? 'Left picture' : 'Right picture' },
        [
          ['png', 'Picture (PNG)'],
          ['svg', 'Drawing (SVG)'],
          ['csv', 'Points (CSV)'],
        ].map(([kind, name]) => h('option', { value: `${which} ${kind}` }, name)),
      ),
    ),
  );

  return h(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': 'Picture' },
    view.element,
    axes,
    tool.element,
    h('button', { type: 'button', onclick: () => Object.values(plots).forEach((plot) => plot.reset()) }, 'Show all'),
    menu,
  );
}

export function segmented(label: string, choices: readonly (readonly [string, string])[], choose: (value: string) => void) {
  const buttons = choices.map(([value, name]) => h('button', { type: 'button', 'data-value': value, onclick: () => choose(value) }, name));
  return {
    element: h('div', { class: 'segmented', role: 'group', 'aria-label': label }, buttons),
    set: (value: string) => buttons.forEach((button) => button.setAttribute('aria-pressed', String(button.dataset['value'] === value))),
  };
}
