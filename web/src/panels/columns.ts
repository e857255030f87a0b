// What was found in a file, before anything is fitted: types, gaps, the label and why. Everything can be changed here.
import { fill, h } from '../dom.js';
import type { Trouble } from '../app/state.js';
import { CsvFile } from '../data/csv.js';
import { imageOf, pictureOf, type Data } from '../data/data.js';
import { isUsable, propose, remarks, type Proposal } from '../data/propose.js';
import type { Column, Scan } from '../data/scan.js';
import { many, number } from '../text.js';

export interface ColumnDialog {
  read(source: Blob, name: string): Promise<void>;
  show(): void;
}

export function columnDialog(use: (data: Data) => void, tell: (trouble: Trouble | null) => void): ColumnDialog {
  let file: CsvFile | null = null, scan: Scan, label = -1, proposal: Proposal, used: boolean[] = [], missing: 'drop' | 'mean' = 'drop', width = 0;
  const body = h('div', { class: 'report' });
  const dialog = h('dialog', { class: 'columns', 'aria-labelledby': 'columns-title' });
  document.body.append(dialog);

  async function read(source: Blob, name: string): Promise<void> {
    const next = new CsvFile(name), bar = h('progress', { max: 1, value: 0, 'aria-label': 'Reading' });
    tell(null);
    fill(dialog, h('header', {}, h('h2', { id: 'columns-title' }, `Reading ${name}`)), bar,
      h('footer', {}, h('button', { type: 'button', onclick: () => (next.close(), dialog.close()) }, 'Cancel')));
    if (!dialog.open) dialog.showModal();
    try {
      const found = await next.read(source, (part) => (bar.value = part));
      if (!found.columns.some(isUsable)) throw new Error(`${name} has no column of numbers: ${found.columns.map((column) => `“${column.name}”`).slice(0, 5).join(', ')} hold words or never change. Features have to be numbers.`);
      file?.close();
      [file, scan, missing] = [next, found, 'drop'];
      proposal = propose(scan);
      label = proposal.label;
      used = scan.columns.map((column, j) => j !== label && isUsable(column));
      const all = scan.columns.filter((column, j) => j !== label && column.kind === 'number');
      width = imageOf(all)?.width ?? 0;
      if (width > 0) used = scan.columns.map((column, j) => j !== label && column.kind === 'number');  // a pixel that never changes is a pixel
      show();
    } catch (error) {
      next.close();
      dialog.close();
      tell({ message: error instanceof Error ? error.message : String(error), remedy: 'The table that was here is still here.' });
    }
  }

  function show(): void {
    const table = file!;
    fill(dialog,
      h('header', {}, h('h2', { id: 'columns-title' }, table.name), h('p', { class: 'quiet' }, `${many(scan.rows, 'row')}, ${many(scan.columns.length, 'column')}`)),
      body,
      h('footer', { class: 'row' }, h('button', { type: 'button', class: 'primary', onclick: () => void finish(table) }, 'Use this table'),
        h('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel')));
    report();
    if (!dialog.open) dialog.showModal();
  }

  function report(): void {
    const gaps = scan.columns.some((column, j) => (used[j] || j === label) && column.missing + column.oddCount > 0);
    const choose = h('select', { id: 'label-column', onchange: () => {
      label = Number(choose.value);
      used = used.map((was, j) => (j === label ? false : j === proposal.label ? isUsable(scan.columns[j]!) : was));
      report();
    } }, h('option', { value: '-1' }, 'none'), scan.columns.map((column, j) => h('option', { value: String(j) }, column.name)));
    choose.value = String(label);
    const classes = label >= 0 ? scan.columns[label]!.distinct : 0;
    fill(body,
      h('div', { class: 'control' }, h('label', { for: 'label-column' }, 'The class is in'), choose,
        h('p', { class: 'help' }, label === proposal.label ? `Proposed because ${proposal.reason}.` : label < 0 ? 'Only methods that need no labels can be used.' : `${classes > 1000 ? 'More than 1000' : classes} different values.`)),
      classes === 1 && h('p', { class: 'notice trouble' }, h('strong', {}, 'This column has one value only.'), ' With one class there is nothing to tell apart.'),
      classes > 100 && h('p', { class: 'notice' }, `${classes > 1000 ? 'More than 1000' : classes} classes are a lot: is this a measurement rather than a class?`),
      scan.raggedCount > 0 && h('p', { class: 'notice' }, h('strong', {}, `${many(scan.raggedCount, 'line')} left out: `),
        scan.ragged.map(({ line, cells }) => `line ${line} has ${many(cells, 'cell')} instead of ${scan.columns.length}`).join('; '), scan.raggedCount > scan.ragged.length && '; …'),
      gaps && h('fieldset', { class: 'row' }, h('legend', {}, 'Rows with missing values'),
        (['drop', 'mean'] as const).map((each) => h('label', { class: 'check' },
          h('input', { type: 'radio', name: 'missing', value: each, checked: missing === each, onchange: () => (missing = each) }), each === 'drop' ? 'leave out' : 'fill with the mean of the column'))),
      shapes(),
      h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Columns' }, h('table', {},
        h('thead', {}, h('tr', {}, ['use', 'column', 'holds', 'range', 'remarks'].map((name) => h('th', { scope: 'col' }, name)))),
        h('tbody', {}, scan.columns.slice(0, 300).map((column, j) => line(column, j))))),
      scan.columns.length > 300 && h('p', { class: 'quiet' }, `and ${scan.columns.length - 300} more columns`));
  }

  /** Rows that are pictures are shown as such, and can be drawn. */
  function shapes(): HTMLElement | null {
    const count = features().length, widths = Array.from({ length: count }, (_, i) => i + 1).filter((each) => each >= 4 && count % each === 0 && count / each >= 4);
    if (!widths.includes(width)) width = 0;
    if (widths.length === 0) return null;
    const choose = h('select', { id: 'picture-width', onchange: () => (width = Number(choose.value)) }, h('option', { value: '0' }, 'no'), widths.map((each) => h('option', { value: String(each) }, `${each}×${count / each} pixels`)));
    choose.value = String(width);
    return h('div', { class: 'control' }, h('label', { for: 'picture-width' }, 'Rows are pictures'), choose);
  }

  const features = () => used.flatMap((on, j) => (on && j !== label ? [j] : []));

  function line(column: Column, j: number): HTMLElement {
    const said = remarks(column, scan.rows);
    return h('tr', { class: j === label ? 'is-label' : '' },
      h('td', {}, j === label ? 'label' : h('input', { type: 'checkbox', 'aria-label': `use ${column.name}`, checked: used[j], disabled: column.kind === 'text', onchange: (event: Event) => {
        used[j] = (event.target as HTMLInputElement).checked;
        if (width > 0) report();
      } })),
      h('th', { scope: 'row' }, column.name),
      h('td', {}, column.kind === 'text' ? `words (${column.distinct > 1000 ? 'over 1000' : column.distinct})` : column.whole ? 'whole numbers' : 'numbers'),
      h('td', { class: 'quiet' }, column.kind === 'text' ? column.examples.join(', ').slice(0, 40) : column.distinct > 0 ? `${number(column.least)} to ${number(column.most)}` : ''),
      h('td', { class: said.length > 0 ? 'remark' : 'quiet' }, said.join('; ') || (column.kind === 'text' && j !== label ? 'words: left out' : '')));
  }

  async function finish(from: CsvFile): Promise<void> {
    const chosen = features();
    const warn = (text: string) => body.prepend(h('p', { class: 'notice trouble', role: 'alert' }, text));
    if (chosen.length === 0) return warn('Choose at least one column of numbers.');
    const made = await from.decide({ label, features: chosen, missing });
    if (made.rows < 3) return warn(`Only ${many(made.rows, 'row')} would be left. Fill missing values with the mean, or leave out the columns that have them.`);
    const columns = chosen.map((j) => scan.columns[j]!), constant = scan.columns.filter((column, j) => column.distinct <= 1 && j !== label && !used[j]);
    dialog.close();
    use({
      key: 'file', link: from.name, name: from.name, file: from.name, data: made.data, rows: made.rows, cols: chosen.length, labels: made.labels, classes: made.classes,
      features: columns.map(({ name }) => name), label: label < 0 ? '' : scan.columns[label]!.name, image: width > 0 ? pictureOf(columns, width) : null,
      notes: [
        scan.raggedCount > 0 && `${many(scan.raggedCount, 'line')} with too few or too many cells left out`,
        made.dropped > 0 && `${many(made.dropped, 'row')} with missing values left out`,
        made.filled > 0 && `${many(made.filled, 'missing value')} filled with the mean of the column`,
        constant.length > 0 && `left out because they never change: ${constant.map((column) => column.name).slice(0, 6).join(', ')}`,
      ].filter((note): note is string => note !== false),
    });
  }

  return { read, show: () => file && show() };
}
