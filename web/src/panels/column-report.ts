// What was found in a file, column by column, and what can be decided about it.
import { h, type Child } from '../dom.js';
import { imageOf } from '../data/data.js';
import { isUsable, remarks } from '../data/remarks.js';
import type { CsvColumn, CsvReport } from 'tanda';
import { oddCells } from '../data/csv.js';
import { many, number } from '../text.js';

export interface Choice {
  /** A column number, or -1. */
  label: number;
  /** The column that names the rows, or -1. */
  id: number;
  used: boolean[];
  missing: 'drop' | 'mean';
  /** Of the picture a row is; 0: it is none. */
  width: number;
}

/** Columns that are listed; the others are used all the same. */
const listed = 300;

export function firstChoice(scan: CsvReport, id: number): Choice {
  const label = (scan.layout.label ?? 0) - 1;
  const isNumber = (column: CsvColumn, j: number) => j !== label && j !== id && column.kind === 'number';
  const width = imageOf(scan.columns.filter(isNumber))?.width ?? 0;
  // A pixel that never changes is a pixel.
  return { label, id, width, missing: 'drop', used: scan.columns.map((column, j) => isNumber(column, j) && (width > 0 || isUsable(column))) };
}

/** The same with another column that names the rows. */
export function withId(choice: Choice, scan: CsvReport, id: number): Choice {
  const used = choice.used.map((was, j) => (j === id ? false : j === choice.id ? isUsable(scan.columns[j]!) : was));
  return { ...choice, id, used, label: choice.label === id ? (scan.layout.label ?? 0) - 1 : choice.label };
}

export const featuresOf = ({ used, label, id }: Choice) => used.flatMap((on, j) => (on && j !== label && j !== id ? [j] : []));

/** `again` is called when a change of the choice changes the report; `reading` stands below the label. */
export function columnReport(scan: CsvReport, choice: Choice, again: () => void, reading: Child): Child[] {
  const { label, used } = choice,
    classes = label >= 0 ? scan.columns[label]!.classes : 0;
  const gaps = scan.columns.some((column, j) => (used[j] || j === label) && column.missing + oddCells(column) > 0);
  return [
    labelControl(scan, choice, again),
    reading,
    classes === 1 &&
      h('p', { class: 'notice problem' }, h('strong', {}, 'This column has one value only.'), ' With one class there is nothing to tell apart.'),
    classes > 2 &&
      (classes > 100 || 2 * classes > scan.rows) &&
      h(
        'p',
        { class: 'notice' },
        h('strong', {}, `${over(classes)} classes in ${many(scan.rows, 'row')}: `),
        'is this a measurement or a name rather than a class? Then choose another column, or none.',
      ),
    scan.raggedRows > 0 && raggedNotice(scan),
    gaps && missingControl(choice),
    pictureControl(choice),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Columns' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['use', 'column', 'holds', 'range', 'remarks'].map((name) => h('th', { scope: 'col' }, name)),
          ),
        ),
        h(
          'tbody',
          {},
          scan.columns.slice(0, listed).map((column, j) => line(column, j, scan.rows, choice, again)),
        ),
      ),
    ),
    scan.columns.length > listed && h('p', { class: 'quiet' }, `and ${scan.columns.length - listed} more columns`),
  ];
}

function labelControl(scan: CsvReport, choice: Choice, again: () => void): HTMLElement {
  const { label: proposed, reason } = scan.layout;
  const change = () => {
    const label = Number(select.value);
    choice.used = choice.used.map((was, j) => (j === label ? false : j === choice.label ? isUsable(scan.columns[j]!) : was));
    choice.label = label;
    again();
  };
  const options = scan.columns.map((column, j) => h('option', { value: String(j), disabled: j === choice.id }, column.name));
  const select = h('select', { id: 'label-column', value: String(choice.label), onchange: change }, h('option', { value: '-1' }, 'none'), options);
  const values = choice.label < 0 ? 'Only methods that need no labels can be used.' : `${over(scan.columns[choice.label]!.classes)} different values.`;
  const why = choice.label === (proposed ?? 0) - 1 && reason ? `Proposed: ${reason}. ${values}` : values;
  return h('div', { class: 'control' }, h('label', { for: 'label-column' }, 'The class is in'), select, h('p', { class: 'help' }, why));
}

function raggedNotice({ raggedRows, ragged, columns }: CsvReport): HTMLElement {
  const said = ragged.map(({ line, cells }) => `line ${line} has ${many(cells, 'cell')} instead of ${columns.length}`).join('; ');
  return h('p', { class: 'notice' }, h('strong', {}, `${many(raggedRows, 'line')} left out: `), said, raggedRows > ragged.length && '; …');
}

function missingControl(choice: Choice): HTMLElement {
  const words = { drop: 'leave out', mean: 'fill with the mean of the column' };
  return h(
    'fieldset',
    { class: 'row' },
    h('legend', {}, 'Rows with missing values'),
    (['drop', 'mean'] as const).map((value) =>
      h(
        'label',
        { class: 'check' },
        h('input', { type: 'radio', name: 'missing', value, checked: choice.missing === value, onchange: () => (choice.missing = value) }),
        words[value],
      ),
    ),
  );
}

/** Rows that are pictures are shown as such, and can be drawn. */
function pictureControl(choice: Choice): HTMLElement | null {
  const count = featuresOf(choice).length;
  const widths = Array.from({ length: count }, (_, i) => i + 1).filter((width) => width >= 4 && count % width === 0 && count / width >= 4);
  if (!widths.includes(choice.width)) choice.width = 0;
  if (widths.length === 0) return null;
  const options = widths.map((width) => h('option', { value: String(width) }, `${width}×${count / width} pixels`));
  const select = h(
    'select',
    { id: 'picture-width', value: String(choice.width), onchange: () => (choice.width = Number(select.value)) },
    h('option', { value: '0' }, 'no'),
    options,
  );
  return h('div', { class: 'control' }, h('label', { for: 'picture-width' }, 'Rows are pictures'), select);
}

function line(column: CsvColumn, j: number, rows: number, choice: Choice, again: () => void): HTMLElement {
  const said = remarks(column, rows),
    isLabel = j === choice.label,
    isId = j === choice.id,
    isText = column.kind === 'text';
  const box = h('input', {
    type: 'checkbox',
    'aria-label': `use ${column.name}`,
    checked: choice.used[j],
    disabled: isText,
    onchange: () => {
      choice.used[j] = box.checked;
      if (choice.width > 0) again();
    },
  });
  const range = isText ? column.examples.join(', ').slice(0, 40) : column.numbers > 0 ? `${number(column.least!)} to ${number(column.most!)}` : '';
  return h(
    'tr',
    { class: isLabel ? 'is-label' : '' },
    h('td', {}, isLabel ? 'label' : isId ? 'name' : box),
    h('th', { scope: 'row' }, column.name),
    h('td', {}, isText ? `words (${over(column.distinct)})` : column.whole ? 'whole numbers' : 'numbers'),
    h('td', { class: 'quiet' }, range),
    h('td', { class: said.length > 0 ? 'remark' : 'quiet' }, said.join('; ') || (isText && !isLabel && !isId && 'words: left out')),
  );
}

const over = (distinct: number) => (distinct > 1000 ? 'more than 1000' : String(distinct));
