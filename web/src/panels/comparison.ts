// What a comparison found: small pictures, and a table that can be sorted.
import { mini } from '../charts/mini.js';
import { h } from '../dom.js';
import type { Fit, Spec } from '../app/state.js';
import type { Contest } from '../app/study.js';
import { bytes, percent, percentWith, seconds } from '../text.js';

export interface Line {
  spec: Spec;
  title: string;
  fit: Fit | null;
  contest: Contest | null;
  trouble: string;
}

export type Order = 'accuracy' | 'mean' | 'time' | 'dims' | 'bytes';

const headings: readonly (readonly [Order, string])[] = [
  ['accuracy', 'this split'],
  ['mean', 'mean ± sd'],
  ['time', 'fit'],
  ['dims', 'dims'],
  ['bytes', 'model'],
];

export function miniature({ spec, fit, trouble }: Line, axes: readonly number[], choose: (spec: Spec) => void): HTMLElement {
  const picture = fit ? mini(fit, axes) : h('span', { class: 'mini failed' }, trouble);
  const said = !fit ? 'failed' : fit.accuracy === null ? 'no held-out accuracy' : percent(fit.accuracy);
  return h(
    'figure',
    { class: 'mini-figure', 'data-method': spec.method },
    h('button', { type: 'button', title: 'Fit this one', 'aria-label': `Fit ${spec.method}`, onclick: () => choose(spec) }, picture),
    h('figcaption', {}, h('strong', {}, spec.method), h('span', {}, said)),
  );
}

export function comparisonTable(lines: readonly Line[], order: Order, sort: (order: Order) => void): HTMLElement {
  const best = Math.min(...lines.map(({ contest }) => contest?.error ?? Infinity));
  const sorted = [...lines].sort((a, b) => rank(a, order) - rank(b, order));
  const heading = ([key, name]: readonly [Order, string]) =>
    h('th', { scope: 'col', 'aria-sort': order === key ? 'ascending' : 'none' }, h('button', { type: 'button', onclick: () => sort(key) }, name));
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Comparison' },
    h(
      'table',
      { class: 'compare', 'aria-label': 'Methods compared' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'method'), headings.map(heading))),
      h(
        'tbody',
        {},
        sorted.map((line) => row(line, best)),
      ),
    ),
  );
}

function row({ spec, title, fit, contest, trouble }: Line, best: number): HTMLElement {
  const name = h('th', { scope: 'row', title }, spec.method);
  if (!fit) return h('tr', { 'data-method': spec.method }, name, h('td', { colspan: headings.length, class: 'remark' }, trouble));
  const first = contest !== null && contest.error === best;
  const mean = contest ? `${percentWith(1 - contest.error, contest.sd)}${contest.not_worse && !first ? ' ≈' : ''}` : '–';
  return h(
    'tr',
    { class: first ? 'best' : '', 'data-method': spec.method },
    name,
    [fit.accuracy === null ? '–' : percent(fit.accuracy), mean, seconds(fit.seconds), fit.dims, bytes(fit.bytes)].map((cell) => h('td', {}, cell)),
  );
}

/** Lower is better. What has no mean comes after what has. */
function rank({ fit, contest }: Line, order: Order): number {
  if (!fit) return Infinity;
  switch (order) {
    case 'mean':
      return contest ? contest.error : 2 - (fit.accuracy ?? 0);
    case 'accuracy':
      return -(fit.accuracy ?? 0);
    case 'time':
      return fit.seconds;
    case 'dims':
      return fit.dims;
    case 'bytes':
      return fit.bytes;
  }
}
