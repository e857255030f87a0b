// A file of one's own: read, reported on before anything is fitted, and turned into a table.
import { fill, h } from '../dom.js';
import type { Problem } from '../app/state.js';
import { TandaError, type CsvReport, type Table } from 'tanda';
import { problemOf, wasCancelled } from '../app/engine.js';
import { inPageWords } from '../app/words.js';
import { CsvFile, type How } from '../data/csv.js';
import { pictureOf, type Data } from '../data/data.js';
import { isUsable } from '../data/remarks.js';
import { many } from '../text.js';
import { columnReport, featuresOf, firstChoice, withId, type Choice } from './column-report.js';
import { readingControls } from './reading.js';

export interface ColumnDialog {
  read(source: Blob, name: string): Promise<void>;
  /** The report of the last file once more. */
  show(): void;
}

interface Found {
  file: CsvFile;
  how: How;
  scan: CsvReport;
  choice: Choice;
}

export function columnDialog(use: (data: Data) => void, tell: (problem: Problem | null) => void): ColumnDialog {
  let found: Found | null = null;
  const dialog = h('dialog', { class: 'columns', 'aria-labelledby': 'columns-title' });
  document.body.append(dialog);
  const cancel = (before = () => {}) => h('button', { type: 'button', onclick: () => (before(), dialog.close()) }, 'Cancel');

  async function read(source: Blob, name: string): Promise<void> {
    const file = new CsvFile(name, source),
      bar = h('progress', { max: 1, value: 0, 'aria-label': 'Reading' });
    tell(null);
    fill(
      dialog,
      h('header', {}, h('h2', { id: 'columns-title' }, `Reading ${name}`)),
      bar,
      h(
        'footer',
        {},
        cancel(() => file.close()),
      ),
    );
    if (!dialog.open) dialog.showModal();
    try {
      const scan = await file.read({}, (part) => (bar.value = part));
      found?.file.close();
      found = { file, how: {}, scan, choice: firstChoice(scan, -1) };
      show();
    } catch (error) {
      if (wasCancelled(error)) return;
      dialog.close();
      const { message, remedy } = problemOf(error);
      tell({ message, remedy: `${remedy} The table that was here is still here.`.trim() });
    }
  }

  function show(): void {
    if (!found) return;
    const body = h('div', { class: 'report' }),
      size = h('p', { class: 'quiet' });
    const warn = (text: string) => {
      body.querySelector('[role=alert]')?.remove();
      body.prepend(h('p', { class: 'notice problem', role: 'alert' }, text));
      body.scrollIntoView();
    };
    const report = () => {
      const { file, how, scan, choice } = found!,
        focused = body.contains(document.activeElement) ? document.activeElement?.id : '',
        opened = body.querySelector('details')?.open ?? false,
        useless = !scan.columns.some(isUsable);
      size.textContent = `${many(scan.rows, 'row')}, ${many(scan.columns.length, 'column')}`;
      fill(body, columnReport(scan, choice, report, readingControls(scan, how, opened || useless, (next) => void again(next))));
      if (useless) warn(noNumbers(file.name, scan));
      if (focused) document.getElementById(focused)?.focus();
    };
    /** Reads the file in another way. */
    const again = async (how: How) => {
      const { file, scan: before, choice } = found!;
      body.setAttribute('aria-busy', 'true');
      try {
        const scan = await file.read(how, () => {}),
          id = how.id ?? -1;
        const same = before.columns.length === scan.columns.length && before.layout.sep === scan.layout.sep && before.layout.decimal === scan.layout.decimal;
        found = { file, how, scan, choice: same ? withId(choice, scan, id) : firstChoice(scan, id) };
        report();
      } catch (error) {
        report(); // as it was
        const { message, remedy } = problemOf(error);
        warn(`${message} ${remedy}`.trim());
      }
      body.removeAttribute('aria-busy');
    };
    const finish = async () => {
      const { file, how, scan, choice } = found!,
        features = featuresOf(choice);
      if (features.length === 0) return warn('Choose at least one column of numbers.');
      const few = (rows: number) => warn(`Only ${many(rows, 'row')} would be left. Fill missing values with the mean, or leave out the columns that have them.`);
      let made: Table;
      try {
        made = await file.decide(scan, how, { label: choice.label, features, missing: choice.missing });
      } catch (error) {
        if (wasCancelled(error)) return;
        if (error instanceof TandaError && error.code === 'empty_data') return few(0);
        const { message, remedy } = problemOf(error);
        return warn(`${message} ${remedy}`.trim());
      }
      if (made.rows < 3) return few(made.rows);
      dialog.close();
      use(tableOf(file.name, scan, choice, made));
    };
    report();
    fill(
      dialog,
      h('header', {}, h('h2', { id: 'columns-title' }, found.file.name), size),
      body,
      h('footer', { class: 'row' }, h('button', { type: 'button', class: 'primary', onclick: () => void finish() }, 'Use this table'), cancel()),
    );
    if (!dialog.open) dialog.showModal();
  }

  return { read, show };
}

function noNumbers(name: string, { columns }: CsvReport): string {
  const names = columns
    .map((column) => `“${column.name}”`)
    .slice(0, 5)
    .join(', ');
  return `${name} has no column of numbers: ${names} hold words or never change. Features have to be numbers.`;
}

function tableOf(name: string, scan: CsvReport, choice: Choice, made: Table): Data {
  const columns = featuresOf(choice).map((j) => scan.columns[j]!);
  const constant = scan.columns.filter((column, j) => column.distinct <= 1 && j !== choice.label && j !== choice.id && !choice.used[j]);
  const notes = [
    constant.length > 0 &&
      `left out because they never change: ${constant
        .map((column) => column.name)
        .slice(0, 6)
        .join(', ')}`,
    ...made.notes.map(inPageWords),
  ];
  return {
    key: 'file',
    link: name,
    name,
    file: name,
    data: made.data,
    rows: made.rows,
    cols: columns.length,
    labels: made.labels ?? new Int32Array(made.rows).fill(-1),
    classes: made.classes,
    features: columns.map((column) => column.name),
    label: choice.label < 0 ? '' : scan.columns[choice.label]!.name,
    ids: made.ids ?? null,
    id: scan.columns[choice.id]?.name,
    image: choice.width > 0 ? pictureOf(columns, choice.width) : null,
    notes: notes.filter((note): note is string => note !== false),
  };
}
