import * as z from 'zod';
import { errorBody } from './errors.ts';
import { given, language, queryBoolean } from './fields.ts';
import { vocabulary } from './modes.ts';

export const timestampGranularities = ['segment', 'word'] as const;
export type TimestampGranularity = (typeof timestampGranularities)[number];

const granularity = z.enum(timestampGranularities);

/** The options of a transcription as JSON fields. */
export const transcribeOptionFields = {
  mode_id: given(z.string().max(200)),
  engine: given(z.string().max(200)),
  model: given(z.string().max(200)),
  language: given(language),
  timestamp_granularities: given(z.array(granularity)),
  vocabulary: given(vocabulary),
  /** Text in English, whatever is spoken; for a model that translates. */
  translate: given(z.boolean()),
  post_process: given(z.boolean()),
  save: given(z.boolean()),
  async: given(z.boolean()),
} as const;

/** The options of a transcription, checked. `save` and the mode's part are settled by core. */
export const transcribeOptions = z.object(transcribeOptionFields);
export type TranscribeOptions = z.output<typeof transcribeOptions>;

/** Header of POST /transcribe: a key of the caller's own, such as a uuid, that makes the request safe to send again. */
export const transcribeHeaders = z.object({
  'Idempotency-Key': given(
    z.string().regex(/^[\x21-\x7e]{1,255}$/, 'A key is 1 to 255 visible ASCII characters, such as a uuid.'),
  ),
});

/** JSON form of POST /transcribe: exactly one of `file` and `audio_base64`. */
export const transcribeBody = z
  .object({
    file: given(z.string().max(32_768)),
    audio_base64: given(z.string()),
    mime_type: given(z.string().max(200)),
    ...transcribeOptionFields,
  })
  .meta({ id: 'Transcribe' });
export type TranscribeBody = z.output<typeof transcribeBody>;

const list = <Item extends z.ZodType<unknown, string>>(item: Item, maximum: number) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (Array.isArray(value) ? value : splitList(value)))
    .pipe(z.array(item).max(maximum));

/** The same options as form fields or query parameters: lists repeat a field, or hold JSON, or commas. */
export const transcribeTextOptions = z.object({
  mode_id: given(z.string().max(200)),
  engine: given(z.string().max(200)),
  model: given(z.string().max(200)),
  language: given(language),
  timestamp_granularities: given(list(granularity, 10)),
  vocabulary: given(list(z.string().max(200), 1_000)),
  translate: given(queryBoolean),
  post_process: given(queryBoolean),
  save: given(queryBoolean),
  async: given(queryBoolean),
});

function splitList(value: string): string[] {
  const text = value.trim();
  if (text.startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(text);
      if (Array.isArray(parsed)) return parsed.map(String);
    } catch {
      return [value];
    }
  }
  return text === '' ? [] : text.split(',').map((item) => item.trim());
}

/** A stretch of speech. Times are seconds from the start of the file. */
export const segment = z
  .object({ id: z.int(), start: z.number(), end: z.number(), text: z.string() })
  .meta({ id: 'Segment' });
export type Segment = z.output<typeof segment>;

/** A word of the engine's own text. Times are seconds; confidence is 0 to 1. */
export const word = z
  .object({ word: z.string(), start: z.number(), end: z.number(), confidence: z.number().optional() })
  .meta({ id: 'Word' });
export type Word = z.output<typeof word>;

/** Where the time went, measured, in whole milliseconds. */
export const timings = z.object({
  /** Waiting for a place at the engine. */
  queue_ms: z.int(),
  /** Turning the file into samples. */
  audio_ms: z.int(),
  /** Loading the model; 0 when it was warm. */
  load_ms: z.int(),
  /** The engine at work. */
  decode_ms: z.int(),
});
export type Timings = z.output<typeof timings>;

/** What a language model's result is looked at for, before it is used. */
export const rewriteGuards = [
  'emptied',
  'reasoning',
  'fence',
  'refused',
  'echoed',
  'answered',
  'lost',
  'runaway',
  'language',
] as const;
export type RewriteGuard = (typeof rewriteGuards)[number];

/** Why something that was asked for did not happen although the answer is a success. */
export const warning = z.object({
  code: errorBody.shape.code,
  message: z.string(),
  /** Where a language model answered with something that is no rewriting of the text: what gave it away. */
  guard: z.enum(rewriteGuards).optional(),
});
export type Warning = z.output<typeof warning>;

/** Success of POST /transcribe and of retranscribe. */
export const transcription = z
  .object({
    ok: z.literal(true),
    text: z.string(),
    engine: z.string(),
    model: z.string(),
    language: z.string().nullable(),
    /** Seconds of audio. */
    duration_s: z.number(),
    timings,
    latency_ms: z.int(),
    recording_id: z.uuid().optional(),
    raw_text: z.string().optional(),
    segments: z.array(segment).optional(),
    words: z.array(word).optional(),
    post_processed: z.boolean().optional(),
    warning: warning.optional(),
  })
  .meta({ id: 'Transcription' });
export type Transcription = z.output<typeof transcription>;

/** Success of a transcription with `async`: read the recording until its status is final. */
export const acceptedTranscription = z
  .object({ ok: z.literal(true), recording_id: z.uuid(), status: z.literal('pending') })
  .meta({ id: 'AcceptedTranscription' });
export type AcceptedTranscription = z.output<typeof acceptedTranscription>;
