import * as z from 'zod';
import type { ErrorCode, ErrorStatus } from './errors.ts';
import { given, language, queryBoolean } from './fields.ts';
import { realtimeClientEvent, realtimeQuery, realtimeServerEvent } from './openai-realtime.ts';
import { noBody, type Route } from './route.ts';
import { transcriptionErrors as everyTranscriptionError } from './routes/parts.ts';
import { timestampGranularities, word } from './transcribe.ts';

/** Prefix of OpenAI's dialect: the base URL of its clients is `http://127.0.0.1:<port>/v1`. */
export const openAiPrefix = '/v1';

/** How an error is reported in OpenAI's dialect. */
export interface OpenAiErrorFacts {
  readonly status: ErrorStatus | 402 | 503 | 504 | 507;
  /** Status when the request failed at the protocol level. */
  readonly protocolStatus?: ErrorStatus;
  readonly type:
    | 'invalid_request_error'
    | 'insufficient_quota'
    | 'request_forbidden'
    | 'rate_limit_error'
    | 'server_error';
  readonly code: string;
  readonly param?: string;
}

const invalid = 'invalid_request_error';

/** The error table in OpenAI's words and status codes: it never uses 200 for failures. */
export const openAiErrors: Readonly<Record<ErrorCode, OpenAiErrorFacts>> = {
  UNAUTHORIZED: { status: 401, type: invalid, code: 'invalid_api_key' },
  FORBIDDEN_ORIGIN: { status: 403, type: 'request_forbidden', code: 'forbidden_origin' },
  FORBIDDEN_SCOPE: { status: 403, type: 'request_forbidden', code: 'forbidden_scope' },
  NOT_FOUND: { status: 404, type: invalid, code: 'unknown_url' },
  METHOD_NOT_ALLOWED: { status: 405, type: invalid, code: 'method_not_supported' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, type: invalid, code: 'unsupported_media_type' },
  PAYLOAD_TOO_LARGE: { status: 413, protocolStatus: 431, type: invalid, code: 'payload_too_large' },
  TIMEOUT: { status: 504, protocolStatus: 408, type: 'server_error', code: 'timeout' },
  RATE_LIMITED: { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  INTERNAL_ERROR: { status: 500, type: 'server_error', code: 'internal_error' },
  DISK_FULL: { status: 507, type: 'server_error', code: 'disk_full' },
  INVALID_REQUEST: { status: 400, type: invalid, code: 'invalid_value' },
  MODEL_NOT_INSTALLED: { status: 404, type: invalid, code: 'model_not_installed', param: 'model' },
  MODEL_NOT_FOUND: { status: 404, type: invalid, code: 'model_not_found', param: 'model' },
  MODE_NOT_FOUND: { status: 404, type: invalid, code: 'model_not_found', param: 'model' },
  MODE_NAME_TAKEN: { status: 400, type: invalid, code: 'mode_name_taken' },
  ENGINE_UNAVAILABLE: { status: 503, type: 'server_error', code: 'engine_unavailable', param: 'model' },
  MISSING_API_KEY: { status: 400, type: invalid, code: 'missing_provider_key', param: 'model' },
  PAYMENT_REQUIRED: { status: 402, type: 'insufficient_quota', code: 'insufficient_quota', param: 'model' },
  FILE_NOT_FOUND: { status: 404, type: invalid, code: 'file_not_found', param: 'file' },
  FILE_ACCESS_DENIED: { status: 400, type: invalid, code: 'file_access_denied', param: 'file' },
  FILE_NOT_ALLOWED: { status: 400, type: invalid, code: 'file_not_allowed', param: 'file' },
  MICROPHONE_UNAVAILABLE: { status: 503, type: 'server_error', code: 'microphone_unavailable' },
  AUDIO_DECODE_FAILED: { status: 400, type: invalid, code: 'audio_decode_failed', param: 'file' },
  TRANSCRIPTION_FAILED: { status: 500, type: 'server_error', code: 'transcription_failed' },
  RECORDING_NOT_FOUND: { status: 404, type: invalid, code: 'recording_not_found' },
  // A transcription without speech is an empty text here, as OpenAI's clients expect it.
  NO_SPEECH: { status: 400, type: invalid, code: 'no_speech', param: 'file' },
  RECORDING_NOT_ALLOWED: { status: 403, type: 'request_forbidden', code: 'recording_not_allowed' },
  RECORDER_BUSY: { status: 503, type: 'server_error', code: 'recorder_busy' },
  DECLINED: { status: 400, type: invalid, code: 'declined' },
  QUESTION_NOT_FOUND: { status: 404, type: invalid, code: 'question_not_found' },
  CANCELLED: { status: 400, type: invalid, code: 'cancelled' },
};

/** Body of every answer that is not a success. */
export const openAiError = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.string().nullable(),
    }),
  })
  .meta({ id: 'OpenAiError' });
