// Export: the model in five formats, lines that use it, and a link that restores all this.
import type { Model } from 'tanda';
import { download, fill, h } from '../dom.js';
import { live, problemOf } from '../app/engine.js';
import { samplesOf, wordsOf } from '../app/fit.js';
import { methodOf, type App, type Fit } from '../app/state.js';
import { isLabelled, type Data } from '../data/data.js';
import { cell } from '../plot/export.js';
import { bytes, many } from '../text.js';
import { ident, snippets } from './snippets.js';

const formats = [
  ['tanda', 'Model', 'for every tanda: command line, C, browser, firmware'],
  ['h', 'C header', 'one file, no library and no heap'],
  ['onnx', 'ONNX', 'for ONNX Runtime and others'],
  ['json', 'JSON', 'matrix, offset, classes, as text'],
  ['npz', 'npz', 'arrays for NumPy'],
] as const;

export function exportPanel(app: App): HTMLElement {
  const about = h('p', {}),
    problem = h('div', { role: 'alert' }),
    text = h('div', { class: 'snippets' });
  let whole: { fit: Fit; model: Promise<Model> } | null = null;

  /** What is exported is fitted again, to every row: the held-out rows have done their work. */
  function final(fit: Fit): Promise<Model> {
    if (whole?.fit !== fit) {
      const { data, spec } = fit,
        method = methodOf(app.state, spec.method)!;
      const rows = Int32Array.from({ length: data.rows }, (_, i) => i).filter((i) => !method.supervised || method.unlabelled || data.labels[i]! >= 0);
      const classifier = isLabelled(data) && method.output !== 'embedding' && { classifier: { kind: 'knn', k: spec.neighbors } as const };
      whole = { fit, model: live().then((tanda) => tanda.fit({ ...samplesOf(data, rows), ...wordsOf(spec), ...classifier })) };
    }
    return whole.model;
  }

  async function save(kind: (typeof formats)[number][0]): Promise<void> {
    const { main } = app.state;
    if (!main) return;
    try {
      fill(problem);
      const model = await final(main),
        name = nameOf(main);
      if (kind === 'tanda') download(`${name}.tanda`, await model.save());
      else if (kind === 'h') download(`${name}.h`, await model.export('c', { name: ident(name) }), 'text/plain');
      else if (kind === 'json') download(`${name}.json`, await model.export('json'), 'application/json');
      else download(`${name}.${kind}`, await model.export(kind));
    } catch (error) {
      const { message, remedy } = problemOf(error);
      fill(problem, h('div', { class: 'notice problem' }, h('strong', {}, message), remedy && ` ${remedy}`));
    }
  }

  app.on(['main', 'tab'], ({ main, tab }) => {
    if (tab !== 'export' || !main) return;
    fill(
      about,
      'Fitted again to all ',
      h('strong', {}, many(main.data.rows, 'row')),
      ', those held out for evaluation included; about ',
      h('strong', {}, bytes(main.bytes)),
      '.',
    );
    fill(
      text,
      snippets(main.spec, main.data, tableName(main.data), nameOf(main)).map(({ key, title, text: code }, i) =>
        h(
          'details',
          { open: i === 0, 'data-snippet': key },
          h('summary', {}, title),
          h(
            'div',
            { class: 'code' },
            h('pre', { tabindex: 0, 'aria-label': `${title} snippet` }, code),
            copyButton(() => code),
          ),
        ),
      ),
    );
  });

  return h(
    'div',
    { class: 'export' },
    about,
    h(
      'div',
      { class: 'downloads' },
      formats.map(([kind, title, what]) =>
        h(
          'button',
          { type: 'button', class: 'download', 'data-format': kind, onclick: () => void save(kind) },
          h('strong', {}, title),
          h('code', {}, `.${kind}`),
          h('span', { class: 'quiet' }, what),
        ),
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'download',
          'data-format': 'csv',
          onclick: () => app.state.data && download(tableName(app.state.data).split('/').at(-1)!, tableCsv(app.state.data), 'text/csv'),
        },
        h('strong', {}, 'Table'),
        h('code', {}, '.csv'),
        h('span', { class: 'quiet' }, 'the rows and columns as they were fitted'),
      ),
    ),
    problem,
    text,
    h(
      'div',
      { class: 'row link' },
      copyButton(() => location.href, 'Copy a link to all this'),
      h('span', { class: 'quiet' }, 'It holds the name of the table, the method and its settings, never your data.'),
    ),
  );
}

const nameOf = (fit: Fit) => `${fit.data.name.replace(/\.[a-z]+$/i, '')}-${fit.spec.method}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** A file of one's own may have lost rows or columns: what was fitted is what is saved here. */
const tableName = (data: Data) => (data.key === 'file' ? `${data.name.replace(/\.(csv|tsv|txt)?(\.gz)?$/i, '')}-fitted.csv` : data.file);

function tableCsv(data: Data): string {
  const labelled = isLabelled(data),
    lines = [[...(data.ids ? [data.id!] : []), ...data.features, ...(labelled ? [data.label || 'label'] : [])].map(cell).join(',')];
  for (let i = 0; i < data.rows; ++i)
    lines.push(
      [
        ...(data.ids ? [cell(data.ids[i]!)] : []),
        ...Array.from(data.data.subarray(i * data.cols, (i + 1) * data.cols), single),
        ...(labelled ? [cell(data.classes[data.labels[i]!] ?? '')] : []),
      ].join(','),
    );
  return lines.join('\n') + '\n';
}

/** The shortest text that is the same single-precision number. */
function single(value: number): string {
  for (let digits = 6; digits < 9; ++digits)
    if (Math.fround(Number(value.toPrecision(digits))) === value) return String(Number(value.toPrecision(digits)));
  return String(value);
}

/** Copies; where a browser does not allow it, selects what stands before it. */
function copyButton(text: () => string, title = 'Copy'): HTMLElement {
  const button = h(
    'button',
    {
      type: 'button',
      class: 'copy',
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(text());
          button.textContent = 'Copied';
        } catch {
          if (button.previousElementSibling) getSelection()?.selectAllChildren(button.previousElementSibling);
          button.textContent = button.previousElementSibling ? 'Press Ctrl+C' : 'It is in the address bar';
        }
        setTimeout(() => (button.textContent = title), 1600);
      },
    },
    title,
  );
  return button;
}
