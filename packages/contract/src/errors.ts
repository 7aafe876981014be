/** HTTP statuses of answers that are not a success. 200 means: understood, but not possible (contract, section 1). */
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
  readonly hint?: string;
}

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
    hint: 'The user can create a token with that scope in the window, under Programs, or with "quoth tokens create".',
  },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    message: 'This route does not exist.',
    hint: 'GET /openapi.json lists every route.',
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
    hint: 'Try again; for long audio use "async": true and read the recording later.',
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    message: 'The transcription queue is full.',
    hint: 'Wait as long as Retry-After says, then try again.',
  },
  INTERNAL_ERROR: {
    status: 500,
    retryable: true,
    message: 'Something went wrong inside Quoth.',
    hint: 'Try again; if the problem persists, report it with the request id.',
  },
  DISK_FULL: {
    status: 200,
    retryable: true,
    message: 'The disk is full.',
    hint: 'Free some space where the data folder lies, then try again.',
  },
  INVALID_REQUEST: {
    status: 200,
    protocolStatus: 400,
    retryable: false,
    message: 'The request is invalid.',
  },
  MODEL_NOT_INSTALLED: {
    status: 200,
    retryable: false,
    message: 'The speech model is not installed.',
    hint: 'Run "quoth doctor": it prints the command that installs it.',
  },
  MODEL_NOT_FOUND: {
    status: 200,
    retryable: false,
    message: 'There is no model with this id.',
    hint: 'GET /models lists the models.',
  },
  ENGINE_UNAVAILABLE: {
    status: 200,
    retryable: true,
    message: 'The engine cannot be used right now.',
    hint: 'GET /models lists the models that this machine can use.',
  },
  MISSING_API_KEY: {
    status: 200,
    retryable: false,
    message: "The provider's API key is missing or was rejected.",
    hint: 'Set the key in the settings under Providers.',
  },
  PAYMENT_REQUIRED: {
    status: 200,
    retryable: false,
    message: 'The account with the gateway has no credit left.',
    hint: 'Ask whoever runs the gateway for more credit, or choose a model on this machine.',
  },
  FILE_NOT_FOUND: { status: 200, retryable: false, message: 'There is no file at this path.' },
  FILE_ACCESS_DENIED: {
    status: 200,
    retryable: false,
    message: 'The file may not be read.',
    hint: 'Check its permissions, or upload its bytes instead of its path.',
  },
  FILE_NOT_ALLOWED: {
    status: 200,
    retryable: false,
    message: 'Files in this folder may not be read through the API.',
    hint: 'Move the file into your home folder, allow its folder in the settings, or upload its bytes instead of its path.',
  },
  AUDIO_DECODE_FAILED: { status: 200, retryable: false, message: 'The audio cannot be decoded.' },
  TRANSCRIPTION_FAILED: {
    status: 200,
    retryable: true,
    message: 'The transcription failed.',
    hint: 'Try again, or try another model.',
  },
  MICROPHONE_UNAVAILABLE: {
    status: 200,
    retryable: true,
    message: 'No microphone can be used.',
    hint: 'Plug one in, or allow access to it in the system settings.',
  },
  MODE_NOT_FOUND: {
    status: 200,
    retryable: false,
    message: 'There is no mode with this id.',
    hint: 'GET /modes lists the modes.',
  },
  MODE_NAME_TAKEN: {
    status: 200,
    retryable: false,
    message: 'Another mode has this name.',
    hint: 'Choose another name; names are not case-sensitive.',
  },
  RECORDING_NOT_FOUND: {
    status: 200,
    retryable: false,
    message: 'There is no recording with this id.',
    hint: 'GET /recordings lists recordings.',
  },
  NO_SPEECH: {
    status: 200,
    retryable: false,
    message: 'No speech was found in the audio.',
    hint: 'Check that the right microphone or file was used.',
  },
  RECORDING_NOT_ALLOWED: {
    status: 200,
    retryable: false,
    message: 'The user has not allowed this program to use the microphone.',
    hint: 'The user can allow it in the window, under Programs, or with "quoth tokens allow".',
  },
  RECORDER_BUSY: {
    status: 200,
    retryable: true,
    message: 'The recorder is in use.',
    hint: 'Try again in a moment; GET /dictation shows when it is free.',
  },
  DECLINED: {
    status: 200,
    retryable: false,
    message: 'The user declined.',
    hint: 'Do not ask the same thing again; go on without an answer.',
  },
  QUESTION_NOT_FOUND: {
    status: 200,
    retryable: false,
    message: 'There is no question with this id.',
    hint: 'An answer can be fetched for ten minutes, by the program that asked.',
  },
  CANCELLED: { status: 200, retryable: true, message: 'The work was cancelled.' },
} as const satisfies Record<string, ErrorFacts>;

/** Every code this application can give, inside the process. */
export type ErrorCode = keyof typeof errorTable;

/** Codes as a list, in the table's order. */
export const errorCodes = Object.keys(errorTable) as ErrorCode[];
