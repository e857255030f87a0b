// A control for each parameter, made from its descriptor.
import type { ParameterInfo } from 'tanda';
import type { Setting } from '../app/state.js';
import { h, newId } from '../dom.js';
import { capital, number, words } from '../text.js';

export interface Control {
  element: HTMLElement;
  /** Shows a value without telling anybody. */
  set(value: Setting): void;
}

export function control(parameter: ParameterInfo, value: Setting, change: (value: Setting) => void): Control {
  const made =
    parameter.type === 'flag'
      ? flag(parameter, change)
      : parameter.type === 'choice'
        ? choice(parameter, change)
        : slider(
            {
              name: capital(words(parameter.name)),
              doc: parameter.doc,
              least: parameter.min ?? 0,
              most: parameter.max ?? 1,
              step: parameter.step ?? (parameter.type === 'integer' ? 1 : 0.01),
              usual: Number(parameter.default),
              auto: parameter.auto === true,
              whole: parameter.type === 'integer',
            },
            change,
          );
  made.set(value);
  made.element.dataset['parameter'] = parameter.name;
  return made;
}

function flag(parameter: ParameterInfo, change: (value: Setting) => void): Control {
  const box = h('input', { type: 'checkbox', onchange: () => change(box.checked) });
  return {
    element: h('div', { class: 'control' }, h('label', { class: 'check' }, box, capital(words(parameter.name))), help(parameter.doc)),
    set: (value) => (box.checked = value === true || value === 'true'),
  };
}

function choice(parameter: ParameterInfo, change: (value: Setting) => void): Control {
  const id = newId();
  const select = h(
    'select',
    { id, onchange: () => change(select.value) },
    parameter.choices!.map((each) => h('option', { value: each }, each)),
  );
  return {
    element: h('div', { class: 'control' }, h('label', { for: id }, capital(words(parameter.name))), select, help(parameter.doc)),
    set: (value) => (select.value = String(value)),
  };
}

export interface Range {
  name: string;
  doc: string;
  least: number;
  most: number;
  step: number;
  usual: number;
  whole: boolean;
  auto?: boolean;
  /** Stands before the field. */
  beside?: HTMLElement;
}

/** A slider for usual values beside a field for all. What spans decades slides by decades. */
export function slider(range: Range, change: (value: Setting) => void): Control {
  const id = newId(),
    decades = !range.whole && range.most > 100;
  const top = range.whole ? Math.min(range.most, Math.max(20, range.usual * 4)) : decades ? 4 : range.most;
  const toSlide = (value: number) => (decades ? (value <= 0 ? -4.1 : Math.log10(value)) : value);
  const fromSlide = (at: number) => (decades ? (at <= -4.05 ? range.least : Number((10 ** at).toPrecision(2))) : at);
  const field = h('input', {
    type: 'number',
    id,
    min: range.least,
    max: range.most,
    step: 'any',
    onchange: () => {
      const value = Math.min(Math.max(range.whole ? Math.round(field.valueAsNumber) : field.valueAsNumber, range.least), range.most);
      if (Number.isFinite(value)) change(value);
      show(Number.isFinite(value) ? value : range.usual);
    },
  });
  const slide = h('input', {
    type: 'range',
    'aria-label': `${range.name}, slider`,
    min: decades ? -4.1 : range.least,
    max: top,
    step: decades ? 0.1 : range.step,
    oninput: () => {
      const value = fromSlide(slide.valueAsNumber);
      field.value = String(value);
      change(value);
    },
  });
  const auto = h('input', {
    type: 'checkbox',
    onchange: () => {
      change(auto.checked ? 'auto' : range.usual);
      show(auto.checked ? 'auto' : range.usual);
    },
  });
  const show = (value: Setting) => {
    const chosen = value === 'auto';
    auto.checked = field.disabled = slide.disabled = chosen;
    if (chosen) return;
    field.value = String(value);
    if (range.whole && Number(value) > Number(slide.max)) slide.max = String(Math.min(2 * Number(value), range.most));
    slide.value = String(toSlide(Number(value)));
    slide.setAttribute('aria-valuetext', number(Number(value)));
  };
  return {
    element: h(
      'div',
      { class: 'control' },
      h('label', { for: id }, range.name),
      range.beside ? h('span', { class: 'row' }, range.beside, field) : field,
      slide,
      range.auto && h('label', { class: 'check' }, auto, 'choose it by cross-validation'),
      help(range.doc),
    ),
    set: show,
  };
}

export const help = (text: string) => h('p', { class: 'help' }, text);
