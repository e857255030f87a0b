// A place to paste a table into.
import { h } from '../dom.js';

export function pasteDialog(use: (text: string) => void): void {
  const text = h('textarea', { rows: 12, spellcheck: 'false', 'aria-label': 'CSV text', placeholder: 'height,width,label\n1.2,3.4,oak\n…' });
  const dialog = h(
    'dialog',
    { 'aria-labelledby': 'paste-title', onclose: () => dialog.remove() },
    h('header', {}, h('h2', { id: 'paste-title' }, 'Paste a table')),
    h('p', { class: 'help' }, 'Values separated by commas, semicolons or tabs; from a spreadsheet, just copy its cells.'),
    text,
    h(
      'footer',
      { class: 'row' },
      h(
        'button',
        {
          type: 'button',
          class: 'primary',
          onclick: () => {
            if (!text.value.trim()) return text.focus();
            dialog.close();
            use(text.value);
          },
        },
        'Read it',
      ),
      h('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  text.focus();
}
