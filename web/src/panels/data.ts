// The data: a bundled table, or one's own by opening, dropping or pasting.
import { fill, h } from '../dom.js';
import { bundled } from '../data/bundled.js';
import type { App } from '../app/state.js';
import type { Tables } from '../app/tables.js';
import { many } from '../text.js';

export function dataPanel(app: App, tables: Tables): HTMLElement {
  const choices = h('div', { class: 'tables', role: 'group', 'aria-label': 'Bundled tables' });
  app.on(['data'], ({ data }) => fill(choices, bundled.map(({ key, title, about }) => h('button', {
    type: 'button', 'data-table': key, 'aria-pressed': String(data?.key === key), title: about, onclick: () => void tables.bundled(key),
  }, title))));

  const file = h('input', { type: 'file', accept: '.csv,.tsv,.txt,.gz,text/csv', class: 'unseen', id: 'csv-file', tabindex: -1, 'aria-hidden': 'true', onchange: () => {
    if (file.files?.[0]) void tables.open(file.files[0], file.files[0].name);
    file.value = '';
  } });
  const paste = h('button', { type: 'button', onclick: () => tables.paste() }, 'Paste');
  const undo = h('button', { type: 'button', title: 'Back to the table and settings before (Ctrl+Z)', onclick: () => tables.undo() }, 'Undo');
  const columns = h('button', { type: 'button', onclick: () => tables.columns() }, 'Columns');
  const summary = h('p', { class: 'summary' }), notes = h('ul', { class: 'notes' });
  app.on(['data', 'spec'], ({ data }) => {
    undo.disabled = !tables.canUndo();
    columns.hidden = data?.key !== 'file';
    if (!data) return;
    fill(summary, h('strong', {}, data.name), `: ${many(data.rows, 'row')}, ${many(data.cols, 'feature')}, `,
      data.classes.length > 0 ? [many(data.classes.length, 'class', 'classes'), data.label && ` by “${data.label}”`] : 'no labels');
    fill(notes, data.notes.map((note) => h('li', {}, note)));
  });
  const trouble = h('div', { role: 'alert' });
  tables.onTrouble((said) => fill(trouble, said && h('div', { class: 'notice trouble' }, h('strong', {}, said.message), said.remedy && ` ${said.remedy}`)));

  return h('section', { class: 'card', 'aria-labelledby': 'data-title' },
    h('header', {}, h('h2', { id: 'data-title' }, 'Data'), undo),
    choices,
    h('div', { class: 'row' }, h('button', { type: 'button', class: 'primary', onclick: () => file.click() }, 'Open a CSV'), file, paste, columns),
    trouble, summary, notes,
    h('p', { class: 'promise' }, lock(), 'No data leave this page: its policy forbids it to send anything anywhere. Drop a file to try.'));
}

function lock(): HTMLElement {
  return h('span', { 'aria-hidden': 'true', class: 'lock' });
}
