import { TandaError } from './errors.js';

/** What ends a call before it is done: its signal, or `close`. */
export class Stop {
  /** What the call rejects with, once it has come to that. */
  error: TandaError | undefined;
  private readonly listeners: ((error: TandaError) => void)[] = [];
  private unheard = () => {};

  now(error: TandaError): void {
    if (this.error) return;
    this.error = error;
    for (const listener of this.listeners) listener(error);
  }

  hear(listener: (error: TandaError) => void): void {
    if (this.error) listener(this.error);
    else this.listeners.push(listener);
  }

  /** Also when this signal says so. */
  by(signal: AbortSignal | null | undefined): void {
    if (signal === undefined || signal === null) return;
    if (!(signal instanceof AbortSignal))
      throw new TandaError('bad_argument', 'signal is not an AbortSignal', 'give the signal of an AbortController');
    const abort = () => this.now(new TandaError('cancelled', 'cancelled by its signal', '', { cause: signal.reason }));
    signal.addEventListener('abort', abort);
    this.unheard = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) abort();
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
