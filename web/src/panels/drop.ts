// A file can be dropped anywhere.
import type { Tables } from '../app/tables.js';

export function acceptDrops(tables: Tables): void {
  let inside = 0;
  const mark = () => document.documentElement.classList.toggle('dropping', inside > 0);
  addEventListener('dragenter', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    ++inside;
    mark();
  });
  addEventListener('dragleave', () => {
    inside = Math.max(0, inside - 1);
    mark();
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    inside = 0;
    mark();
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    if (file.name.endsWith('.tanda')) dispatchEvent(new CustomEvent('model', { detail: file }));
    else void tables.open(file, file.name);
  });
  addEventListener('paste', (event) => {
    if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
    const text = event.clipboardData?.getData('text/plain');
    if (text?.includes('\n')) void tables.open(new Blob([text]), 'pasted.csv');
  });
}
