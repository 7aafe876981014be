import { englishText, isMessage, type Message, say } from './messages.ts';
import { plainText } from './plain-text.ts';
import { type Advice, adviceIn, type Remedy, readAdvice, withAdvice, wordsFor } from './remedies.ts';

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
  readonly message: Message;
  /** What to do, the same for every reader. */
  readonly hint?: string | Message;
  /** What to do, where readers have different words for it. */
  readonly remedy?: Remedy | Message;
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
    message: say('unauthorized'),
    hint: 'Read the token from the discovery file local-api.json and send it as "Authorization: Bearer <token>".',
  },
  FORBIDDEN_ORIGIN: {
    status: 403,
    retryable: false,
    message: say('forbiddenOrigin'),
    hint: 'Call http://127.0.0.1:<port> directly; web pages and other host names are refused.',
  },
  FORBIDDEN_SCOPE: {
    status: 403,
    retryable: false,
    message: say('forbiddenScope'),
    remedy: { kind: 'create-token-with-scope' },
  },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    message: say('notFound'),
    remedy: say('listsRoutes'),
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retryable: false,
    message: say('methodNotAllowed'),
    hint: 'The Allow header lists the supported methods.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    retryable: false,
    message: say('unsupportedMediaType'),
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    protocolStatus: 431,
    retryable: false,
    message: say('payloadTooLarge'),
  },
  TIMEOUT: {
    status: 200,
    protocolStatus: 408,
    retryable: true,
    message: say('timeout'),
    remedy: { kind: 'ask-for-it-later' },
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    message: say('rateLimited'),
    remedy: { kind: 'wait-for-queue' },
  },
  INTERNAL_ERROR: {
    status: 500,
    retryable: true,
    message: say('internalError'),
    hint: say('reportProblem'),
  },
  DISK_FULL: {
    ...passing,
    message: say('diskFull'),
    hint: 'Free some space where the data folder lies, then try again.',
  },
  INVALID_REQUEST: { status: 200, protocolStatus: 400, retryable: false, message: say('invalidRequest') },
  BUSY: {
    ...passing,
    message: say('busy'),
    hint: 'Wait until the work on it is done, then try again.',
  },
  CONFLICT: { ...lasting, message: say('conflict') },
  ALREADY_EXISTS: {
    ...lasting,
    message: say('alreadyExists'),
    hint: 'Choose another name; names are not case-sensitive.',
  },
  LIMIT_REACHED: {
    ...lasting,
    message: say('limitReached'),
    hint: 'Delete those that are no longer used.',
  },
  ALREADY_RUNNING: { ...lasting, message: say('alreadyRunning'), remedy: say('stopOtherCopy') },
  MODEL_NOT_INSTALLED: {
    ...lasting,
    message: say('modelNotInstalled'),
    remedy: { kind: 'install-model' },
  },
  MODEL_NOT_FOUND: {
    ...lasting,
    message: say('modelNotFound'),
    remedy: { kind: 'see', place: 'models', that: 'lists the models.' },
  },
  ENGINE_UNAVAILABLE: {
    ...passing,
    message: say('engineUnavailable'),
    remedy: { kind: 'see', place: 'models', that: 'lists the models that this machine can use.' },
  },
  MISSING_API_KEY: {
    ...lasting,
    message: say('missingApiKey'),
    remedy: { kind: 'set-key', what: 'the key' },
  },
  PAYMENT_REQUIRED: {
    ...lasting,
    message: say('paymentRequired'),
    hint: 'Ask the operator of the gateway for more credit, or choose a model on this machine.',
  },
  FILE_NOT_FOUND: { ...lasting, message: say('fileNotFound') },
  FILE_ACCESS_DENIED: {
    ...lasting,
    message: say('fileAccessDenied'),
    remedy: {
      kind: 'upload-instead',
      first: 'Check its permissions',
      bytes: 'its bytes instead of its path',
    },
  },
  FILE_NOT_ALLOWED: {
    ...lasting,
    message: say('fileNotAllowed'),
    remedy: { kind: 'allow-folder' },
  },
  AUDIO_DECODE_FAILED: { ...lasting, message: say('audioDecodeFailed') },
  TRANSCRIPTION_FAILED: {
    ...passing,
    message: say('transcriptionFailed'),
    hint: 'Try again, or try another model.',
  },
  MICROPHONE_UNAVAILABLE: {
    ...passing,
    message: say('microphoneUnavailable'),
    hint: say('plugMicrophoneIn'),
  },
  MODE_NOT_FOUND: {
    ...lasting,
    message: say('modeNotFound'),
    remedy: { kind: 'see', place: 'modes', that: 'lists the modes.' },
  },
  MODE_NAME_TAKEN: {
    ...lasting,
    message: say('modeNameTaken'),
    hint: 'Choose another name; names are not case-sensitive.',
  },
  RECORDING_NOT_FOUND: {
    ...lasting,
    message: say('recordingNotFound'),
    remedy: { kind: 'list-recordings' },
  },
  NO_SPEECH: {
    ...lasting,
    message: say('noSpeech'),
    hint: 'Check that the right microphone or file was used.',
  },
  RECORDING_NOT_ALLOWED: {
    ...lasting,
    message: say('recordingNotAllowed'),
    hint: say('allowRecording'),
  },
  PURGE_NOT_ALLOWED: {
    ...lasting,
    message: say('purgeNotAllowed'),
    remedy: { kind: 'allow-purging' },
  },
  NOT_RECORDING: { ...lasting, message: say('notRecording'), hint: say('startRecordingFirst') },
  NOT_PASTED: {
    ...lasting,
    message: say('notPasted'),
    hint: say('pasteWhereYouWant'),
  },
  CLIPBOARD_UNAVAILABLE: { ...lasting, message: say('clipboardUnavailable') },
  SELECTION_UNAVAILABLE: {
    ...lasting,
    message: say('selectionUnavailable'),
    hint: say('selectAndTryAgain'),
  },
  DESKTOP_UNAVAILABLE: { ...lasting, message: say('desktopUnavailable') },
  WINDOW_UNAVAILABLE: { ...lasting, message: say('windowUnavailable') },
  KEY_STORE_UNAVAILABLE: {
    ...passing,
    message: say('keyStoreUnavailable'),
    hint: say('unlockIt'),
  },
  RECORDER_BUSY: { ...passing, message: say('recorderBusy'), hint: say('waitForRecorder') },
  DECLINED: {
    ...lasting,
    message: say('declined'),
    hint: 'Do not ask the same thing again; go on without an answer.',
  },
  QUESTION_NOT_FOUND: {
    ...lasting,
    message: say('questionNotFound'),
    hint: 'An answer can be fetched for ten minutes, by the program that asked.',
  },
  CANCELLED: { ...passing, message: say('cancelled') },
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
  /** Why, more precisely than the code, and what is filled in. */
  readonly reason?: string | undefined;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
  /** Fields that have the wrong JSON type. */
  readonly details?: { readonly path: string; readonly message: string }[] | undefined;
}

