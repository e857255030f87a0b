import { TandaError } from './errors.js';

/** Ends a call before it is done: by its signal, or by `close`. */
export class Stop {
  /** The reason that the call rejects with, once it was stopped. */
  ended: { reason: unknown } | undefined;
  private readonly listeners: ((reason: unknown) => void)[] = [];
  private unheard = () => {};

  now(reason: unknown): void {
    if (this.ended) return;
    this.ended = { reason };
    for (const listener of this.listeners) listener(reason);
  }

  hear(listener: (reason: unknown) => void): void {
    if (this.ended) listener(this.ended.reason);
    else this.listeners.push(listener);
  }

  /** Stops when this signal is aborted, with its reason. */
  by(signal: AbortSignal | null | undefined): void {
    if (signal === undefined || signal === null) return;
    if (!(signal instanceof AbortSignal))
      throw new TandaError('bad_argument', 'signal is not an AbortSignal', 'give the signal of an AbortController');
    const abort = () => this.now(signal.reason);
    signal.addEventListener('abort', abort);
    this.unheard = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) abort();
  }

  check(): void {
    if (this.ended) throw this.ended.reason;
  }

  /** The call is done. */
  end(): void {
    this.unheard();
  }

  /** The result, unless it is stopped before. */
  before<T>(result: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.hear(reject);
      result.then(resolve, reject);
    });
  }
}
