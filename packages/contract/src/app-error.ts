import type { ErrorBody } from './error-envelope.ts';
import { type ErrorCode, type ErrorFacts, errorTable } from './errors.ts';
import { plainText } from './plain-text.ts';

/** Details of an error beyond its code. Never a token, a key, audio, a transcript or a prompt. */
export interface AppErrorDetails {
  /** What happened, in terms a user understands; defaults to the error table's message. */
  readonly message?: string | undefined;
  /** What to do next; defaults to the error table's hint. */
  readonly hint?: string | undefined;
  readonly details?: ErrorBody['details'];
  /** When trying again makes sense, in whole seconds. */
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** The only error that core throws on purpose: a code from the error table and a message for the user. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly details: ErrorBody['details'];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    const facts: ErrorFacts = errorTable[code];
    super(
      plainText(details.message ?? facts.message),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.name = 'AppError';
    this.code = code;
    const hint = details.hint ?? facts.hint;
    this.hint = hint === undefined ? undefined : plainText(hint);
    this.details = details.details;
    this.retryAfterSeconds = details.retryAfterSeconds;
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

/** The disk is full: no bug, and no internal error. */
export class DiskFull extends AppError {
  constructor() {
    super('DISK_FULL');
  }
}

/** Another program holds the database's lock for longer than anything of ours waits. */
export class DatabaseLocked extends AppError {
  constructor() {
    super('TIMEOUT', {
      message: 'Another program has locked the database of Quoth.',
      hint: 'Close the program that has quoth.db open, such as a database browser or a backup, then try again.',
    });
  }
}

/** A page of the database cannot be read. */
export class DatabaseDamaged extends AppError {
  constructor() {
    super('INTERNAL_ERROR', {
      message: 'The database of Quoth is damaged.',
      hint: 'Stop Quoth and restore quoth.db in the data folder from a backup, or move it aside to start with an empty history. The audio next to it is untouched.',
    });
  }
}

/**
 * The error as an AppError: unchanged if it is one; DiskFull, DatabaseLocked or DatabaseDamaged if the system or SQLite reports that; or INTERNAL_ERROR with the
 * original as its cause.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return new DiskFull();
  const code = sqliteCode(error) & 0xff;
  if (code === SQLITE_BUSY || code === SQLITE_LOCKED) return new DatabaseLocked();
  if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) return new DatabaseDamaged();
  return new AppError('INTERNAL_ERROR', { cause: error });
}

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** SQLite's own code of an error, with what it adds in the higher bytes; 0 for any other error. */
function sqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
}

/** SQLITE_FULL, and what SQLite says when a file of its own could not grow (sqlite.org/rescode.html). */
const SQLITE_FULL = 13;
const SQLITE_IOERR_WRITE = 778;
const SQLITE_IOERR_SHMSIZE = 4_874;

function isDiskFull(error: unknown): boolean {
  const code = systemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return true;
  return [SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE].includes(sqliteCode(error));
}

/** The `code` of a Node system error (`ENOENT`), or undefined. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
