// The spectrum: one bar for each eigenvalue, those that are kept in the accent.
import { h, newId, s } from '../dom.js';
import { number } from '../text.js';

export function spectrum(values: readonly number[], kept: number): HTMLElement {
  const width = 460,
    height = 200,
    bottom = 30,
    left = 12,
    most = Math.max(...values.map(Math.abs), 1e-300),
    name = newId();
  const step = (width - 2 * left) / values.length;
  return h(
    'figure',
    { class: 'figure' },
    h('figcaption', { id: name }, h('span', {}, 'Eigenvalues', h('span', { class: 'quiet' }, ` ${kept} kept of the first ${values.length}`))),
    s(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img', 'aria-labelledby': name },
      values.map((value, i) => {
        const tall = Math.max(1, (Math.abs(value) / most) * (height - bottom - 14));
        return s(
          'rect',
          {
            class: i < kept ? 'bar kept' : 'bar',
            x: left + i * step + 0.1 * step,
            y: height - bottom - tall,
            width: 0.8 * step,
            height: tall,
            rx: Math.min(2, 0.2 * step),
          },
          s('title', {}, `${i + 1}: ${number(value)}`),
        );
      }),
      values.map(
        (_, i) =>
          (values.length <= 16 || i % 5 === 4 || i === 0) &&
          s('text', { x: left + (i + 0.5) * step, y: height - bottom + 16, 'text-anchor': 'middle' }, String(i + 1)),
      ),
      s('text', { x: left, y: 11 }, `largest ${number(values[0] ?? 0)}`),
    ),
  );
}
