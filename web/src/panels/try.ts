// Try it: draw or edit a sample, and see where it lands, what it is taken for and how long that takes.
import { mini } from '../charts/mini.js';
import { fill, h } from '../dom.js';
import { fittedRows } from '../app/fit.js';
import { methodOf, type App, type Fit } from '../app/state.js';
import { row, type Data } from '../data/data.js';
import { cloudOf, place, type Cloud } from '../plot/cloud.js';
import { look } from '../plot/palette.js';
import { seconds } from '../text.js';
import { applyPanel } from './apply.js';
import { drawingPad, type Pad } from './draw.js';
import { featureSliders, type Features } from './features.js';
import { picture, sampleView } from './thumbnail.js';

export function tryPanel(app: App): HTMLElement {
  const input = h('div', { class: 'try-input' }),
    seen = h('div', { class: 'try-seen' }),
    map = h('div', { class: 'try-map' }),
    answer = h('div', { class: 'try-answer', 'aria-live': 'polite' });
  const wrong = h('button', { type: 'button', onclick: () => pick(true) }, 'One it gets wrong');
  let mapped: { fit: Fit; cloud: Cloud; axes: readonly number[] } | null = null,
    pad: Pad | null = null,
    sliders: Features | null = null,
    made: Data | null = null,
    sample: Float32Array | null = null,
    wrongs = 0;

  const tryIt = (values: Float32Array) => {
    sample = values;
    show();
  };
  function pick(mistaken: boolean): void {
    const { main, data } = app.state;
    if (!main || !data) return;
    const { heldOut } = main.split,
      bad = main.predicted ? [...heldOut].filter((i, at) => main.predicted![at] !== data.labels[i]) : [];
    const rows = mistaken ? bad : heldOut.length > 0 ? heldOut : main.split.train;
    if (rows.length === 0) return;
    const chosen = mistaken ? rows[wrongs++ % rows.length]! : rows[Math.floor(Math.random() * rows.length)]!;
    pad?.clear();
    const values = row(data, chosen).slice();
    sliders?.set(values);
    tryIt(values);
    app.set({ hovered: chosen });
  }

  function show(): void {
    const { main } = app.state;
    if (!main || !sample) return;
    if (main.data.image)
      fill(seen, h('span', { class: 'quiet' }, 'what the model sees'), picture(sample, main.data.image, 96, 'what the model sees'));
    if (main.model.info.map === 'embedding')
      return void fill(
        answer,
        h('p', { class: 'notice' }, 'This method embeds the rows it was fitted to, and no others. Choose another one to try samples.'),
      );
    const { runner } = main,
      y = runner.project(sample);
    app.set({ tried: y });
    locate(y);
    fill(
      answer,
      runner.rule !== 'none' && verdict(main, y, fittedRows(methodOf(app.state, main.spec.method)!, main.data, main.split)),
      h('p', { class: 'quiet' }, `${seconds(timeOf(main, sample))} for each prediction, in this tab`),
    );
  }

  /** Where the plots are out of sight, a small one stands beside the drawing. */
  function locate(y: Float32Array): void {
    const { main, axes } = app.state;
    if (!main || map.clientWidth === 0) return;
    if (mapped?.fit !== main) {
      mapped = { fit: main, cloud: cloudOf(main.points, main.dims, axes, main.data.labels, main.data.classes.length), axes };
      fill(map, mini(main, axes), h('span', { class: 'here' }));
    }
    const [u, v] = place(mapped.cloud, y, mapped.axes),
      here = map.querySelector<HTMLElement>('.here')!;
    here.style.left = `${Math.min(Math.max(50 + 50 * u, 2), 98)}%`;
    here.style.top = `${Math.min(Math.max(50 - 50 * v, 2), 98)}%`;
  }

  app.on(['main', 'tab'], ({ main, data, tab }) => {
    if (tab !== 'try') return app.set({ tried: null });
    if (!main || !data) return;
    wrong.hidden = !main.predicted || main.accuracy === 1;
    if (made !== data) {
      made = data;
      wrongs = 0;
      [pad, sliders] = data.image ? [drawingPad(data.image, tryIt), null] : [null, featureSliders(data, tryIt)];
      fill(seen);
      fill(
        answer,
        data.image
          ? h(
              'p',
              { class: 'quiet' },
              data.key === 'digits'
                ? 'Draw a digit, large and in the middle; its point moves in the left picture as you draw.'
                : 'Draw, and the point moves in the left picture as you do.',
            )
          : null,
      );
      fill(input, pad ? h('div', { class: 'pad-frame' }, pad.element) : sliders!.element);
      sample = null;
      if (sliders) pick(false);
    }
    show();
  });

  return h(
    'div',
    { class: 'try' },
    h(
      'div',
      { class: 'try-main' },
      input,
      h(
        'div',
        { class: 'try-side' },
        h(
          'div',
          { class: 'row' },
          h('button', { type: 'button', onclick: () => pick(false) }, 'A held-out sample'),
          wrong,
          h(
            'button',
            {
              type: 'button',
              onclick: () => {
                pad?.clear();
                sample = null;
                fill(seen);
                fill(answer);
                app.set({ tried: null, hovered: -1 });
              },
            },
            'Clear',
          ),
        ),
        h('div', { class: 'try-result' }, seen, answer),
        map,
      ),
    ),
    applyPanel(app),
  );
}

function verdict(fit: Fit, y: Float32Array, rows: Int32Array): HTMLElement {
  const { runner, data } = fit,
    label = runner.classify(y),
    name = runner.classes[label] ?? '?';
  const dot = h('span', { class: 'swatch' });
  dot.style.background = look(data.classes.indexOf(name)).colour;
  const near = nearest(runner.references, y, 4)
    .map((at) => rows[at]!)
    .filter((i) => i !== undefined);
  return h(
    'div',
    {},
    h('p', { class: 'verdict' }, dot, h('output', { 'aria-label': 'Predicted class' }, name)),
    data.image &&
      near.length > 0 && [
        h('span', { class: 'quiet' }, 'nearest training samples'),
        h(
          'div',
          { class: 'strip' },
          near.map((i) => sampleView(data, i, 44)),
        ),
      ],
  );
}

function nearest(points: Float32Array, y: Float32Array, count: number): number[] {
  const dims = y.length,
    away = Array.from({ length: points.length / dims }, (_, i) => {
      let sum = 0;
      for (let j = 0; j < dims; ++j) sum += (points[i * dims + j]! - y[j]!) ** 2;
      return sum;
    });
  return away
    .map((_, i) => i)
    .sort((a, b) => away[a]! - away[b]!)
    .slice(0, count);
}

/** The mean of as many predictions as go into a few milliseconds. */
function timeOf({ runner }: Fit, sample: Float32Array): number {
  const start = performance.now(),
    y = new Float32Array(runner.outputs);
  let times = 0,
    now = start;
  do {
    runner.project(sample, y);
    if (runner.rule !== 'none') runner.classify(y);
    ++times;
    now = performance.now();
  } while (now - start < 3 && times < 2000);
  return (now - start) / 1000 / times;
}
