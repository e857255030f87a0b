import type { Code } from './methods.js';

/** Codes of errors: those of the core, and those of this package. */
export type ErrorCode = Code | 'cannot_load' | 'unsupported' | 'internal' | 'closed';

/** The only error this package throws: what is wrong, and what to do about it. */
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

/** An error as the engine sends it. */
export interface Failure {
  code: ErrorCode;
  message: string;
  remedy: string;
}

export function toFailure(error: unknown): Failure {
  if (error instanceof TandaError) return { code: error.code, message: error.message, remedy: error.remedy };
  return { code: 'internal', message: `the module failed: ${messageOf(error)}`, remedy: 'please report this with the data that led to it' };
}

export function fromFailure({ code, message, remedy }: Failure, cause?: unknown): TandaError {
  return new TandaError(code, message, remedy, { cause });
}

/** Whether JavaScript failed to allocate an array. */
export function isExhausted(cause: unknown): boolean {
  return cause instanceof RangeError && /allocat|array length|memory/i.test(cause.message);
}

/** Converts what the caller's getters, proxies and iterators throw while arguments are read to an error of this package. */
export function refused(cause: unknown): TandaError {
  if (cause instanceof TandaError) return cause;
  if (isExhausted(cause)) return new TandaError('out_of_memory', `memory ran out: ${messageOf(cause)}`, 'take fewer samples at a time', { cause });
  return new TandaError('bad_argument', `an argument cannot be read: ${messageOf(cause)}`, 'give plain objects and arrays', { cause });
}

/** The message of anything that was thrown: it need not be an Error, nor have a text. */
export function messageOf(cause: unknown): string {
  try {
    return cause instanceof Error ? cause.message : String(cause);
  } catch {
    return 'an error without a text';
  }
}
