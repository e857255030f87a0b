// The engines: one for what is seen at once, one for studies that last. Both are workers, so neither holds up the page.
import { load, TandaError, type Tanda } from 'tanda';
import type { Problem } from './state.js';
import { inPageWords } from './words.js';

let first: Promise<Tanda> | undefined, second: Promise<Tanda> | undefined;

export const live = () => (first ??= load());
export const study = () => (second ??= load({}));

export function problemOf(error: unknown): Problem {
  if (error instanceof TandaError) return { message: sentence(inPageWords(error.message)), remedy: sentence(inPageWords(error.remedy)) };
  return { message: error instanceof Error ? error.message : String(error), remedy: '' };
}

export const wasCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

function sentence(text: string): string {
  if (!text) return '';
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
