import { type ErrorBody, type ErrorCode, type ErrorFacts, errorTable } from '@quoth/contract';

/** What may be said about an error beyond its code. Never a token, a key, audio, a transcript or a prompt. */
export interface AppErrorDetails {
  /** What happened, in words a user understands; the error table's when absent. */
  readonly message?: string | undefined;
  /** What to do next; the error table's when absent. */
  readonly hint?: string | undefined;
  readonly details?: ErrorBody['details'];
  readonly cause?: unknown;
}

/** The only error that core throws on purpose: a code of the error table and words for the user. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly details: ErrorBody['details'];

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    const facts: ErrorFacts = errorTable[code];
    super(
      details.message ?? facts.message,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.name = 'AppError';
    this.code = code;
    this.hint = details.hint ?? facts.hint;
    this.details = details.details;
  }

  /** The `error` of the envelope. */
  toBody(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.hint !== undefined && { hint: this.hint }),
      ...(this.details !== undefined && { details: this.details }),
    };
  }
}

/** The error as an AppError: itself, or INTERNAL_ERROR with the original as its cause. */
export function asAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('INTERNAL_ERROR', { cause: error });
}

/** The `code` of a Node system error (`ENOENT`), or undefined. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
