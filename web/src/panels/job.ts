// A study that lasts: a button, a bar with a way to stop it, and what went wrong.
import { fill, h } from '../dom.js';
import { problemOf, wasCancelled } from '../app/engine.js';
import type { Calling } from '../app/fit.js';

export interface Job {
  element: HTMLElement;
  /** Runs it; one that is running is stopped before. */
  run(work: (calling: Required<Calling>) => Promise<void>): Promise<void>;
  /** Nobody wants the result any more: ends without a word. */
  stop(): void;
}

export function job(title: string): Job {
  const bar = h('progress', { max: 1, 'aria-label': title }),
    stage = h('span', { class: 'quiet' });
  const busy = h(
    'div',
    { class: 'notice busy', hidden: true },
    bar,
    stage,
    h('button', { type: 'button', onclick: () => control?.abort() }, 'Cancel'),
  );
  const problem = h('div', { role: 'alert' });
  let control: AbortController | null = null;
  return {
    element: h('div', { class: 'job' }, busy, problem),
    stop() {
      control?.abort();
      control = null;
      busy.hidden = true;
      fill(problem);
    },
    async run(work) {
      control?.abort();
      const mine = (control = new AbortController());
      fill(problem);
      bar.removeAttribute('value');
      stage.textContent = title;
      const patience = setTimeout(() => (busy.hidden = control !== mine), 200);
      try {
        await work({
          signal: mine.signal,
          onProgress: ({ stage: name, fraction }) => {
            bar.value = fraction;
            stage.textContent = name;
          },
        });
      } catch (error) {
        if (!wasCancelled(error)) {
          const { message, remedy } = problemOf(error);
          fill(problem, h('div', { class: 'notice problem' }, h('strong', {}, message), remedy && ` ${remedy}`));
        } else if (control === mine) fill(problem, h('div', { class: 'notice' }, 'Stopped.'));
      } finally {
        clearTimeout(patience);
        if (control === mine) {
          control = null;
          busy.hidden = true;
        }
      }
    },
  };
}