export type OpenAiError = z.output<typeof openAiError>;

export const openAiFormats = ['json', 'text', 'srt', 'verbose_json', 'vtt'] as const;
export type OpenAiFormat = (typeof openAiFormats)[number];

const granularities = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => [value].flat())
  .pipe(z.array(z.enum(timestampGranularities)).max(10));

const sharedFields = {
  model: given(z.string().max(400)).describe(
    "`default`, a model's id, `provider/model` or `mode:NAME`; OpenAI's own names such as `whisper-1` mean `default`.",
  ),
  prompt: given(z.string().max(20_000)).describe('Words and names to expect.'),
  response_format: given(z.enum(openAiFormats)).describe('Format of the response.').meta({ default: 'json' }),
  temperature: given(
    z
      .string()
      .regex(/^\d{1,3}(\.\d{1,20})?$/, 'Give a number from 0 to 1.')
      .transform(Number)
      .pipe(z.number().max(1, 'Give a number from 0 to 1.')),
  ).describe('0 to 1; accepted but has no effect.'),
};

/** Form fields of POST /v1/audio/transcriptions besides `file`. Other fields are ignored. */
export const openAiTranscriptionFields = z.object({
  ...sharedFields,
  language: given(language).describe('Language tag such as `en`.'),
  'timestamp_granularities[]': given(granularities).describe('Times in `verbose_json`.'),
  stream: given(queryBoolean)
    .describe('Stream text as it becomes final, as server-sent events.')
    .meta({ default: false }),
});
export type OpenAiTranscriptionFields = z.output<typeof openAiTranscriptionFields>;

/** Form fields of POST /v1/audio/translations besides `file`. */
export const openAiTranslationFields = z.object(sharedFields);
export type OpenAiTranslationFields = z.output<typeof openAiTranslationFields>;

const usage = z.object({ type: z.literal('duration'), seconds: z.int() });

/** Answer in the format `json`. */
export const openAiTranscription = z.object({ text: z.string(), usage }).meta({ id: 'OpenAiTranscription' });

/** A segment in the format `verbose_json`. */
export const openAiSegment = z.object({
  id: z.int(),
  seek: z.int(),
  start: z.number(),
  end: z.number(),
  text: z.string(),
  /** Always empty: tokens differ from engine to engine. */
  tokens: z.array(z.int()),
  temperature: z.number(),
  /** From word confidences; 0 if the engine has none. */
  avg_logprob: z.number(),
  compression_ratio: z.number(),
  /** Always 0: audio without speech is dropped before recognition. */
  no_speech_prob: z.number(),
});
export type OpenAiSegment = z.output<typeof openAiSegment>;

/** Answer in the format `verbose_json`. */
export const openAiVerboseTranscription = z
  .object({
    task: z.enum(['transcribe', 'translate']),
    /** In words, such as `english`. */
    language: z.string(),
    duration: z.number(),
    text: z.string(),
    segments: z.array(openAiSegment).optional(),
    words: z.array(word.pick({ word: true, start: true, end: true })).optional(),
    usage,
  })
  .meta({ id: 'OpenAiVerboseTranscription' });
export type OpenAiVerboseTranscription = z.output<typeof openAiVerboseTranscription>;

/** Events of a streamed transcription. All deltas concatenated equal the text of the last event. */
export const openAiStreamEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('transcript.text.delta'), delta: z.string() }),
    z.object({ type: z.literal('transcript.text.done'), text: z.string() }),
  ])
  .meta({ id: 'OpenAiStreamEvent' });
export type OpenAiStreamEvent = z.output<typeof openAiStreamEvent>;

