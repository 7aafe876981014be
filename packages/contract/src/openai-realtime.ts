import * as z from 'zod';
import { given, language } from './fields.ts';

// OpenAI's realtime transcription as its clients speak it: the general form ("session.update") and the one of the beta
// ("transcription_session.update"). Source: the types of its official client (npm openai 7.55, resources/realtime).

/** Samples of a session, base64 in its events. 16000 is our addition: it is what speech recognition needs. */
export const realtimeFormat = z.union([
  z.object({
    type: z.literal('audio/pcm'),
    rate: z.union([z.literal(24_000), z.literal(16_000)]).default(24_000),
  }),
  z.object({ type: z.enum(['audio/pcmu', 'audio/pcma']) }),
]);
export type RealtimeFormat = z.output<typeof realtimeFormat>;

/** When a turn has ended: after so much silence. Null where the client says so itself, by `input_audio_buffer.commit`. */
export const realtimeTurnDetection = z.object({
  type: z.literal('server_vad', {
    error: 'Only "server_vad" is available; null for turns that you commit yourself.',
  }),
  threshold: z.number().min(0).max(1).optional(),
  prefix_padding_ms: z.int().min(0).max(5_000).optional(),
  silence_duration_ms: z.int().min(100).max(10_000).optional(),
});

/** What turns speech into text. */
export const realtimeTranscription = z.object({
  model: given(z.string().max(400)),
  language: given(language),
  prompt: given(z.string().max(20_000)),
  keywords: given(z.array(z.string().max(200)).max(1_000)),
});

const noiseReduction = z.object({ type: z.enum(['near_field', 'far_field']) }).loose();
const include = given(z.array(z.string().max(100)).max(10));
const eventId = given(z.string().max(512));

/** `save` is our addition: false keeps neither audio nor text. */
export const realtimeSession = z.object({
  type: z.literal('transcription', { error: 'Only sessions of the type "transcription" are available.' }),
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

/** Events that a client sends. */
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

/** Events that a client receives, without their `event_id`. `recording_id` is our addition: the recording that is kept of the item. */
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
export const realtimeQuery = z.object({
  intent: given(z.literal('transcription', { error: 'Only intent=transcription is available.' })).describe(
    'Must be `transcription`.',
  ),
  model: given(z.string().max(400)).describe(
    'What `audio.input.transcription.model` is until an update says otherwise; default: `default`.',
  ),
  save: given(z.enum(['true', 'false']).transform((value) => value === 'true')).describe(
    "Keep audio and transcripts in the history; default: the user's setting.",
  ),
});
