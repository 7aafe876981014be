import { plainText } from './plain-text.ts';
import { type Advice, type Remedy, withAdvice, wordsFor } from './remedies.ts';

/** HTTP statuses of answers that are not a success. 200 means: understood, but not possible. */
export type ErrorStatus = 200 | 400 | 401 | 403 | 404 | 405 | 408 | 413 | 415 | 429 | 431 | 500;

/** What is fixed about an error code: its HTTP status, whether a retry may help, and the default message and hint. */
export interface ErrorFacts {
  /** Status when the application itself reports it. */
  readonly status: ErrorStatus;
  /** Status when the request failed at the protocol level (unreadable, too slow, headers too large). */
  readonly protocolStatus?: ErrorStatus;
  /** True if the same request, unchanged, may succeed later. */
  readonly retryable: boolean;
  readonly message: string;
  /** What to do, the same for every reader. */
  readonly hint?: string;
  /** What to do, where readers have different words for it. */
  readonly remedy?: Remedy;
}

/** Understood, and not possible. */
const lasting = { status: 200, retryable: false } as const;
/** Not possible now; it may be later. */
const passing = { status: 200, retryable: true } as const;

/** The only error table. Core throws codes, api-server maps them to HTTP, the clients turn them into messages. */
export const errorTable = {
  UNAUTHORIZED: {
    status: 401,
    retryable: false,
    message: 'The bearer token is missing or wrong.',
    hint: 'Read the token from the discovery file local-api.json and send it as "Authorization: Bearer <token>".',
  },
  FORBIDDEN_ORIGIN: {
    status: 403,
    retryable: false,
    message: 'This request did not come from a local program.',
    hint: 'Call http://127.0.0.1:<port> directly; web pages and other host names are refused.',
  },
  FORBIDDEN_SCOPE: {
    status: 403,
    retryable: false,
    message: 'This token lacks a scope that the call needs.',
    remedy: { kind: 'create-token-with-scope' },
  },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    message: 'This route does not exist.',
    remedy: { kind: 'see-reference', that: 'lists every route.' },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retryable: false,
    message: 'This route does not support that method.',
    hint: 'The Allow header lists the supported methods.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    retryable: false,
    message: 'This content type is not accepted here.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    protocolStatus: 431,
    retryable: false,
    message: 'The request is larger than this route accepts.',
  },
  TIMEOUT: {
    status: 200,
    protocolStatus: 408,
    retryable: true,
    message: 'The request took too long.',
    remedy: { kind: 'ask-for-it-later' },
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    message: 'The transcription queue is full.',
    remedy: { kind: 'wait-for-queue' },
  },
  INTERNAL_ERROR: {
    status: 500,
    retryable: true,
    message: 'Something went wrong inside Quoth.',
    hint: 'Try again; if the problem persists, report it with the request id.',
  },
  DISK_FULL: {
    ...passing,
    message: 'The disk is full.',
    hint: 'Free some space where the data folder lies, then try again.',
  },
  INVALID_REQUEST: { status: 200, protocolStatus: 400, retryable: false, message: 'The request is invalid.' },
  BUSY: {
    ...passing,
    message: 'It is in use right now.',
    hint: 'Wait until the work on it is done, then try again.',
  },
  CONFLICT: { ...lasting, message: 'Its current state does not allow this.' },
  ALREADY_EXISTS: {
    ...lasting,
    message: 'There is one with this name already.',
    hint: 'Choose another name; names are not case-sensitive.',
  },
  LIMIT_REACHED: {
    ...lasting,
    message: 'There are as many of these as Quoth keeps.',
    hint: 'Delete those that are no longer used.',
  },
  ALREADY_RUNNING: { ...lasting, message: 'Quoth is already running.', remedy: { kind: 'stop-other-copy' } },
  MODEL_NOT_INSTALLED: {
    ...lasting,
    message: 'The speech model is not installed.',
    remedy: { kind: 'install-model' },
  },
  MODEL_NOT_FOUND: {
    ...lasting,
    message: 'There is no model with this id.',
    remedy: { kind: 'see', place: 'models', that: 'lists the models.' },
  },
  ENGINE_UNAVAILABLE: {
    ...passing,
    message: 'The engine cannot be used right now.',
    remedy: { kind: 'see', place: 'models', that: 'lists the models that this machine can use.' },
  },
  MISSING_API_KEY: {
    ...lasting,
    message: "The provider's API key is missing or was rejected.",
    remedy: { kind: 'set-key', what: 'the key' },
  },
  PAYMENT_REQUIRED: {
    ...lasting,
    message: 'The account with the gateway has no credit left.',
    hint: 'Ask the operator of the gateway for more credit, or choose a model on this machine.',
  },
  FILE_NOT_FOUND: { ...lasting, message: 'There is no file at this path.' },
  FILE_ACCESS_DENIED: {
    ...lasting,
    message: 'The file may not be read.',
    remedy: {
      kind: 'upload-instead',
      first: 'Check its permissions',
      bytes: 'its bytes instead of its path',
    },
  },
  FILE_NOT_ALLOWED: {
    ...lasting,
    message: 'Files in this folder may not be read through the API.',
    remedy: { kind: 'allow-folder' },
  },
  AUDIO_DECODE_FAILED: { ...lasting, message: 'The audio cannot be decoded.' },
  TRANSCRIPTION_FAILED: {
    ...passing,
    message: 'The transcription failed.',
    hint: 'Try again, or try another model.',
  },
  MICROPHONE_UNAVAILABLE: {
    ...passing,
    message: 'No microphone can be used.',
    hint: 'Plug one in, or allow access to it in the system settings.',
  },
  MODE_NOT_FOUND: {
    ...lasting,
    message: 'There is no mode with this id.',
    remedy: { kind: 'see', place: 'modes', that: 'lists the modes.' },
  },
  MODE_NAME_TAKEN: {
    ...lasting,
    message: 'Another mode has this name.',
    hint: 'Choose another name; names are not case-sensitive.',
  },
  RECORDING_NOT_FOUND: {
    ...lasting,
    message: 'There is no recording with this id.',
    remedy: { kind: 'list-recordings' },
  },
  NO_SPEECH: {
    ...lasting,
    message: 'No speech was found in the audio.',
    hint: 'Check that the right microphone or file was used.',
  },
  RECORDING_NOT_ALLOWED: {
    ...lasting,
    message: 'The user has not allowed this program to use the microphone.',
    remedy: { kind: 'allow-recording' },
  },
  PURGE_NOT_ALLOWED: {
    ...lasting,
    message: 'Programs may not empty the trash here.',
    remedy: { kind: 'allow-purging' },
  },
  NOT_RECORDING: { ...lasting, message: 'Nothing is being recorded.', remedy: { kind: 'start-recording' } },
  NOT_PASTED: {
    ...lasting,
    message: 'The text was not written at the cursor.',
    hint: 'Paste it where you want it.',
  },
  CLIPBOARD_UNAVAILABLE: { ...lasting, message: 'The clipboard cannot be used.' },
  SELECTION_UNAVAILABLE: {
    ...lasting,
    message: 'The selected text cannot be read.',
    hint: 'Select the text and try again.',
  },
  DESKTOP_UNAVAILABLE: { ...lasting, message: 'This desktop does not let Quoth do that.' },
  WINDOW_UNAVAILABLE: { ...lasting, message: 'The window cannot be opened.' },
  KEY_STORE_UNAVAILABLE: {
    ...passing,
    message: 'The secure store for keys cannot be used.',
    hint: 'Unlock it and try again.',
  },
  RECORDER_BUSY: { ...passing, message: 'The recorder is in use.', remedy: { kind: 'wait-for-recorder' } },
  DECLINED: {
    ...lasting,
    message: 'The user declined.',
    hint: 'Do not ask the same thing again; go on without an answer.',
  },
  QUESTION_NOT_FOUND: {
    ...lasting,
    message: 'There is no question with this id.',
    hint: 'An answer can be fetched for ten minutes, by the program that asked.',
  },
  CANCELLED: { ...passing, message: 'The work was canceled.' },
} as const satisfies Record<string, ErrorFacts>;

