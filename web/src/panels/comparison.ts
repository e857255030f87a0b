// What a comparison found: small pictures, and a table that can be sorted.
import { mini } from '../charts/mini.js';
import { h } from '../dom.js';
import type { Fit, Spec } from '../app/state.js';
import { majorityOf, type Contest, type Evaluation } from '../app/study.js';
import { bytes, percent, percentWith, seconds } from '../text.js';

export interface Line {
  spec: Spec;
  title: string;
  fit: Fit | null;
  contest: Contest | null;
  problem: string;
}

export type Order = 'accuracy' | 'mean' | 'balanced' | 'time' | 'dims' | 'bytes';

type Heading = readonly [Order, string];

/** Balanced accuracy only where classes are uneven. */
const headingsOf = (uneven: boolean): readonly Heading[] => [
  ['accuracy', 'this split'],
  ['mean', 'mean ± sd'],
  ...(uneven ? ([['balanced', 'balanced']] as const) : []),
  ['time', 'fit'],
  ['dims', 'dims'],
  ['bytes', 'model'],
];

export function miniature({ spec, fit, problem }: Line, axes: readonly number[], choose: (spec: Spec) => void): HTMLElement {
  const picture = fit ? mini(fit, axes) : h('span', { class: 'mini failed' }, problem);
  const said = !fit ? 'failed' : fit.accuracy === null ? 'no held-out accuracy' : percent(fit.accuracy),
    balanced = fit?.balanced ?? null;
  return h(
    'figure',
    { class: 'mini-figure', 'data-method': spec.method },
    h('button', { type: 'button', title: 'Fit this one', 'aria-label': `Fit ${spec.method}`, onclick: () => choose(spec) }, picture),
    h(
      'figcaption',
      {},
      h('strong', {}, spec.method),
      h('span', {}, said),
      balanced !== null && h('span', {}, `balanced ${percent(balanced)}`),
    ),
  );
}

export function comparisonTable(
  lines: readonly Line[],
  evaluation: Evaluation | null,
  wanted: Order,
  sort: (order: Order) => void,
): HTMLElement {
  const headings = headingsOf(evaluation?.uneven ?? false),
    order = headings.some(([key]) => key === wanted) ? wanted : 'mean';
  const best = Math.min(...lines.map(({ contest }) => contest?.error ?? Infinity));
  const sorted = [...lines].sort((a, b) => rank(a, order) - rank(b, order));
  const heading = ([key, name]: Heading) =>
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
        sorted.map((line) => row(line, best, headings)),
      ),
      evaluation && h('tfoot', {}, majorityRow(evaluation, headings)),
    ),
  );
}

function row({ spec, title, fit, contest, problem }: Line, best: number, headings: readonly Heading[]): HTMLElement {
  const name = h('th', { scope: 'row', title }, spec.method);
  if (!fit) return h('tr', { 'data-method': spec.method }, name, h('td', { colspan: headings.length, class: 'remark' }, problem));
  const first = contest !== null && contest.error === best;
  const cells: Record<Order, string | number> = {
    accuracy: fit.accuracy === null ? '–' : percent(fit.accuracy),
    mean: contest ? `${percentWith(1 - contest.error, contest.sd)}${contest.not_worse && !first ? ' ≈' : ''}` : '–',
    balanced: contest ? percentWith(1 - contest.balanced_error, contest.balanced_sd) : '–',
    time: seconds(fit.seconds),
    dims: fit.dims,
    bytes: bytes(fit.bytes),
  };
  return h(
    'tr',
    { class: first ? 'best' : '', 'data-method': spec.method },
    name,
    headings.map(([key]) => h('td', {}, cells[key])),
  );
}

/** What every method has to beat. */
function majorityRow(evaluation: Evaluation, headings: readonly Heading[]): HTMLElement {
  const { error, balanced_error } = majorityOf(evaluation),
    cells: Partial<Record<Order, string>> = { mean: percent(1 - error), balanced: percent(1 - balanced_error) };
  return h(
    'tr',
    {},
    h('th', { scope: 'row', title: 'Always predicts the class with the most rows' }, 'most frequent class'),
    headings.map(([key]) => h('td', {}, cells[key] ?? '–')),
  );
}

/** Lower is better. What has no mean comes after what has. */
function rank({ fit, contest }: Line, order: Order): number {
  if (!fit) return Infinity;
  switch (order) {
    case 'mean':
      return contest ? contest.error : 2 - (fit.accuracy ?? 0);
    case 'balanced':
      return contest ? contest.balanced_error : 2 - (fit.balanced ?? 0);
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
