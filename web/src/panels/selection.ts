// What the lasso caught.
import { download, fill, h } from '../dom.js';
import type { App } from '../app/state.js';
import { toCsv } from '../plot/export.js';
import { many } from '../text.js';
import { sampleView } from './thumbnail.js';

export function selectionBar(app: App): HTMLElement {
  const element = h('div', { class: 'selection', hidden: true, 'aria-live': 'polite' });
  app.on(['selected', 'main'], ({ selected, data, main }) => {
    element.hidden = selected.size === 0 || !data || !main;
    if (element.hidden || !data || !main) return;
    const counts = new Map<number, number>();
    for (const i of selected) counts.set(data.labels[i]!, (counts.get(data.labels[i]!) ?? 0) + 1);
    const parts = [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 6)
      .map(([label, n]) => `${data.classes[label] ?? 'no label'}: ${n}`);
    fill(
      element,
      h('strong', {}, `${many(selected.size, 'row')} selected`),
      h('span', { class: 'quiet' }, parts.join(', ')),
      data.image &&
        h(
          'span',
          { class: 'strip' },
          [...selected].slice(0, 10).map((i) => sampleView(data, i, 28)),
        ),
      h('button', { type: 'button', onclick: () => download(`${data.key}-selection.csv`, toCsv(main, selected), 'text/csv') }, 'Save rows'),
      h('button', { type: 'button', onclick: () => app.set({ selected: new Set() }) }, 'Clear'),
    );
  });
  return element;
}
