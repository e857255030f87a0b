// A call that may last: its result, and on the way there how far it is.
import type { Progress } from './types.js';

/** Awaited, the result; looped over with `for await`, how far the call is, until it is done. */
export interface Job<T> extends Promise<T>, AsyncIterable<Progress> {}

/** `start` is called at once, with the function that hears of progress. */
export function job<T>(start: (report: (progress: Progress) => void) => Promise<T>): Job<T> {
  let last: Progress | undefined, over = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const go of waiting) go();
    waiting.clear();
  };
  const result = start((progress) => {
    last = progress;
    wake();
  });
  /** A loop that is slow misses what was overtaken. What ends the call ends it, too. */
  async function* loop(): AsyncGenerator<Progress, void, undefined> {
    const end = () => {
      over = true;
      wake();
    };
    result.then(end, end);
    for (let shown: Progress | undefined; ; ) {
      if (last && last !== shown) yield (shown = last);
      else if (over) return void (await result);
      else await new Promise<void>((resolve) => waiting.add(resolve));
    }
  }
  return Object.assign(result, { [Symbol.asyncIterator]: loop });
}
