// The data: a bundled table, or one's own by opening, dropping or pasting.
import { fill, h } from '../dom.js';
import { bundled } from '../data/bundled.js';
import type { App } from '../app/state.js';
import type { Tables } from '../app/tables.js';
import { many } from '../text.js';
import { slider } from './controls.js';
import { rollOf } from '../data/swiss-roll.js';

export function dataPanel(app: App, tables: Tables): HTMLElement {
  const choices = h('div', { class: 'tables', role: 'group', 'aria-label': 'Bundled tables' });
  app.on(['data'], ({ data }) =>
    fill(
      choices,
      bundled.map(({ key, title, about }) =>
        h(
          'button',
          {
            type: 'button',
            'data-table': key,
            'aria-pressed': String(data?.key === key),
            title: about,
            onclick: () => void tables.bundled(key),
          },
          title,
        ),
      ),
    ),
  );

  const file = h('input', {
    type: 'file',
    accept: '.csv,.tsv,.txt,.gz,text/csv',
    class: 'unseen',
    id: 'csv-file',
    tabindex: -1,
    'aria-hidden': 'true',
    onchange: () => {
      if (file.files?.[0]) void tables.open(file.files[0], file.files[0].name);
      file.value = '';
    },
  });
  const paste = h('button', { type: 'button', onclick: () => tables.paste() }, 'Paste');
  const undo = h('button', { type: 'button', title: 'Back to the table and settings before (Ctrl+Z)', onclick: () => tables.undo() }, 'Undo');
  const columns = h('button', { type: 'button', onclick: () => tables.columns() }, 'Columns');
  const summary = h('p', { class: 'summary' }),
    notes = h('ul', { class: 'notes' });
  app.on(['data', 'spec'], ({ data }) => {
    undo.disabled = !tables.canUndo();
    columns.hidden = data?.key !== 'file';
    if (!data) return;
    fill(
      summary,
      h('strong', {}, data.name),
      `: ${many(data.rows, 'row')}, ${many(data.cols, 'feature')}, `,
      data.classes.length > 0 ? [many(data.classes.length, 'class', 'classes'), data.label && ` by “${data.label}”`] : 'no labels',
    );
    fill(
      notes,
      data.notes.map((note) => h('li', {}, note)),
    );
  });
  const roll = h('div', { class: 'controls', hidden: true }),
    make = (patch: object) => {
      const { rows, noise } = { ...rollOf(app.state.data!.link), ...patch };
      void tables.bundled(`roll-${rows}-${noise}`, app.state.spec);
    };
  const points = slider(
    { name: 'Points', doc: 'how many are strewn over the sheet', least: 50, most: 50_000, step: 50, usual: 1200, whole: true },
    (rows) => make({ rows }),
  );
  const noise = slider({ name: 'Noise', doc: 'how far they lie off it', least: 0, most: 10, step: 0.1, usual: 0.4, whole: false }, (value) =>
    make({ noise: value }),
  );
  roll.append(points.element, noise.element);
  app.on(['data'], ({ data }) => {
    roll.hidden = data?.key !== 'roll';
    if (!data || roll.hidden || roll.contains(document.activeElement)) return;
    const now = rollOf(data.link);
    points.set(now.rows);
    noise.set(now.noise);
  });
  const problem = h('div', { role: 'alert' });
  tables.onProblem((said) =>
    fill(problem, said && h('div', { class: 'notice problem' }, h('strong', {}, said.message), said.remedy && ` ${said.remedy}`)),
  );

  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'data-title' },
    h('header', {}, h('h2', { id: 'data-title' }, 'Data'), undo),
    choices,
    h('div', { class: 'row' }, h('button', { type: 'button', class: 'primary', onclick: () => file.click() }, 'Open a CSV'), file, paste, columns),
    roll,
    problem,
    summary,
    notes,
    h('p', { class: 'promise' }, lock(), 'No data leave this page: its policy forbids it to send anything anywhere. Drop a file to try.'),
  );
}

function lock(): HTMLElement {
  return h('span', { 'aria-hidden': 'true', class: 'lock' });
}
