// Curves of a part of a whole over a numbered axis, with bands: accuracy by dimension or along a path.
import { h, newId, s } from '../dom.js';
import { ticks } from '../plot/overlay.js';
import { number, percent } from '../text.js';

export interface Curve {
  name: string;
  /** A CSS class that says its colour. */
  kind: 'first' | 'second';
  points: readonly { x: number; y: number; spread?: number }[];
}

export interface LinesOptions {
  title: string;
  x: string;
  y: string;
  curves: readonly Curve[];
  /** Where a vertical line stands. */
  mark?: number;
  log?: boolean;
}

const width = 460,
  height = 230,
  left = 48,
  right = 12,
  top = 12,
  bottom = 36;

export function lines({ title, x, y, curves, mark, log = false }: LinesOptions): HTMLElement {
  const all = curves.flatMap((curve) => curve.points),
    to = (value: number) => (log ? Math.log10(value) : value);
  const [xa, xb] = extent(all.map((point) => to(point.x))),
    [ya, yb] = padded(extent(all.flatMap((point) => [point.y - (point.spread ?? 0), point.y + (point.spread ?? 0)])));
  const px = (value: number) => left + ((to(value) - xa) / (xb - xa || 1)) * (width - left - right);
  const py = (value: number) => height - bottom - ((value - ya) / (yb - ya || 1)) * (height - top - bottom);
  const path = (points: readonly (readonly [number, number])[]) =>
    points.map(([u, v], i) => `${i ? 'L' : 'M'}${u.toFixed(1)} ${v.toFixed(1)}`).join('');
  const xTicks = log
    ? ticks(xa, xb, 6)
        .filter(Number.isInteger)
        .map((power) => 10 ** power)
    : ticks(xa, xb, 8).filter(Number.isInteger);
  const name = newId(),
    yTicks = ticks(ya, yb, 4),
    digits = yTicks.every((value) => Math.abs(100 * value - Math.round(100 * value)) < 1e-9) ? 0 : 1;

  const svg = s(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img', 'aria-labelledby': name },
    yTicks.map((value) => [
      s('path', { class: 'grid', d: `M${left} ${py(value)}H${width - right}` }),
      s('text', { x: left - 8, y: py(value) + 4, 'text-anchor': 'end' }, percent(value, digits)),
    ]),
    xTicks.map((value) =>
      s('text', { x: px(value), y: height - bottom + 16, 'text-anchor': 'middle' }, log ? `1e${Math.log10(value)}` : String(value)),
    ),
    s('text', { x: width - right, y: height - 4, 'text-anchor': 'end', class: 'axis' }, x),
    mark !== undefined && s('path', { class: 'mark', d: `M${px(mark)} ${top}V${height - bottom}` }),
    curves.map(({ kind, points }) => [
      points.some((point) => point.spread) &&
        s('path', {
          class: `band ${kind}`,
          d: `${path(points.map((p) => [px(p.x), py(p.y + (p.spread ?? 0))]))}${path([...points].reverse().map((p) => [px(p.x), py(p.y - (p.spread ?? 0))] as const)).replace('M', 'L')}Z`,
        }),
      s('path', { class: `line ${kind}`, d: path(points.map((p) => [px(p.x), py(p.y)])) }),
      points.length <= 40 &&
        points.map((p) =>
          s('circle', { class: `knot ${kind}`, cx: px(p.x), cy: py(p.y), r: 2.5 }, s('title', {}, `${x} ${number(p.x)}: ${percent(p.y)}`)),
        ),
    ]),
  );
  return h(
    'figure',
    { class: 'figure' },
    h(
      'figcaption',
      { id: name },
      h('span', {}, title, h('span', { class: 'quiet' }, ` ${y}`)),
      curves.length > 1 &&
        h(
          'span',
          { class: 'keys' },
          curves.map((curve) => h('span', { class: `key ${curve.kind}` }, curve.name)),
        ),
    ),
    svg,
  );
}

function extent(values: readonly number[]): [number, number] {
  return values.length > 0 ? [Math.min(...values), Math.max(...values)] : [0, 1];
}

function padded([a, b]: [number, number]): [number, number] {
  const room = (b - a) * 0.06 || 0.01;
  return [a - room, b + room];
}
