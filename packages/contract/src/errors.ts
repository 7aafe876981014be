import { type Advice, adviceIn, readAdvice, type Said, withAdvice, wordsFor } from './advice.ts';
import { englishText, type Message, say } from './messages.ts';

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
  /** What to do. */
  readonly hint?: Message;
}

/** Understood, and not possible. */
const lasting = { status: 200, retryable: false } as const;
/** Not possible now; it may be later. */
const passing = { status: 200, retryable: true } as const;

/** The only error table. Core throws codes, api-server maps them to HTTP, the clients turn them into messages. */
export const errorTable = {
  UNAUTHORIZED: { status: 401, retryable: false, message: say('unauthorized'), hint: say('readToken') },
  FORBIDDEN_ORIGIN: {
    status: 403,
    retryable: false,
    message: say('forbiddenOrigin'),
    hint: say('callDirectly'),
  },
  FORBIDDEN_SCOPE: {
    status: 403,
    retryable: false,
    message: say('forbiddenScope'),
    hint: say('createTokenWithScope'),
  },
  NOT_FOUND: { status: 404, retryable: false, message: say('notFound'), hint: say('listsRoutes') },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retryable: false,
    message: say('methodNotAllowed'),
    hint: say('seeAllowHeader'),
  },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, retryable: false, message: say('unsupportedMediaType') },
  PAYLOAD_TOO_LARGE: { status: 413, protocolStatus: 431, retryable: false, message: say('payloadTooLarge') },
  TIMEOUT: {
    status: 200,
    protocolStatus: 408,
    retryable: true,
    message: say('timeout'),
    hint: say('askForItLater'),
  },
  RATE_LIMITED: { status: 429, retryable: true, message: say('rateLimited'), hint: say('waitForQueue') },
  INTERNAL_ERROR: { status: 500, retryable: true, message: say('internalError'), hint: say('reportProblem') },
  DISK_FULL: { ...passing, message: say('diskFull'), hint: say('freeSpaceForData') },
  INVALID_REQUEST: { status: 200, protocolStatus: 400, retryable: false, message: say('invalidRequest') },
  BUSY: { ...passing, message: say('busy'), hint: say('waitForItsWork') },
  CONFLICT: { ...lasting, message: say('conflict') },
  ALREADY_EXISTS: { ...lasting, message: say('alreadyExists'), hint: say('chooseOtherName') },
  LIMIT_REACHED: { ...lasting, message: say('limitReached'), hint: say('deleteUnused') },
  ALREADY_RUNNING: { ...lasting, message: say('alreadyRunning'), hint: say('stopOtherCopy') },
  MODEL_NOT_INSTALLED: { ...lasting, message: say('modelNotInstalled'), hint: say('installModel') },
  MODEL_NOT_FOUND: { ...lasting, message: say('modelNotFound'), hint: say('listsTheModels') },
  ENGINE_UNAVAILABLE: { ...passing, message: say('engineUnavailable'), hint: say('listsUsableModels') },
  MISSING_API_KEY: { ...lasting, message: say('missingApiKey'), hint: say('setTheKey') },
  PAYMENT_REQUIRED: { ...lasting, message: say('paymentRequired'), hint: say('askGatewayForCredit') },
  FILE_NOT_FOUND: { ...lasting, message: say('fileNotFound') },
  FILE_ACCESS_DENIED: { ...lasting, message: say('fileAccessDenied'), hint: say('checkFilePermissions') },
  FILE_NOT_ALLOWED: { ...lasting, message: say('fileNotAllowed'), hint: say('allowFolder') },
  AUDIO_DECODE_FAILED: { ...lasting, message: say('audioDecodeFailed') },
  TRANSCRIPTION_FAILED: { ...passing, message: say('transcriptionFailed'), hint: say('tryOtherModel') },
  MICROPHONE_UNAVAILABLE: {
    ...passing,
    message: say('microphoneUnavailable'),
    hint: say('plugMicrophoneIn'),
  },
  MODE_NOT_FOUND: { ...lasting, message: say('modeNotFound'), hint: say('listsModes') },
  MODE_NAME_TAKEN: { ...lasting, message: say('modeNameTaken'), hint: say('chooseOtherName') },
  RECORDING_NOT_FOUND: { ...lasting, message: say('recordingNotFound'), hint: say('listsRecordings') },
  NO_SPEECH: { ...lasting, message: say('noSpeech'), hint: say('checkSource') },
  RECORDING_NOT_ALLOWED: { ...lasting, message: say('recordingNotAllowed'), hint: say('allowRecording') },
  PURGE_NOT_ALLOWED: { ...lasting, message: say('purgeNotAllowed'), hint: say('allowPurging') },
  NOT_RECORDING: { ...lasting, message: say('notRecording'), hint: say('startRecordingFirst') },
  NOT_PASTED: { ...lasting, message: say('notPasted'), hint: say('pasteWhereYouWant') },
  CLIPBOARD_UNAVAILABLE: { ...lasting, message: say('clipboardUnavailable') },
  SELECTION_UNAVAILABLE: { ...lasting, message: say('selectionUnavailable'), hint: say('selectAndTryAgain') },
  DESKTOP_UNAVAILABLE: { ...lasting, message: say('desktopUnavailable') },
  WINDOW_UNAVAILABLE: { ...lasting, message: say('windowUnavailable') },
  KEY_STORE_UNAVAILABLE: { ...passing, message: say('keyStoreUnavailable'), hint: say('unlockIt') },
  RECORDER_BUSY: { ...passing, message: say('recorderBusy'), hint: say('waitForRecorder') },
  DECLINED: { ...lasting, message: say('declined'), hint: say('doNotAskAgain') },
  QUESTION_NOT_FOUND: { ...lasting, message: say('questionNotFound'), hint: say('answersKeptFor') },
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
  readonly message?: Message | undefined;
  /** What to do next. The error table's, if neither this nor a remedy is given. */
  readonly hint?: Message | undefined;
  /** What else to do; it follows the hint. */
  readonly remedy?: Message | Advice | undefined;
  readonly details?: ErrorBody['details'];
  /** When trying again makes sense, in whole seconds. */
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** The only error that core throws on purpose: a code from the error table and a message for the user. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What happened, as data. */
  readonly said: Message;
  /** What to do next, as data. */
  readonly advice: Advice;
  /** The same in the words of the local API. */
  readonly hint: string | undefined;
  readonly details: ErrorBody['details'];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    const facts: ErrorFacts = errorTable[code];
    const said = details.message ?? facts.message;
    super(englishText(said), details.cause === undefined ? undefined : { cause: details.cause });
    this.said = said;
    this.name = 'AppError';
    this.code = code;
    const { hint, remedy } =
      details.hint === undefined && details.remedy === undefined ? { ...facts, remedy: [] } : details;
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
  toWords(): Said<Pick<ErrorBody, 'message' | 'hint'>> {
    const { message, said, advice } = this;
    return advice.length === 0
      ? withAdvice({ message }, { message: [said] })
      : withAdvice({ message }, { message: [said], hint: advice });
  }
}

