// A file of one's own: read, reported on before anything is fitted, and turned into a table.
import { fill, h } from '../dom.js';
import type { Trouble } from '../app/state.js';
import { CsvFile } from '../data/csv.js';
import type { Made } from '../data/csv-worker.js';
import { pictureOf, type Data } from '../data/data.js';
import { isUsable, propose, type Proposal } from '../data/propose.js';
import type { Scan } from '../data/scan.js';
import { many } from '../text.js';
import { columnReport, featuresOf, firstChoice, type Choice } from './column-report.js';

export interface ColumnDialog {
  read(source: Blob, name: string): Promise<void>;
  /** The report of the last file once more. */
  show(): void;
}

interface Found {
  file: CsvFile;
  scan: Scan;
  proposal: Proposal;
  choice: Choice;
}

export function columnDialog(use: (data: Data) => void, tell: (trouble: Trouble | null) => void): ColumnDialog {
  let found: Found | null = null;
  const dialog = h('dialog', { class: 'columns', 'aria-labelledby': 'columns-title' });
  document.body.append(dialog);
  const cancel = (before = () => {}) => h('button', { type: 'button', onclick: () => (before(), dialog.close()) }, 'Cancel');

  async function read(source: Blob, name: string): Promise<void> {
    const file = new CsvFile(name),
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
      const scan = await file.read(source, (part) => (bar.value = part));
      if (!scan.columns.some(isUsable)) throw new Error(noNumbers(name, scan));
      found?.file.close();
      const proposal = propose(scan);
      found = { file, scan, proposal, choice: firstChoice(scan, proposal) };
      show();
    } catch (error) {
      file.close();
      dialog.close();
      tell({ message: error instanceof Error ? error.message : String(error), remedy: 'The table that was here is still here.' });
    }
  }

  function show(): void {
    if (!found) return;
    const { file, scan, proposal, choice } = found,
      body = h('div', { class: 'report' });
    const report = () => fill(body, columnReport(scan, proposal, choice, report));
    const finish = async () => {
      const warn = (text: string) => body.prepend(h('p', { class: 'notice trouble', role: 'alert' }, text));
      const features = featuresOf(choice);
      if (features.length === 0) return warn('Choose at least one column of numbers.');
      const made = await file.decide({ label: choice.label, features, missing: choice.missing });
      if (made.rows < 3)
        return warn(`Only ${many(made.rows, 'row')} would be left. Fill missing values with the mean, or leave out the columns that have them.`);
      dialog.close();
      use(tableOf(file.name, scan, choice, made));
    };
    report();
    fill(
      dialog,
      h(
        'header',
        {},
        h('h2', { id: 'columns-title' }, file.name),
        h('p', { class: 'quiet' }, `${many(scan.rows, 'row')}, ${many(scan.columns.length, 'column')}`),
      ),
      body,
      h('footer', { class: 'row' }, h('button', { type: 'button', class: 'primary', onclick: () => void finish() }, 'Use this table'), cancel()),
    );
    if (!dialog.open) dialog.showModal();
  }

  return { read, show };
}

function noNumbers(name: string, { columns }: Scan): string {
  const names = columns
    .map((column) => `“${column.name}”`)
    .slice(0, 5)
    .join(', ');
  return `${name} has no column of numbers: ${names} hold words or never change. Features have to be numbers.`;
}

function tableOf(name: string, scan: Scan, choice: Choice, made: Made): Data {
  const columns = featuresOf(choice).map((j) => scan.columns[j]!);
  const constant = scan.columns.filter((column, j) => column.distinct <= 1 && j !== choice.label && !choice.used[j]);
  const notes = [
    scan.raggedCount > 0 && `${many(scan.raggedCount, 'line')} with too few or too many cells left out`,
    made.dropped > 0 && `${many(made.dropped, 'row')} with missing values left out`,
    made.filled > 0 && `${many(made.filled, 'missing value')} filled with the mean of the column`,
    constant.length > 0 &&
      `left out because they never change: ${constant
        .map((column) => column.name)
        .slice(0, 6)
        .join(', ')}`,
  ];
  return {
    key: 'file',
    link: name,
    name,
    file: name,
    data: made.data,
    rows: made.rows,
    cols: columns.length,
    labels: made.labels,
    classes: made.classes,
    features: columns.map((column) => column.name),
    label: choice.label < 0 ? '' : scan.columns[choice.label]!.name,
    image: choice.width > 0 ? pictureOf(columns, choice.width) : null,
    notes: notes.filter((note): note is string => note !== false),
  };
}