/** A valid value for `model`. */
export const openAiModel = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    /** Seconds since 1970; 0 if unknown. */
    created: z.int(),
    owned_by: z.string(),
  })
  .meta({ id: 'OpenAiModel' });
export type OpenAiModel = z.output<typeof openAiModel>;

const shared = { audience: 'api', needsToken: true, tag: "OpenAI's dialect", dialect: 'openai' } as const;
/** Speech that is not there is an empty text in this dialect. */
const transcriptionErrors = everyTranscriptionError.filter((code) => code !== 'NO_SPEECH');

/** OpenAI's dialect: mounted alongside `routes` on the same listeners, with the same token, but with its own error format. */
export const openAiRoutes = {
  createOpenAiTranscription: {
    ...shared,
    scopes: ['transcribe'],
    method: 'POST',
    path: '/v1/audio/transcriptions',
    summary: "Transcribe speech, in the format of OpenAI's clients",
    description:
      "Kept in the history according to the user's settings. Audio without speech gives an empty text. `prompt` is searched for words and names to expect. With `stream` (formats `json` and `text`) the response is server-sent events: final text in `transcript.text.delta`, and the complete text in `transcript.text.done`.",
    body: { kind: 'form', fields: openAiTranscriptionFields },
    returns: {
      kind: 'variants',
      content: {
        'application/json': z.union([openAiTranscription, openAiVerboseTranscription]),
        'text/plain': undefined,
        'application/x-subrip': undefined,
        'text/vtt': undefined,
        'text/event-stream': openAiStreamEvent,
      },
    },
    errors: transcriptionErrors,
  },
  createOpenAiTranslation: {
    ...shared,
    scopes: ['transcribe'],
    method: 'POST',
    path: '/v1/audio/translations',
    summary: 'Translate speech in any language to English text, if a model supports it',
    body: { kind: 'form', fields: openAiTranslationFields },
    returns: {
      kind: 'variants',
      content: {
        'application/json': z.union([openAiTranscription, openAiVerboseTranscription]),
        'text/plain': undefined,
        'application/x-subrip': undefined,
        'text/vtt': undefined,
      },
    },
    errors: transcriptionErrors,
  },
  openRealtime: {
    ...shared,
    scopes: ['transcribe'],
    method: 'GET',
    path: '/v1/realtime',
    summary: "Transcribe speech while it is spoken, over a WebSocket, in the format of OpenAI's clients",
    description:
      'Connect with a WebSocket client and `Authorization: Bearer <token>`; a token in the query or in a subprotocol is refused. Send `session.update` with `session.type` `transcription`, then audio as base64 in `input_audio_buffer.append`: `audio/pcm` (16-bit little-endian, rate 24000, or 16000 as our addition), `audio/pcmu` or `audio/pcma`. With `turn_detection` `server_vad` turns are found and committed here; with `null` the client commits them. Text comes as `conversation.item.input_audio_transcription.delta` while it is spoken (only what will not be taken back) and whole in `.completed`. Each turn is a recording, kept according to the settings of the user. If the connection breaks, what came is kept and transcribed. See docs/openai-dialect.md.',
    query: realtimeQuery,
    body: noBody,
    returns: { kind: 'socket', takes: realtimeClientEvent, gives: realtimeServerEvent },
    errors: transcriptionErrors.filter((code) => code !== 'AUDIO_DECODE_FAILED'),
  },
  listOpenAiModels: {
    ...shared,
    scopes: [],
    method: 'GET',
    path: '/v1/models',
    summary: 'Valid values for `model`: the default, installed models, modes',
    body: noBody,
    returns: {
      kind: 'json',
      schema: z.object({ object: z.literal('list'), data: z.array(openAiModel) }),
    },
    errors: [],
  },
  getOpenAiModel: {
    ...shared,
    scopes: [],
    method: 'GET',
    path: '/v1/models/{id}',
    summary: 'One valid value for `model`',
    params: z.object({ id: z.string() }),
    body: noBody,
    returns: { kind: 'json', schema: openAiModel },
    errors: ['MODEL_NOT_FOUND'],
  },
} as const satisfies Record<string, Route>;

export type OpenAiRouteName = keyof typeof openAiRoutes;