function adviceOf(hint: Message | undefined, remedy: Message | Advice = []): Advice {
  const remedies = 'reason' in remedy ? [remedy] : remedy;
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
    message: adviceIn(body, 'message')[0],
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
      message: notWritable[why],
      hint: say('nothingWasSaved'),
      cause,
    });
  }
}

const notWritable = {
  'read-only': say('diskReadOnly'),
  'not-allowed': say('dataFolderNotWritable'),
  broken: say('diskBroken'),
} as const;

/** Another program holds the database's lock for longer than anything of ours waits. */
export class DatabaseLocked extends AppError {
  constructor() {
    super('TIMEOUT', {
      message: say('databaseLocked'),
      hint: say('closeDatabaseUser'),
    });
  }
}

/** A page of the database cannot be read. */
export class DatabaseDamaged extends AppError {
  constructor() {
    super('INTERNAL_ERROR', {
      message: say('databaseDamaged'),
      hint: say('restoreDatabase'),
    });
  }
}

/**
 * The error as an AppError: unchanged if it is one; DiskFull, DatabaseLocked or DatabaseDamaged if the system or SQLite
 * reports that; or INTERNAL_ERROR with the original as its cause.
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
/**
 * Calls of the system that write, or create what is written to; what a caller's own file says is answered where it is
 * read.
 */
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
