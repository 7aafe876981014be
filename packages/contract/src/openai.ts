import * as z from 'zod';
import { failing } from './checks.ts';
import type { ErrorCode, ErrorStatus } from './errors.ts';
import { given, language, queryBoolean, queryNumber } from './fields.ts';
import { limits } from './limits.ts';
import { transcriptionErrors as everyTranscriptionError, noBody, type Route } from './route.ts';
import { textList, timestampGranularities, transcriptionWarning, word } from './transcription.ts';

const warning = transcriptionWarning
  .optional()
  .describe('Not in OpenAI’s answers: what to know about the text.');

// OpenAI's realtime transcription as its clients speak it: the general form ("session.update") and the one of the beta
// ("transcription_session.update"). Source: the types of its official client (npm openai 7.55, resources/realtime).

/** Samples of a session, base64 in its events. 16000 is our addition: it is what speech recognition needs. */
const realtimeFormat = z.union([
  z.object({
    type: z.literal('audio/pcm'),
    rate: z.union([z.literal(24_000), z.literal(16_000)]).default(24_000),
  }),
  z.object({ type: z.enum(['audio/pcmu', 'audio/pcma']) }),
]);
export type RealtimeFormat = z.output<typeof realtimeFormat>;

/**
 * When a turn has ended: after so much silence. Null where the client says so itself, by `input_audio_buffer.commit`.
 */
export const realtimeTurnDetection = z.object({
  type: z.literal('server_vad', failing('onlyServerVad')),
  threshold: z.number().min(0).max(1).optional(),
  prefix_padding_ms: z.int().min(0).max(5_000).optional(),
  silence_duration_ms: z.int().min(100).max(10_000).optional(),
  // Of sessions that answer, and of turns without speech: kept for the client to read again, without effect here.
  idle_timeout_ms: z.int().nullish(),
  create_response: z.boolean().nullish(),
  interrupt_response: z.boolean().nullish(),
});

/** What turns speech into text. */
export const realtimeTranscription = z.object({
  model: given(z.string().max(400)),
  language: given(language),
  prompt: given(z.string().max(20_000)),
  keywords: given(z.array(z.string().max(200)).max(1_000)),
  languages: given(z.array(language).max(50)),
  delay: given(z.enum(['minimal', 'low', 'medium', 'high', 'xhigh'])),
});

const noiseReduction = z.object({ type: given(z.enum(['near_field', 'far_field'])) }).loose();
const include = given(z.array(z.string().max(100)).max(10));
const eventId = given(z.string().max(512));

/** `save` is our addition: false keeps neither audio nor text. */
export const realtimeSession = z.object({
  type: z.literal('transcription', failing('onlyTranscriptionType')),
  audio: z
    .object({
      input: z
        .object({
          format: realtimeFormat.optional(),
          transcription: realtimeTranscription.nullish(),
          turn_detection: realtimeTurnDetection.nullish(),
          noise_reduction: noiseReduction.nullish(),
        })
        .optional(),
    })
    .optional(),
  include,
  save: given(z.boolean()),
});

/** The same as the beta wrote it. */
export const betaRealtimeSession = z.object({
  input_audio_format: z.enum(['pcm16', 'g711_ulaw', 'g711_alaw']).optional(),
  input_audio_transcription: realtimeTranscription.nullish(),
  input_audio_noise_reduction: noiseReduction.nullish(),
  turn_detection: realtimeTurnDetection.nullish(),
  include,
  save: given(z.boolean()),
});

export const realtimeClientEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session.update'), event_id: eventId, session: realtimeSession }),
  z.object({
    type: z.literal('transcription_session.update'),
    event_id: eventId,
    session: betaRealtimeSession,
  }),
  z.object({ type: z.literal('input_audio_buffer.append'), event_id: eventId, audio: z.string() }),
  z.object({ type: z.literal('input_audio_buffer.commit'), event_id: eventId }),
  z.object({ type: z.literal('input_audio_buffer.clear'), event_id: eventId }),
]);
export type RealtimeClientEvent = z.output<typeof realtimeClientEvent>;

/** The types of them, as a list. */
export const realtimeClientEventTypes = [
  'session.update',
  'transcription_session.update',
  'input_audio_buffer.append',
  'input_audio_buffer.commit',
  'input_audio_buffer.clear',
] as const satisfies readonly RealtimeClientEvent['type'][];