/** Details of an error beyond its code. Never a token, a key, audio, a transcript or a prompt. */
export interface AppErrorDetails {
  /** What happened, in terms a user understands; defaults to the error table's message. */
  readonly message?: string | Message | undefined;
  /** What to do next, the same for every reader: it names no command, route or page. The error table's, if neither this nor a remedy is given. */
  readonly hint?: string | Message | undefined;
  /** What to do next, as data that each reader gets in its own words; it follows the hint. */
  readonly remedy?: Remedy | Message | Advice | undefined;
  readonly details?: ErrorBody['details'];
  /** When trying again makes sense, in whole seconds. */
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** The only error that core throws on purpose: a code from the error table and a message for the user. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What happened, as data; a text where it has none. */
  readonly said: string | Message;
  /** What to do next, as data. */
  readonly advice: Advice;
  /** The same in the words of the local API. */
  readonly hint: string | undefined;
  readonly details: ErrorBody['details'];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    const facts: ErrorFacts = errorTable[code];
    const said = details.message ?? facts.message;
    super(
      typeof said === 'string' ? plainText(said) : englishText(said),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.said = said;
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
    const { message, said, advice } = this;
    return advice.length === 0
      ? withAdvice({ message }, { message: [said] })
      : withAdvice({ message }, { message: [said], hint: advice });
  }
}

function adviceOf(hint: string | Message | undefined, remedy: Remedy | Message | Advice | undefined): Advice {
  const remedies = remedy === undefined ? [] : 'kind' in remedy || 'reason' in remedy ? [remedy] : remedy;
  return hint === undefined ? remedies : [hint, ...remedies];
}

/** An error that a database remembers, as `storedAdvice` wrote its message and what it advises. */
export function storedError(code: ErrorCode, message: string, hint: string | null = null): ErrorBody {
  const known = readAdvice(message);
  // What a newer version wrote, this one may have no words for.
  const said = known.length > 0 ? known : [errorTable[code].message];
  return hint === null
    ? withAdvice({ code, message }, { message: said })
    : withAdvice({ code, message }, { message: said, hint: readAdvice(hint) });
}

/** The error that was made into this body, to be thrown again: its message and advice are still data. */
export function errorOf(body: Pick<ErrorBody, 'message' | 'hint'> & { readonly code: string }): AppError {
  return new AppError(body.code as ErrorCode, {
    message: adviceIn(body, 'message').find((part) => typeof part === 'string' || isMessage(part)),
    ...(body.hint !== undefined && { remedy: adviceIn(body, 'hint') }),
  });
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
