// Which class is predicted as which, among the held-out rows.
import { recallText, type Recall } from '../data/score.js';
import { h } from '../dom.js';

const most = 20;

/** `recall`: shown where it is given. */
export function confusion(
  classes: readonly string[],
  truth: ArrayLike<number>,
  predicted: ArrayLike<number>,
  recall: Recall | null,
  look: (rows: number[]) => void,
): HTMLElement {
  const size = classes.length,
    cells: number[][][] = classes.map(() => classes.map(() => []));
  for (let i = 0; i < predicted.length; ++i) cells[truth[i]!]?.[predicted[i]!]?.push(i);
  if (size > most)
    return h(
      'figure',
      { class: 'figure' },
      h('figcaption', {}, 'Confusions'),
      worst(classes, cells, look),
      recall && h('p', { class: 'recall' }, recallText(recall, classes)),
    );
  const largest = Math.max(1, ...cells.flatMap((row, a) => row.map((cell, b) => (a === b ? 0 : cell.length))));
  const short = (name: string) => (name.length > 9 ? `${name.slice(0, 8)}…` : name);
  return h(
    'figure',
    { class: 'figure' },
    h('figcaption', {}, h('span', {}, 'Confusions', h('span', { class: 'quiet' }, ' rows: the class, columns: what is predicted'))),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Confusion matrix' },
      h(
        'table',
        { class: 'confusion' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('td', {}),
            classes.map((name) => h('th', { scope: 'col', title: name }, short(name))),
            recall && h('th', { scope: 'col', class: 'recall' }, 'recall %'),
          ),
        ),
        h(
          'tbody',
          {},
          cells.map((row, a) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row', title: classes[a] }, short(classes[a]!)),
              row.map((cell, b) => {
                const td = h(
                  'td',
                  { class: a === b ? 'diagonal' : cell.length > 0 ? 'off' : 'none' },
                  cell.length > 0 && a !== b
                    ? h(
                        'button',
                        { type: 'button', title: `${cell.length} of ${classes[a]} predicted as ${classes[b]}: show them`, onclick: () => look(cell) },
                        cell.length,
                      )
                    : cell.length || '·',
                );
                if (a !== b && cell.length > 0) td.style.setProperty('--part', String(0.18 + 0.5 * (cell.length / largest)));
                return td;
              }),
              recall && h('td', { class: 'recall' }, recall[a] === null ? '–' : (100 * recall[a]!).toFixed(1)),
            ),
          ),
        ),
      ),
    ),
  );
}

function worst(classes: readonly string[], cells: number[][][], look: (rows: number[]) => void): HTMLElement {
  const pairs = cells
    .flatMap((row, a) => row.map((cell, b) => ({ a, b, cell })))
    .filter(({ a, b, cell }) => a !== b && cell.length > 0)
    .sort((p, q) => q.cell.length - p.cell.length)
    .slice(0, 12);
  return h(
    'ul',
    { class: 'pairs' },
    pairs.map(({ a, b, cell }) =>
      h('li', {}, h('button', { type: 'button', onclick: () => look(cell) }, `${classes[a]} predicted as ${classes[b]}: ${cell.length}`)),
    ),
  );
}
