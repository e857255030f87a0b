// How the file is read: what was found, and what a person knows better.
import { h, type Child } from '../dom.js';
import type { How } from '../data/csv.js';
import type { CsvReport } from 'tanda';

const separators: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe', ' ': 'space', ':': 'colon' };
const decimals = { '.': 'point, as in 1.5', ',': 'comma, as in 1,5' };

/** `read` is called with what a person says, to read the file once more. */
export function readingControls(scan: CsvReport, how: How, open: boolean, read: (how: How) => void): HTMLElement {
  const { sep, decimal, columns } = scan.layout,
    said = separators[sep] ?? `“${sep}”`;
  const separator = choice('separator', 'Columns are separated by', how.sep ?? '', (value) => read({ ...without(how, 'sep'), ...(value && { sep: value }) }), [
    ['', how.sep === undefined ? `found: ${said}` : 'find it'],
    ...Object.entries({ ...separators, [sep]: said }),
  ]);
  const mark = choice(
    'decimal',
    'Decimal mark',
    how.decimal ?? '',
    (value) => read({ ...without(how, 'decimal'), ...(value && { decimal: value as '.' | ',' }) }),
    [['', how.decimal === undefined ? `found: ${decimals[decimal]}` : 'find it'], ...Object.entries(decimals)],
  );
  const names = choice('id-column', 'Rows are named by', String(how.id ?? ''), (value) => read({ ...without(how, 'id'), ...(value && { id: Number(value) }) }), [
    ['', 'their number'],
    ...columns.map((_, j) => [String(j), scan.columns[j]!.name] as const),
  ]);
  return h(
    'details',
    { class: 'reading', open },
    h('summary', {}, `How the file is read: separated by ${said}, decimal ${decimal === ',' ? 'commas' : 'points'}${scan.layout.header ? '' : ', no header'}`),
    h('div', { class: 'reading-controls' }, separator, mark, names),
    h('p', { class: 'help' }, 'A column that names the rows is no feature: it goes along into what is shown and saved.'),
  );
}

function without(how: How, name: keyof How): How {
  const { [name]: _, ...rest } = how;
  return rest;
}

function choice(id: string, name: string, value: string, change: (value: string) => void, options: readonly (readonly [string, string])[]): Child {
  const select = h(
    'select',
    { id, value, onchange: () => change(select.value) },
    options.map(([each, text]) => h('option', { value: each }, text)),
  );
  return h('div', { class: 'control' }, h('label', { for: id }, name), select);
}
