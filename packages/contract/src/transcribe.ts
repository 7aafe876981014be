import * as z from 'zod';
import { errorBody } from './error-envelope.ts';
import { errorCodes } from './errors.ts';
import { given, language, queryBoolean } from './fields.ts';
import { limits } from './limits.ts';
import { presetInput, vocabulary } from './modes.ts';

export const timestampGranularities = ['segment', 'word'] as const;
export type TimestampGranularity = (typeof timestampGranularities)[number];

const granularity = z.enum(timestampGranularities);

/** The options of a transcription as JSON fields. */
export const transcribeOptionFields = {
  mode_id: given(z.string().max(200)).describe(
    'The mode whose settings apply; the default mode when not given.',
  ),
  engine: given(z.string().max(200)).describe(
    "An engine's name, in any case, such as `parakeet` or `whisper`; overrides the mode's.",
  ),
  model: given(z.string().max(200)).describe("A model's id from `GET /models`; overrides the mode's."),
  language: given(language).describe(
    "Language tag such as `en` or `de-CH`, or `auto`; overrides the mode's.",
  ),
  timestamp_granularities: given(z.array(granularity)).describe(
    'Which times to give with the text. With any, `raw_text` is given too.',
  ),
  vocabulary: given(vocabulary).describe(
    "Words and phrases to expect, beside the mode's own; `spoken => written` also replaces.",
  ),
  translate: given(z.boolean())
    .describe('Text in English, whatever is spoken; for a model that translates.')
    .meta({ default: false }),
  post_process: given(z.boolean()).describe("Run the mode's rewriting too.").meta({ default: false }),
  preset: given(presetInput).describe(
    'With `post_process`: rewrite so, whatever the mode says, also where it has rewriting off.',
  ),
  save: given(z.boolean()).describe(
    "Keep audio and transcript in the history; the user's setting decides when not given.",
  ),
  source_name: given(z.string().max(limits.sourceNameCharacters)).describe(
    'Name of the file that the audio came in, for the history; the name in the path or in the form when not given.',
  ),
  async: given(z.boolean())
    .describe('Answer at once with the id of the recording, and work on. Implies `save`.')
    .meta({ default: false }),
} as const;

/** The options of a transcription, checked. `save` and the mode's part are settled by core. */
export const transcribeOptions = z.object(transcribeOptionFields);
export type TranscribeOptions = z.output<typeof transcribeOptions>;

/** Header of POST /transcribe: a key of the caller's own, such as a uuid, that makes the request safe to send again. */
export const transcribeHeaders = z.object({
  'Idempotency-Key': given(
    z.string().regex(/^[\x21-\x7e]{1,255}$/, 'A key is 1 to 255 visible ASCII characters, such as a uuid.'),
  ).describe(
    'Your own key for this request, such as a uuid: sent again within 24 hours, it is not worked on twice.',
  ),
});