/** Every code this application can give, inside the process. */
export type ErrorCode = keyof typeof errorTable;

/** Codes as a list, in the table's order. */
export const errorCodes = Object.keys(errorTable) as ErrorCode[];

/** An error as the envelope has it: `message` says what happened, `hint` what to do next. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string | undefined;
  /** Fields that have the wrong JSON type. */
  readonly details?: { readonly path: string; readonly message: string }[] | undefined;
}

/** Details of an error beyond its code. Never a token, a key, audio, a transcript or a prompt. */
export interface AppErrorDetails {
  /** What happened, in terms a user understands; defaults to the error table's message. */
  readonly message?: string | undefined;
  /** What to do next, the same for every reader: it names no command, route or page. The error table's, if neither this nor a remedy is given. */
  readonly hint?: string | undefined;
  /** What to do next, as data that each reader gets in its own words; it follows the hint. */
  readonly remedy?: Remedy | Advice | undefined;
  readonly details?: ErrorBody['details'];
  /** When trying again makes sense, in whole seconds. */
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** The only error that core throws on purpose: a code from the error table and a message for the user. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What to do next, as data. */
  readonly advice: Advice;
  /** The same in the words of the local API. */
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
    const { hint, remedy } = details.hint === undefined && details.remedy === undefined ? facts : details;
    this.advice = adviceOf(hint, remedy);
    this.hint = wordsFor('api', this.advice);
    this.details = details.details;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** The `error` of the envelope. */
  toBody(): ErrorBody {
    const { code, details } = this;
    return { code, ...this.toWords(), ...(details !== undefined && { details }) };
  }

