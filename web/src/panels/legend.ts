// The classes with their colours: a click hides one, a double click leaves it alone.
import { fill, h, s } from '../dom.js';
import type { App } from '../app/state.js';
import { look } from '../plot/palette.js';
import { count } from '../text.js';

const most = 40;

export function legend(app: App): HTMLElement {
  const element = h('div', { class: 'legend', role: 'group', 'aria-label': 'Classes and parts that are drawn' });
  app.on(['data', 'hidden', 'parts', 'split'], ({ data, hidden, parts, split }) => {
    if (!data || !split) return;
    const focused = [...element.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement);
    const counts = new Array<number>(data.classes.length).fill(0);
    for (const label of data.labels) if (label >= 0) ++counts[label]!;
    const alone = (c: number) =>
      app.set({ hidden: hidden.some((off, i) => i !== c && !off) || hidden[c] || hidden.length === 0 ? data.classes.map((_, i) => i !== c) : [] });
    fill(
      element,
      data.classes.slice(0, most).map((name, c) =>
        h(
          'button',
          {
            class: 'chip',
            type: 'button',
            'aria-pressed': String(!hidden[c]),
            title: `${name}: ${counts[c]} rows. Click: hide or show. Double click: only this one.`,
            onclick: () => app.set({ hidden: data.classes.map((_, i) => (i === c ? !hidden[i] : Boolean(hidden[i]))) }),
            ondblclick: () => alone(c),
          },
          swatch(c),
          name,
          h('span', { class: 'quiet' }, count(counts[c]!)),
        ),
      ),
      data.classes.length > most && h('span', { class: 'quiet' }, `and ${data.classes.length - most} more`),
      split.heldOut.length > 0 &&
        h(
          'span',
          { class: 'legend-parts' },
          part('training', split.train.length, parts.train, false, () => app.set({ parts: { ...parts, train: !parts.train } })),
          part('held out', split.heldOut.length, parts.heldOut, true, () => app.set({ parts: { ...parts, heldOut: !parts.heldOut } })),
        ),
    );
    if (focused >= 0) element.querySelectorAll('button')[focused]?.focus();
  });
  return element;
}

function part(name: string, rows: number, shown: boolean, hollow: boolean, toggle: () => void): HTMLElement {
  return h(
    'button',
    { class: 'chip', type: 'button', 'aria-pressed': String(shown), onclick: toggle, title: `${name}: hide or show` },
    h('span', { class: hollow ? 'dot hollow' : 'dot' }),
    name,
    h('span', { class: 'quiet' }, count(rows)),
  );
}

export function swatch(label: number): SVGElement {
  const { colour, shape } = look(label),
    paths = ['M6 1a5 5 0 1 0 .01 0z', 'M1.5 1.5h9v9h-9z', 'M6 .5l5.3 9.5H.7z', 'M6 .3L11.7 6 6 11.7.3 6z'];
  return s('svg', { viewBox: '0 0 12 12', width: 11, height: 11, 'aria-hidden': 'true' }, s('path', { d: paths[shape]!, fill: colour }));
}