const itemId = { item_id: z.string() };
const ofItem = { ...itemId, previous_item_id: z.string().nullable() };
const content = { ...itemId, content_index: z.literal(0) };
const recordingId = { recording_id: z.uuid().optional() };
const session = z.record(z.string(), z.unknown());
const item = z.object({
  id: z.string(),
  object: z.literal('realtime.item'),
  type: z.literal('message'),
  status: z.literal('completed'),
  role: z.literal('user'),
  content: z.array(z.object({ type: z.literal('input_audio'), transcript: z.string().nullable() })),
});
const error = z.object({
  type: z.string(),
  code: z.string().nullable(),
  message: z.string(),
  param: z.string().nullable(),
});

/**
 * Events that a client receives, without their `event_id`. `recording_id` is our addition: the recording that is kept
 * of the item.
 */
export const realtimeServerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session.created'), session }),
  z.object({ type: z.literal('session.updated'), session }),
  z.object({ type: z.literal('transcription_session.updated'), session }),
  z.object({
    type: z.literal('input_audio_buffer.speech_started'),
    audio_start_ms: z.int(),
    ...itemId,
  }),
  z.object({ type: z.literal('input_audio_buffer.speech_stopped'), audio_end_ms: z.int(), ...itemId }),
  z.object({ type: z.literal('input_audio_buffer.committed'), ...ofItem, ...recordingId }),
  z.object({ type: z.literal('input_audio_buffer.cleared') }),
  z.object({
    type: z.enum(['conversation.item.added', 'conversation.item.done', 'conversation.item.created']),
    previous_item_id: z.string().nullable(),
    item,
  }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.delta'),
    ...content,
    delta: z.string(),
  }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.completed'),
    ...content,
    transcript: z.string(),
    usage: z.object({ type: z.literal('duration'), seconds: z.number() }),
    warning,
    ...recordingId,
  }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.failed'),
    ...content,
    error,
    ...recordingId,
  }),
  z.object({ type: z.literal('error'), error: error.extend({ event_id: z.string().nullable() }) }),
]);
export type RealtimeServerEvent = z.output<typeof realtimeServerEvent>;

/** Query of the address. */
const realtimeQuery = z.object({
  intent: given(z.literal('transcription', failing('onlyTranscriptionIntent'))).describe(
    'Must be `transcription`.',
  ),
  model: given(z.string().max(400)).describe(
    'What `audio.input.transcription.model` is until an update says otherwise; default: `default`.',
  ),
  save: given(queryBoolean).describe(
    "Keep audio and transcripts in the history; default: the user's setting.",
  ),
});

/** Prefix of OpenAI's dialect: the base URL of its clients is `http://127.0.0.1:<port>/v1`. */
export const openAiPrefix = '/v1';