/** JSON form of POST /transcribe: exactly one of `file` and `audio_base64`. */
export const transcribeBody = z
  .object({
    file: given(z.string().max(32_768)).describe(
      'Absolute path of a file on this machine, inside the folders that the user allows.',
    ),
    audio_base64: given(z.string()).describe('The audio itself. Give this or `file`, not both.'),
    mime_type: given(z.string().max(200)).describe('What the audio is said to be; its first bytes decide.'),
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
  mode_id: given(z.string().max(200)).describe(
    'The mode whose settings apply; the default mode when not given.',
  ),
  engine: given(z.string().max(200)).describe(
    "An engine's name, in any case, such as `parakeet` or `whisper`; overrides the mode's.",
  ),
  model: given(z.string().max(200)).describe("A model's id from `GET /models`; overrides the mode's."),
  language: given(language).describe(
    "Language tag such as `en` or `de-CH`, or `auto`; overrides the mode's.",
  ),
  timestamp_granularities: given(list(granularity, 10)).describe(
    'Which times to give with the text. With any, `raw_text` is given too. Repeat the field, or put commas between.',
  ),
  vocabulary: given(list(z.string().max(200), 1_000)).describe(
    "Words and phrases to expect, beside the mode's own; `spoken => written` also replaces. Repeat the field, or put commas between.",
  ),
  translate: given(queryBoolean)
    .describe('Text in English, whatever is spoken; for a model that translates.')
    .meta({ default: false }),
  post_process: given(queryBoolean).describe("Run the mode's rewriting too.").meta({ default: false }),
  preset: given(presetInput).describe(
    'With `post_process`: rewrite so, whatever the mode says, also where it has rewriting off.',
  ),
  save: given(queryBoolean).describe(
    "Keep audio and transcript in the history; the user's setting decides when not given.",
  ),
  source_name: given(z.string().max(limits.sourceNameCharacters)).describe(
    'Name of the file that the audio came in, for the history; the name in the form when not given.',
  ),
  async: given(queryBoolean)
    .describe('Answer at once with the id of the recording, and work on. Implies `save`.')
    .meta({ default: false }),
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

/** Where the time went, measured, in whole milliseconds. Together they are `latency_ms`. */
export const timings = z.object({
  receive_ms: z.int().describe('Receiving the audio, until all of it has reached the disk.'),
  queue_ms: z
    .int()
    .describe('Waiting for a decoder, for a place at the engine, and for one of its processes.'),
  audio_ms: z.int().describe('Turning the file into samples.'),
  check_ms: z.int().describe("Waiting for the provider's last check; 0 for an engine of this machine."),
  load_ms: z.int().describe('Loading the model; 0 when it was warm.'),
  decode_ms: z.int().describe('The engine at work.'),
  rewrite_ms: z.int().describe('A language model at work on the text; 0 without rewriting.'),
  save_ms: z.int().describe('Writing the recording down.'),
  other_ms: z.int().describe('What remains: passing work between processes, and text rules.'),
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

/** The same for a transcription, whose speech may also be in a language that the model does not know. */
export const transcriptionWarning = warning.extend({
  code: z
    .enum([...errorCodes, 'LANGUAGE_MISMATCH'])
    .describe(
      'Why a text was not rewritten; or `LANGUAGE_MISMATCH`: the speech seems to be in another language than the model knows.',
    ),
  message: z.string().describe('What it is, and what to do.'),
});
export type TranscriptionWarning = z.output<typeof transcriptionWarning>;

/** Success of POST /transcribe and of retranscribe. */
export const transcription = z
  .object({
    ok: z.literal(true),
    text: z.string().describe("After the mode's text rules, and its rewriting when asked for."),
    engine: z.string().describe('The engine or provider that transcribed it.'),
    model: z.string().describe('The model that transcribed it.'),
    language: z.string().nullable().describe('Language that was asked for or detected.'),
    duration_s: z.number().describe('Seconds of audio.'),
    timings,
    latency_ms: z.int().describe('From the request to the answer.'),
    recording_id: z.uuid().optional().describe('Where it is in the history, when it was kept.'),
    raw_text: z
      .string()
      .optional()
      .describe("The engine's own text, to which `segments` and `words` align; with timestamps."),
    segments: z
      .array(segment)
      .optional()
      .describe('Stretches of speech, when asked for and the engine has times.'),
    words: z
      .array(word)
      .optional()
      .describe('Words with their times, when asked for and the engine has them.'),
    post_processed: z
      .boolean()
      .optional()
      .describe('Whether the text was rewritten, when that was asked for.'),
    warning: transcriptionWarning
      .optional()
      .describe(
        'What to know of it: a text that was not rewritten, or speech that the model does not understand.',
      ),
  })
  .meta({ id: 'Transcription' });
export type Transcription = z.output<typeof transcription>;

/** Success of a transcription with `async`: read the recording until its status is final. */
export const acceptedTranscription = z
  .object({ ok: z.literal(true), recording_id: z.uuid(), status: z.literal('pending') })
  .meta({ id: 'AcceptedTranscription' });
export type AcceptedTranscription = z.output<typeof acceptedTranscription>;
