// A model, opened or just fitted, on the rows of another file.
import type { Model, Table } from 'tanda';
import { open, type RunModel } from 'tanda/run';
import { download, fill, h, type Child } from '../dom.js';
import { live, problemOf } from '../app/engine.js';
import type { App } from '../app/state.js';
import { trainingRowsNote } from '../app/training-rows.js';
import { inPageWords } from '../app/words.js';
import { mostBytes } from '../data/csv.js';
import { recallText, scoreOf, type Score } from '../data/score.js';
import { cell } from '../plot/export.js';
import { count, many, number, percent } from '../text.js';

interface Opened {
  model: Model;
  runner: RunModel;
  name: string;
}

export function applyPanel(app: App): HTMLElement {
  const about = h('p', { class: 'summary' }),
    result = h('div', { 'aria-live': 'polite' });
  let opened: Opened | null = null;
  const current = (): Opened | null => opened ?? (app.state.main && { ...app.state.main, name: 'the model that is fitted here' });

  const describe = () => {
    const found = current();
    if (!found) return;
    const { inputs, outputs, classes, record, rule } = found.model.info;
    fill(
      about,
      h('strong', {}, found.name),
      `: ${record['method'] ?? 'a model'}, ${inputs} features to ${many(outputs, 'dimension')}`,
      rule !== 'none' && `, ${many(classes.length, 'class', 'classes')}: ${classes.slice(0, 8).join(', ')}${classes.length > 8 ? ', …' : ''}`,
    );
  };
  app.on(['main'], describe);

  const problem = (error: unknown) => {
    const { message, remedy } = problemOf(error);
    fill(result, h('div', { class: 'notice problem', role: 'alert' }, h('strong', {}, message), remedy && ` ${remedy}`));
  };

  async function openModel(file: File): Promise<void> {
    try {
      const bytes = await file.arrayBuffer();
      opened = { model: await (await live()).open(bytes), runner: open(bytes), name: file.name };
      fill(result);
      describe();
    } catch (error) {
      problem(error);
    }
  }

  /** `id`: the column that names the rows; left out, the one of the table that is here, if the file has it. */
  async function apply(file: File, id?: string): Promise<void> {
    const found = current();
    if (!found) return;
    try {
      if (file.size > mostBytes)
        throw new Error(`${file.name} has ${Math.round(file.size / 1e6)} MB, and this page takes files up to ${mostBytes / 1e6} MB.`);
      const { model } = found,
        tanda = await live(),
        { columns } = await tanda.csvLayout(file),
        idHere = app.state.data?.id,
        named = id ?? (idHere !== undefined && columns.includes(idHere) ? idHere : '');
      const table = await tanda.readCsv(file, { model, missing: 'drop', ...(named && { id: columns.indexOf(named) + 1 }) });
      const points = await model.transform(table.data),
        labels = model.info.rule === 'none' ? null : await model.predict(table.data);
      show(file.name, found, table, points, labels, named, naming(columns, model, named, (next) => void apply(file, next)));
    } catch (error) {
      problem(error);
    }
  }

  function show(
    name: string,
    { model: { info }, runner }: Opened,
    table: Table,
    points: Float32Array,
    labels: Int32Array | null,
    id: string,
    naming: Child,
  ): void {
    const dims = info.outputs,
      head = [id || 'row', ...(labels ? ['predicted'] : []), ...Array.from({ length: dims }, (_, j) => `dim${j + 1}`)];
    const line = (i: number, text: (value: number) => string) => [
      table.ids?.[i] ?? String(i + 1),
      ...(labels ? [info.classes[labels[i]!] ?? ''] : []),
      ...Array.from(points.subarray(i * dims, (i + 1) * dims), text),
    ];
    const classes = [...new Set([...info.classes, ...table.classes])],
      numbers = table.classes.map((each) => classes.indexOf(each)),
      score = labels && table.labels && scoreOf(classes.length, table.labels.map((label) => numbers[label] ?? -1), labels);
    const notes = [...table.notes.map(inPageWords), ...(score?.rows ? [trainingRowsNote(runner, points)] : [])].filter(Boolean);
    fill(
      result,
      h(
        'div',
        { class: 'row' },
        h('p', {}, h('strong', {}, `${many(table.rows, 'row')} of ${name}`), score && score.rows > 0 && `: ${accuracyText(score)}`),
        h(
          'button',
          {
            type: 'button',
            class: 'primary',
            onclick: () =>
              download(
                `${name.replace(/\.[^.]*$/, '')}-applied.csv`,
                [head.join(','), ...Array.from({ length: table.rows }, (_, i) => line(i, String).map(cell).join(','))].join('\n') + '\n',
                'text/csv',
              ),
          },
          'Save the result',
        ),
      ),
      score?.recall && h('p', { class: 'recall' }, recallText(score.recall, classes)),
      naming,
      notes.length > 0 &&
        h(
          'ul',
          { class: 'notes' },
          notes.map((note) => h('li', {}, note)),
        ),
      h(
        'div',
        { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'First rows' },
        h(
          'table',
          {},
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              head.slice(0, 7).map((each) => h('th', { scope: 'col' }, each)),
            ),
          ),
          h(
            'tbody',
            {},
            Array.from({ length: Math.min(table.rows, 6) }, (_, i) =>
              h(
                'tr',
                {},
                line(i, number)
                  .slice(0, 7)
                  .map((each) => h('td', {}, each)),
              ),
            ),
          ),
        ),
      ),
    );
  }

  const picker = (id: string, accept: string, take: (file: File) => void) => {
    const field = h('input', {
      type: 'file',
      accept,
      id,
      class: 'unseen',
      tabindex: -1,
      'aria-hidden': 'true',
      onchange: () => {
        if (field.files?.[0]) take(field.files[0]);
        field.value = '';
      },
    });
    return field;
  };
  const model = picker('model-file', '.tanda', (file) => void openModel(file)),
    rows = picker('apply-file', '.csv,.tsv,.txt', (file) => void apply(file));
  addEventListener('model', (event) => {
    app.set({ tab: 'try' });
    void openModel((event as CustomEvent<File>).detail);
  });
  return h(
    'section',
    { class: 'apply', 'aria-labelledby': 'apply-title' },
    h('h3', { id: 'apply-title' }, 'Use a model on another file'),
    about,
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', onclick: () => model.click() }, 'Open a model'),
      model,
      h('button', { type: 'button', onclick: () => rows.click() }, 'Apply it to a CSV'),
      rows,
    ),
    result,
  );
}

const accuracyText = ({ accuracy, right, rows, balanced }: Score) =>
  `accuracy ${percent(accuracy)} (${count(right)} of ${count(rows)})${balanced === null ? '' : `, balanced accuracy ${percent(balanced)}`}`;

/** Which column goes along as the name of each row: one that is no feature of the model. */
function naming(columns: readonly string[], { info }: Model, value: string, change: (value: string) => void): Child {
  const free = columns.filter((name) => !info.features?.includes(name));
  const select = h(
    'select',
    { id: 'apply-id', value, onchange: () => change(select.value) },
    h('option', { value: '' }, 'their number'),
    free.map((name) => h('option', { value: name }, name)),
  );
  return free.length > 0 && h('div', { class: 'row' }, h('label', { for: 'apply-id', class: 'quiet' }, 'Rows are named by'), select);
}
