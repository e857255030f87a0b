// A call that can take long: its result, and its progress until then.
import type { Progress } from './types.js';

/** `await` gives the result; `for await` gives the progress of the call until it is done. */
export interface Job<T> extends Promise<T>, AsyncIterable<Progress> {}

/** `start` is called immediately, with the function to report progress to. */
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
  /** A slow loop gets only the latest progress. An error of the call also ends the loop. */
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
