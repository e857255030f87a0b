import type { Code } from './methods.js';

/** What can go wrong: the core's codes, and those of the package around it. */
export type ErrorCode = Code | 'cannot_load' | 'unsupported' | 'internal' | 'closed';

/** Everything this package throws: what is wrong, and what to do about it. */
export class TandaError extends Error {
  override readonly name = 'TandaError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** What to do about it; may be empty. */
    readonly remedy: string = '',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** An error as it travels between threads. */
export interface Failure {
  code: ErrorCode;
  message: string;
  remedy: string;
}

export function toFailure(error: unknown): Failure {
  if (error instanceof TandaError) return { code: error.code, message: error.message, remedy: error.remedy };
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'internal', message, remedy: 'please report this with the data that led to it' };
}

export function fromFailure({ code, message, remedy }: Failure): TandaError {
  return new TandaError(code, message, remedy);
}

export function cancelled(signal: AbortSignal): TandaError {
  return new TandaError('cancelled', 'cancelled by its signal', '', { cause: signal.reason });
}