  /** Message and hint, as notices and remarks have them. */
  toWords(): Pick<ErrorBody, 'message' | 'hint'> {
    const { message, advice } = this;
    return advice.length === 0 ? { message } : withAdvice({ message }, { hint: advice });
  }
}

function adviceOf(hint: string | undefined, remedy: Remedy | Advice | undefined): Advice {
  const remedies = remedy === undefined ? [] : 'kind' in remedy ? [remedy] : remedy;
  return hint === undefined ? remedies : [hint, ...remedies];
}

/** What to do about an error of this code where nothing else is said, in the words of the local API. */
export function usualHint(code: ErrorCode): string | undefined {
  return new AppError(code).hint;
}

/** The disk is full: no bug, and no internal error. */
export class DiskFull extends AppError {
  constructor() {
    super('DISK_FULL');
  }
}

/** Why nothing can be written where the data lies, though there is room: no bug, and no internal error. */
export class NotWritable extends AppError {
  constructor(why: 'read-only' | 'not-allowed' | 'broken', cause: unknown) {
    super('DISK_FULL', {
      ...notWritable[why],
      hint: 'What could not be saved was not changed. Put that right, then try again.',
      cause,
    });
  }
}

const notWritable = {
  'read-only': { message: 'The disk of the data folder is read-only, so nothing can be saved.' },
  'not-allowed': { message: 'The data folder may not be written to, so nothing can be saved.' },
  broken: { message: 'The disk of the data folder reports an error, so nothing can be saved.' },
} as const;

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
  const why = whyNotWritable(error);
  if (why) return new NotWritable(why, error);
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

const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
/** Calls of the system that write, or create what is written to; what a caller's own file says is answered where it is read. */
const WRITING = [
  'open',
  'mkdir',
  'rename',
  'unlink',
  'rmdir',
  'link',
  'copyfile',
  'write',
  'fsync',
  'fdatasync',
  'ftruncate',
];

function whyNotWritable(error: unknown): 'read-only' | 'not-allowed' | 'broken' | undefined {
  const sqlite = sqliteCode(error) & 0xff;
  if (sqlite === SQLITE_READONLY) return 'read-only';
  if (sqlite === SQLITE_IOERR) return 'broken';
  const code = systemCode(error);
  if (code === 'EROFS') return 'read-only';
  const isWriting = error instanceof Error && 'syscall' in error && WRITING.includes(String(error.syscall));
  if (code === 'EACCES' || code === 'EPERM') return isWriting ? 'not-allowed' : undefined;
  return code === 'EIO' && isWriting ? 'broken' : undefined;
}

/** The `code` of a Node system error (`ENOENT`), or undefined. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