/** How an error is reported in OpenAI's dialect. */
interface OpenAiErrorFacts {
  readonly status: ErrorStatus | 402 | 409 | 503 | 504 | 507;
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
  BUSY: { status: 409, type: invalid, code: 'busy' },
  CONFLICT: { status: 409, type: invalid, code: 'conflict' },
  ALREADY_EXISTS: { status: 409, type: invalid, code: 'already_exists' },
  LIMIT_REACHED: { status: 409, type: invalid, code: 'limit_reached' },
  ALREADY_RUNNING: { status: 409, type: invalid, code: 'already_running' },
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
  PURGE_NOT_ALLOWED: { status: 403, type: 'request_forbidden', code: 'purge_not_allowed' },
  NOT_RECORDING: { status: 409, type: invalid, code: 'not_recording' },
  NOT_PASTED: { status: 503, type: 'server_error', code: 'not_pasted' },
  CLIPBOARD_UNAVAILABLE: { status: 503, type: 'server_error', code: 'clipboard_unavailable' },
  SELECTION_UNAVAILABLE: { status: 503, type: 'server_error', code: 'selection_unavailable' },
  DESKTOP_UNAVAILABLE: { status: 503, type: 'server_error', code: 'desktop_unavailable' },
  WINDOW_UNAVAILABLE: { status: 503, type: 'server_error', code: 'window_unavailable' },
  KEY_STORE_UNAVAILABLE: { status: 503, type: 'server_error', code: 'key_store_unavailable' },
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

const openAiFormats = ['json', 'text', 'srt', 'verbose_json', 'vtt'] as const;
export type OpenAiFormat = (typeof openAiFormats)[number];

const FROM_0_TO_1 = failing('giveFrom0To1');

const sharedFields = {
  model: given(z.string().max(400)).describe(
    "`default`, a model's id, `provider/model` or `mode:NAME`; OpenAI's own names such as `whisper-1` mean `default`.",
  ),
  prompt: given(z.string().max(20_000)).describe('Words and names to expect.'),
  response_format: given(z.enum(openAiFormats)).describe('Format of the response.').meta({ default: 'json' }),
  temperature: given(
    queryNumber(FROM_0_TO_1).pipe(z.number().min(0, FROM_0_TO_1).max(1, FROM_0_TO_1)),
  ).describe('0 to 1; accepted but has no effect.'),
};

/** Words to expect, and languages that may be spoken; vendors' newest clients send both. */
const keywords = z.string().max(limits.vocabularyTermCharacters);
const keywordsHelp = 'Words and names to expect.';
const languagesHelp =
  'Languages that may be spoken: one is taken as `language`; among several it is detected.';

/**
 * Form fields of POST /v1/audio/transcriptions besides `file`. A list's field may have brackets behind its name. Other
 * fields are ignored; those that OpenAI's client has and that do nothing here are named in docs/api/openai-dialect.md.
 */
export const openAiTranscriptionFields = z.object({
  ...sharedFields,
  language: given(language).describe('Language tag such as `en`, or its English name.'),
  languages: given(textList(language, 50)).describe(languagesHelp),
  keywords: given(textList(keywords, limits.vocabularyTerms)).describe(keywordsHelp),
  task: given(z.enum(['transcribe', 'translate']))
    .describe("`translate` is the same as the route for translations; other servers' clients send it.")
    .meta({ default: 'transcribe' }),
  timestamp_granularities: given(textList(z.enum(timestampGranularities), 10)).describe(
    'Times in `verbose_json`.',
  ),
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
export const openAiTranscription = z
  .object({ text: z.string(), usage, warning })
  .meta({ id: 'OpenAiTranscription' });

/** A segment in the format `verbose_json`. */
const openAiSegment = z.object({
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
    warning,
  })
  .meta({ id: 'OpenAiVerboseTranscription' });
export type OpenAiVerboseTranscription = z.output<typeof openAiVerboseTranscription>;

/** Events of a streamed transcription. All deltas concatenated equal the text of the last event. */
const openAiStreamEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('transcript.text.delta'), delta: z.string() }),
    z.object({ type: z.literal('transcript.text.done'), text: z.string(), warning }),
  ])
  .meta({ id: 'OpenAiStreamEvent' });
export type OpenAiStreamEvent = z.output<typeof openAiStreamEvent>;

/** A valid value for `model`. */
const openAiModel = z
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
const transcriptionErrors: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  ...everyTranscriptionError.filter((code) => code !== 'NO_SPEECH'),
];

const openAiAnswers = {
  'application/json': z.union([openAiTranscription, openAiVerboseTranscription]),
  'text/plain': undefined,
  'application/x-subrip': undefined,
  'text/vtt': undefined,
};

/**
 * OpenAI's dialect: mounted alongside `routes` on the same listeners, with the same token, but with its own error
 * format.
 */
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
    returns: { kind: 'variants', content: { ...openAiAnswers, 'text/event-stream': openAiStreamEvent } },
    errors: transcriptionErrors,
  },
  createOpenAiTranslation: {
    ...shared,
    scopes: ['transcribe'],
    method: 'POST',
    path: '/v1/audio/translations',
    summary: 'Translate speech in any language to English text, if a model supports it',
    body: { kind: 'form', fields: openAiTranslationFields },
    returns: { kind: 'variants', content: openAiAnswers },
    errors: transcriptionErrors,
  },
  openRealtime: {
    ...shared,
    scopes: ['transcribe'],
    method: 'GET',
    path: '/v1/realtime',
    summary: "Transcribe speech while it is spoken, over a WebSocket, in the format of OpenAI's clients",
    description:
      'Connect with a WebSocket client and `Authorization: Bearer <token>`; a token in the query or in a subprotocol is refused. Send `session.update` with `session.type` `transcription`, then audio as base64 in `input_audio_buffer.append`: `audio/pcm` (16-bit little-endian, rate 24000, or 16000 as our addition), `audio/pcmu` or `audio/pcma`. With `turn_detection` `server_vad` turns are found and committed here; with `null` the client commits them. Text comes as `conversation.item.input_audio_transcription.delta` while it is spoken (only what will not be taken back) and whole in `.completed`. Each turn is a recording, kept according to the settings of the user. If the connection breaks, what came is kept and transcribed. See docs/api/openai-dialect.md.',
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
