// The fit: a method, its parameters, and what is done to the data before.
import type { MethodInfo } from 'tanda';
import { fill, h, newId } from '../dom.js';
import { methodOf, scales, type App, type Scale, type Setting, type Spec } from '../app/state.js';
import { inPageWords } from '../app/words.js';
import { bytes, seconds } from '../text.js';
import { autoChoice } from './auto.js';
import { control, help, slider, type Control } from './controls.js';
import { methodPicker } from './methods.js';

const scaleNames: Record<Scale, string> = {
  auto: 'automatic',
  none: 'as they are',
  zscore: 'mean 0, deviation 1',
  minmax: '0 to 1',
  unit: 'rows of length 1',
};

export function fitPanel(app: App): HTMLElement {
  const change = (patch: Partial<Spec>) => app.set({ spec: { ...app.state.spec, ...patch } });
  const set = (method: MethodInfo, name: string, value: Setting) => {
    const params = { ...app.state.spec.params, [name]: value };
    if (method.parameters.find((each) => each.name === name)?.default === value) delete params[name];
    change({ params });
  };

  const parameters = h('div', { class: 'controls' });
  let controls = new Map<string, Control>(),
    made = '';
  app.on(['methods', 'spec'], (state) => {
    const method = methodOf(state, state.spec.method);
    if (!method) return;
    if (made !== method.id) {
      made = method.id;
      controls = new Map(
        method.parameters.map((parameter) => [parameter.name, control(parameter, parameter.default, (value) => set(method, parameter.name, value))]),
      );
      const usual = method.parameters.filter((each) => each.tune || each.auto || each.name in state.spec.params),
        rest = method.parameters.filter((parameter) => !usual.includes(parameter));
      const of = (list: typeof rest) => list.map(({ name }) => controls.get(name)!.element);
      fill(
        parameters,
        of(usual.length > 0 ? usual : rest),
        usual.length > 0 &&
          rest.length > 0 &&
          h('details', {}, h('summary', {}, `${rest.length} more ${rest.length === 1 ? 'setting' : 'settings'}`), of(rest)),
      );
    }
    for (const { name, default: usual } of method.parameters) {
      const field = controls.get(name)!,
        value = state.spec.params[name] ?? usual;
      if (!field.element.contains(document.activeElement) || state.spec.params[name] === undefined) field.set(value);
      field.element.classList.toggle('changed', state.spec.params[name] !== undefined);
    }
  });

  const auto = autoChoice(app);
  const dims = slider(
    {
      name: 'Dimensions',
      doc: 'how many numbers each row is reduced to',
      least: 1,
      most: 10_000,
      step: 1,
      usual: 5,
      whole: true,
      beside: auto.dimsButton,
    },
    (value) => change({ dims: Number(value) }),
  );
  const neighbors = slider(
    { name: 'Neighbours', doc: 'how many nearest training rows vote on the class of a row', least: 1, most: 99, step: 1, usual: 5, whole: true },
    (value) => change({ neighbors: Number(value) }),
  );
  const train = slider(
    {
      name: 'Training share',
      doc: 'of each class; accuracy is measured on the rest, which is held out',
      least: 0.05,
      most: 1,
      step: 0.05,
      usual: 0.7,
      whole: false,
    },
    (value) => app.set({ train: Number(value) }),
  );
  const scaleId = newId(),
    pcaId = newId();
  const scale = h(
    'select',
    { id: scaleId, onchange: () => change({ scale: scale.value as Scale }) },
    scales.map((value) => h('option', { value }, scaleNames[value])),
  );
  const scaled = help('');
  app.on(['spec', 'main'], ({ spec, main }) => {
    const taken = main?.spec.scale === 'auto' && (main.model.info.record['scale'] as Scale);
    scaled.textContent = spec.scale === 'auto' && taken ? `chosen for this table: ${scaleNames[taken]}` : 'before anything else';
  });
  const pca = h('select', { id: pcaId, onchange: () => change({ pca: Number(pca.value) }) });
  const shuffle = h('button', { type: 'button', onclick: () => app.set({ seed: app.state.seed + 1 }) }, 'Another split');

  app.on(['spec', 'train', 'data'], ({ spec, train: part, data }) => {
    for (const [field, value] of [
      [dims, spec.dims],
      [neighbors, spec.neighbors],
      [train, part],
    ] as const)
      if (!(document.activeElement instanceof HTMLInputElement && field.element.contains(document.activeElement))) field.set(value);
    const most = dims.element.querySelector<HTMLInputElement>('input[type=range]')!;
    most.max = String(Math.min(data?.cols ?? 20, 40));
    scale.value = spec.scale;
    const parts = [0, 0.9, 0.95, 0.99, 10, 20, 50].filter((value) => value < (data?.cols ?? 100));
    if (!parts.includes(spec.pca)) parts.push(spec.pca);
    fill(
      pca,
      parts.map((value) =>
        h('option', { value: String(value) }, value === 0 ? 'no' : value < 1 ? `${value * 100} % of the variance` : `${value} dimensions`),
      ),
    );
    pca.value = String(spec.pca);
  });

  const plan = h('p', { class: 'plan' });
  app.on(['plan', 'main'], ({ plan: need, main }) =>
    fill(
      plan,
      need !== null && [
        'This fit needs at most ',
        h('strong', {}, bytes(need)),
        main && ['; the last one took ', h('strong', {}, seconds(main.seconds))],
        '.',
      ],
    ),
  );
  const notes = h('ul', { class: 'notes' });
  app.on(['main'], ({ main }) =>
    fill(
      notes,
      ((main?.model.info.record['notes'] ?? []) as string[]).map((note) => h('li', {}, inPageWords(note))),
    ),
  );

  const reset = h('button', { type: 'button', onclick: () => change({ params: {} }) }, 'Defaults');
  const tune = h(
    'button',
    {
      type: 'button',
      onclick: () => {
        app.set({ tab: 'tune' });
        dispatchEvent(new Event('tune'));
      },
    },
    'Tune',
  );
  app.on(['spec'], ({ spec }) => (reset.disabled = Object.keys(spec.params).length === 0));

  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'fit-title' },
    h('header', {}, h('h2', { id: 'fit-title' }, 'Fit'), h('span', { class: 'row' }, reset, tune, auto.button)),
    methodPicker(app, (method) => change({ method: method.id, params: {} }), auto.start),
    auto.element,
    parameters,
    h(
      'div',
      { class: 'controls' },
      dims.element,
      h('div', { class: 'control' }, h('label', { for: scaleId }, 'Scale features'), scale, scaled),
      h(
        'details',
        {},
        h('summary', {}, 'PCA first, neighbours, split'),
        h(
          'div',
          { class: 'control' },
          h('label', { for: pcaId }, 'PCA first'),
          pca,
          help('fewer features before the method; quicker, and steadier when features outnumber rows'),
        ),
        neighbors.element,
        train.element,
        shuffle,
      ),
    ),
    plan,
    notes,
  );
}
