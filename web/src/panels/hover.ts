// The card beside the pointer: what the sample is, and what the fit takes it for.
import { fill, h } from '../dom.js';
import type { App, Fit } from '../app/state.js';
import { look } from '../plot/palette.js';
import { sampleView } from './thumbnail.js';

export function hoverCard(app: App): { element: HTMLElement; move(at: { x: number; y: number } | null, host: HTMLElement): void } {
  const element = h('div', { class: 'hover-card', role: 'status', hidden: true });
  return {
    element,
    move(at, host) {
      const { hovered, main, other } = app.state,
        fit = main ?? other;
      element.hidden = !at || hovered < 0 || !fit;
      if (!at || !fit || hovered < 0) return;
      fill(element, content(fit, hovered));
      const box = host.getBoundingClientRect(),
        stage = element.offsetParent!.getBoundingClientRect();
      const x = box.left - stage.left + at.x,
        y = box.top - stage.top + at.y;
      element.style.left = `${Math.max(4, x + 18 + element.offsetWidth > stage.width ? x - 18 - element.offsetWidth : x + 18)}px`;
      element.style.top = `${Math.max(4, Math.min(y - 20, stage.height - element.offsetHeight - 4))}px`;
    },
  };
}

function content(fit: Fit, row: number): HTMLElement[] {
  const { data, split } = fit,
    label = data.labels[row]!,
    at = split.isHeldOut[row] ? split.heldOut.indexOf(row) : -1;
  const guess = at >= 0 && fit.predicted ? fit.predicted[at]! : -1;
  const swatch = h('span', { class: 'swatch' });
  swatch.style.background = look(label).colour;
  return [
    sampleView(data, row),
    h(
      'div',
      {},
      h('strong', {}, swatch, data.classes[label] ?? 'no label'),
      h('div', { class: 'quiet' }, `${data.ids ? `${data.ids[row]}, ` : ''}row ${row + 1}, ${split.isHeldOut[row] ? 'held out' : 'training'}`),
      guess >= 0 && h('div', { class: guess === label ? 'right' : 'wrong' }, guess === label ? 'predicted right' : `predicted as ${data.classes[guess]}`),
    ),
  ];
}
