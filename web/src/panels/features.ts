// The values of one sample, each with a slider over what occurs in the table.
import { h } from '../dom.js';
import { spansOf, type Data } from '../data/data.js';
import { number, words } from '../text.js';

const most = 60;

export interface Features {
  element: HTMLElement;
  set(values: Float32Array): void;
}

export function featureSliders(data: Data, changed: (values: Float32Array) => void): Features {
  const shown = Math.min(data.cols, most);
  let values: Float32Array = new Float32Array(data.cols);
  const rows = spansOf(data)
    .slice(0, shown)
    .map(({ least, most: largest }, j) => {
      const said = h('output', {}),
        room = (largest - least) * 0.1;
      const slide = h('input', {
        type: 'range',
        min: least - room,
        max: largest + room,
        step: (largest - least) / 200 || 1,
        'aria-label': data.features[j],
        oninput: () => {
          values = values.slice();
          values[j] = slide.valueAsNumber;
          said.textContent = number(slide.valueAsNumber);
          changed(values);
        },
      });
      return { slide, said, element: h('label', { class: 'feature' }, h('span', {}, words(data.features[j]!)), slide, said) };
    });
  return {
    element: h(
      'div',
      { class: 'feature-list' },
      rows.map(({ element }) => element),
      data.cols > shown && h('p', { class: 'quiet' }, `The other ${data.cols - shown} keep their values.`),
    ),
    set(given) {
      values = given.slice();
      rows.forEach(({ slide, said }, j) => {
        slide.value = String(values[j]);
        said.textContent = number(values[j]!);
      });
    },
  };
}
