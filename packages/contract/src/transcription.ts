import * as z from 'zod';
import { failing } from './checks.ts';
import { errorBody, reasonFields } from './error-envelope.ts';
import { errorCodes } from './errors.ts';
import { given, language, queryBoolean, queryInteger } from './fields.ts';
import { limits } from './limits.ts';
import { presetInput, vocabulary } from './modes.ts';
import { returnsJson, transcriptionErrors, type WrittenRoute } from './route.ts';

export const transcriptFormats = ['txt', 'md', 'srt', 'vtt', 'json'] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

/** How captions are laid out; defaults follow broadcasters' guidelines. */
export interface CaptionShape {
  /** Characters per line. Default: 42, or 16 full-width characters for Chinese and Japanese. */
  readonly maxLineLength?: number | undefined;
  /** Lines per caption. Default: 2. */
  readonly maxLines?: number | undefined;
}

/** The allowed range. */
export const captionLimits = { lineLength: { least: 10, most: 200 }, lines: { least: 1, most: 6 } } as const;

const { lineLength, lines } = captionLimits;
const length = z.int().min(lineLength.least).max(lineLength.most);
const count = z.int().min(lines.least).max(lines.most);

const lengthDescription =
  'Characters per caption line (srt, vtt). Default: 42, or 16 full-width characters for Chinese and Japanese.';
const countDescription = 'Lines per caption.';

/** How captions are laid out, as JSON fields. */
const captionShapeFields = {
  max_line_length: given(length).describe(lengthDescription).meta({ example: 42 }),
  max_lines: given(count).describe(countDescription).meta({ default: 2 }),
} as const;

/** The same as a query, such as that of `GET /recordings/{id}/transcript.{format}`. */
export const captionShapeQuery = z.object({
  max_line_length: given(queryInteger.pipe(length)).describe(lengthDescription).meta({ example: '42' }),
  max_lines: given(queryInteger.pipe(count)).describe(countDescription).meta({ default: 2 }),
});

export const timestampGranularities = ['segment', 'word'] as const;
export type TimestampGranularity = (typeof timestampGranularities)[number];

const granularity = z.enum(timestampGranularities);

/** Formats of captions that an answer may carry. */
export const captionFormats = ['srt', 'vtt'] as const;
export type CaptionFormat = (typeof captionFormats)[number];

/** The options of a transcription as JSON fields, or as form fields and query parameters, where everything is text. */
function transcribeOptionsAs<
  Flag extends z.ZodType<boolean>,
  Times extends z.ZodType<TimestampGranularity[]>,
  Terms extends z.ZodType<string[]>,
  Shape extends z.ZodRawShape,
>(flag: Flag, times: Times, terms: Terms, captionShape: Shape, ofLists = '') {
  return {
    mode_id: given(z.string().max(200)).describe('The mode to use; default: the default mode.'),
    mode: given(z.string().max(200)).describe('The same, by its id or its name.'),
    engine: given(z.string().max(200)).describe(
      "An engine's name, in any case, such as `parakeet` or `whisper`; overrides the mode's.",
    ),
    model: given(z.string().max(200)).describe("A model's id from `GET /models`; overrides the mode's."),
    language: given(language).describe(
      "Language tag such as `en` or `de-CH`, or `auto`; overrides the mode's.",
    ),
    timestamp_granularities: given(times).describe(
      `Which timestamps to include. With any, \`raw_text\` is included too.${ofLists}`,
    ),
    vocabulary: given(terms).describe(
      `Words and phrases to expect, in addition to the mode's own; \`spoken => written\` also replaces.${ofLists}`,
    ),
    translate: given(flag)
      .describe('Translate to English; requires a model that translates.')
      .meta({ default: false }),
    post_process: given(flag).describe("Also run the mode's rewriting.").meta({ default: false }),
    preset: given(presetInput).describe(
      "With `post_process`: the preset to use instead of the mode's, even if the mode has rewriting off.",
    ),
    captions: given(z.enum(captionFormats)).describe(
      "Also return `captions` in this format, with the mode's text rules applied. With `async`: read `/recordings/{id}/transcript.{format}` instead.",
    ),
    ...captionShape,
    channels: given(z.enum(['separate']))
      .describe(
        'For a stereo recording of a call, your own voice in the first channel: each channel is transcribed by itself, and the text says who speaks. Default: the channel, or the mix, with the most speech.',
      )
      .meta({ example: 'separate' }),
    save: given(flag).describe("Keep audio and transcript in the history; default: the user's setting."),
    source_name: given(z.string().max(limits.sourceNameCharacters)).describe(
      'Original file name of the audio, for the history; default: the name in the path or form.',
    ),
    async: given(flag)
      .describe("Respond immediately with the recording's id and continue in the background. Implies `save`.")
      .meta({ default: false }),
    stream: given(flag)
      .describe('Respond with server-sent events: text as it becomes stable, then the result.')
      .meta({ default: false }),
  } as const;
}

const jsonOptions = z.object(
  transcribeOptionsAs(z.boolean(), z.array(granularity), vocabulary, captionShapeFields),
);

/** The options of a transcription, checked. Core resolves `save` and the mode's defaults; the server alone streams. */
export const transcribeOptions = jsonOptions.omit({ stream: true, mode: true });
export type TranscribeOptions = z.output<typeof transcribeOptions>;

/** Header of POST /transcribe: a key chosen by the caller, such as a uuid, that makes the request safe to retry. */
export const transcribeHeaders = z.object({
  'Idempotency-Key': given(z.string().regex(/^[\x21-\x7e]{1,255}$/, failing('requestKeyForm'))).describe(
    'Your own key for this request, such as a uuid: if it is retried within 24 hours, the work is not repeated.',
  ),
});

/** JSON form of POST /transcribe: exactly one of `file` and `audio_base64`. */
export const transcribeBody = z
  .object({
    file: given(z.string().max(32_768)).describe(
      'Absolute path of a file on this machine, inside the folders that the user allows.',
    ),
    audio_base64: given(z.string()).describe('The audio itself. Give this or `file`, not both.'),
    mime_type: given(z.string().max(200)).describe(
      'The declared type of the audio; the actual format is detected from its first bytes.',
    ),
    ...jsonOptions.shape,
  })
  .meta({ id: 'Transcribe' });
export type TranscribeBody = z.output<typeof transcribeBody>;

/** A list as text: repeated fields, JSON, or separated by commas. */
export const textList = <Item extends z.ZodType<unknown, string>>(item: Item, maximum: number) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (Array.isArray(value) ? value : splitList(value)))
    .pipe(z.array(item).max(maximum));

/** The same options as form fields or query parameters: lists are repeated fields, JSON, or separated by commas. */
export const transcribeTextOptions = z.object(
  transcribeOptionsAs(
    queryBoolean,
    textList(granularity, 10),
    textList(z.string().max(200), 1_000),
    captionShapeQuery.shape,
    ' Repeat the field, or separate with commas.',
  ),
);

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

const speaker = z
  .string()
  .optional()
  .describe('Who speaks, in the language of the window, such as `Me` or `Others`; with separate channels.');

/** A segment of speech. Times are seconds from the start of the file. */
export const segment = z
  .object({
    id: z.int(),
    start: z.number(),
    end: z.number(),
    text: z.string(),
    channel: z
      .union([z.literal(1), z.literal(2)])
      .optional()
      .describe('The channel it was spoken in, where channels are separate: 1 is yours.'),
    speaker,
    language: z
      .string()
      .optional()
      .describe('The language heard in it, where none was requested and the model detects it.'),
    model: z
      .string()
      .optional()
      .describe(
        'The model that wrote it, where it is not the one of the whole: what the first model could not hear is tried with another one that comes with Quoth, unless a model was named.',
      ),
  })
  .meta({ id: 'Segment' });
export type Segment = z.output<typeof segment>;

/**
 * A word of the engine's own text. Times are seconds, estimated within their phrase where the model gives none;
 * confidence is 0 to 1.
 */
export const word = z
  .object({
    word: z.string(),
    start: z.number(),
    end: z.number(),
    confidence: z.number().optional(),
    speaker,
  })
  .meta({ id: 'Word' });
export type Word = z.output<typeof word>;

/** Measured time per step, in whole milliseconds. They add up to `latency_ms`. */
export const timings = z.object({
  receive_ms: z.int().describe('Receiving the audio and writing it to disk.'),
  queue_ms: z.int().describe("Waiting for a decoder, in the engine's queue, and for one of its processes."),
  audio_ms: z.int().describe('Decoding the file to samples.'),
  check_ms: z.int().describe('Waiting for a check of the provider; 0 for a local engine.'),
  load_ms: z.int().describe('Loading the model; 0 if it was already loaded.'),
  decode_ms: z.int().describe('Recognition by the engine.'),
  rewrite_ms: z.int().describe('Rewriting by a language model; 0 without rewriting.'),
  save_ms: z.int().describe('Saving the recording.'),
  other_ms: z.int().describe('Everything else: communication between processes, and text rules.'),
});
export type Timings = z.output<typeof timings>;

/** What a language model's output is checked for before it is used. */
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

/** Why something requested did not happen although the request succeeded. */
export const warning = z.object({
  code: errorBody.shape.code,
  message: z.string(),
  ...reasonFields,
  /** If a language model's answer is not a rewriting of the text: the check that detected this. */
  guard: z.enum(rewriteGuards).optional(),
});
export type Warning = z.output<typeof warning>;

/** The same for a transcription, whose speech may also be in a language that the model does not know. */
export const transcriptionWarning = warning.extend({
  code: z
    .enum([...errorCodes, 'LANGUAGE_MISMATCH', 'AUDIO_INCOMPLETE', 'TEXT_LEFT_OUT', 'TEXT_DOUBTFUL'])
    .describe(
      'Why a text was not rewritten or not transcribed again; `LANGUAGE_MISMATCH`: the speech seems to be in a language the model does not support; `AUDIO_INCOMPLETE`: the end of the file is missing, or its main sound track has no speech and another one was transcribed; `TEXT_LEFT_OUT`: a part of the speech has no text, because what the model wrote for it can not have been said; or `TEXT_DOUBTFUL`: the text stands, but parts of it can not be what was said, or speech has no text.',
    ),
  message: z.string().describe('What is wrong, and what to do.'),
});
export type TranscriptionWarning = z.output<typeof transcriptionWarning>;

/** A place of a text where a word of the vocabulary was written, because what the engine wrote there sounds like it. */
export const correction = z
  .object({
    heard: z.string().describe('As it stands in the original transcript.'),
    written: z.string().describe('The word of the vocabulary.'),
  })
  .meta({ id: 'Correction' });
export type Correction = z.output<typeof correction>;

/** A stretch that another model wrote than the one of the whole. */
export const otherModel = z
  .object({
    model: z.string().describe('The model that wrote it.'),
    start: z.number().describe('Seconds.'),
    end: z.number().describe('Seconds.'),
  })
  .meta({ id: 'OtherModel' });
export type OtherModel = z.output<typeof otherModel>;

/**
 * The stretches of these segments that another model wrote, in their order; segments of one model that follow each
 * other are one.
 */
export function otherModels(segments: readonly Segment[]): OtherModel[] {
  const stretches: OtherModel[] = [];
  let before: string | undefined;
  for (const { model, start, end } of segments) {
    const last = stretches.at(-1);
    if (model !== undefined && last && model === before) stretches.splice(-1, 1, { ...last, end });
    else if (model !== undefined) stretches.push({ model, start, end });
    before = model;
  }
  return stretches;
}

/** Success of POST /transcribe and of retranscribe. */
export const transcription = z
  .object({
    ok: z.literal(true),
    text: z.string().describe("After the mode's text rules, and its rewriting if requested."),
    engine: z.string().describe('The engine or provider that transcribed it.'),
    model: z.string().describe('The model that transcribed it.'),
    other_models: z
      .array(otherModel)
      .optional()
      .describe('Stretches that it could not hear, and another model wrote; only where no model was named.'),
    language: z.string().nullable().describe('The requested or detected language.'),
    duration_s: z.number().describe('Seconds of audio.'),
    timings,
    latency_ms: z.int().describe('From request to response.'),
    recording_id: z.uuid().optional().describe('Its id in the history, if it was kept.'),
    raw_text: z
      .string()
      .optional()
      .describe("The engine's own text, to which `segments` and `words` align; with timestamps."),
    segments: z
      .array(segment)
      .optional()
      .describe('Segments of speech, if requested and the engine provides them.'),
    words: z
      .array(word)
      .optional()
      .describe('Words with timestamps, if requested and the engine provides them.'),
    captions: z.string().optional().describe('The transcript as captions, if requested.'),
    corrections: z
      .array(correction)
      .optional()
      .describe('Words of the vocabulary that were written for others that sound like them, if any.'),
    post_processed: z.boolean().optional().describe('Whether the text was rewritten, if that was requested.'),
    warning: transcriptionWarning
      .optional()
      .describe(
        'A warning: the text was not rewritten, the speech is in a language the model does not support, or the end of the file is missing.',
      ),
  })
  .meta({ id: 'Transcription' });
export type Transcription = z.output<typeof transcription>;

/** Success of a transcription with `async`: read the recording until its status is final. */
export const acceptedTranscription = z
  .object({ ok: z.literal(true), recording_id: z.uuid(), status: z.literal('pending') })
  .meta({ id: 'AcceptedTranscription' });
export type AcceptedTranscription = z.output<typeof acceptedTranscription>;

/**
 * What POST /transcribe answers with `stream=true`, as server-sent events. All deltas concatenated are the text of the
 * result, unless the engine took a word back.
 */
export const transcribeStreamEvent = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('transcription-started'),
      recording_id: z.uuid().optional().describe('Of the recording, if one is kept.'),
    }),
    z.object({
      type: z.literal('transcript-delta'),
      delta: z.string().describe('More of the text, after text rules; it will not be taken back.'),
    }),
    z.object({ type: z.literal('transcription-completed'), transcription }),
    z.object({ type: z.literal('transcription-failed'), error: errorBody }),
  ])
  .meta({ id: 'TranscribeStreamEvent' });
export type TranscribeStreamEvent = z.output<typeof transcribeStreamEvent>;

export const transcriptionRoutes = {
  transcribe: {
    method: 'POST',
    path: '/transcribe',
    audience: 'api',
    needsToken: true,
    scopes: ['transcribe'],
    tag: 'Transcription',
    summary: 'Transcribe speech',
    description:
      'Send JSON with `file` or `audio_base64`, a multipart form with a `file` part, or the raw bytes with an audio content type. Options may stand in the query; one that is in the body, too, is taken from there. If the work takes longer than 10 s, the response starts early with white space before the JSON. With `Idempotency-Key` a request can be retried without repeating the work: the same recording is returned for at least 24 hours, even after a restart. With `stream` the response is server-sent events. Speech can be sent while it is spoken: 16-bit samples of one channel in a body that goes on, as `audio/pcm;rate=16000` (little-endian) or `audio/l16;rate=16000` (big-endian), at 8000 to 48000 samples per second; its text comes back while the body still arrives, and if the connection breaks, what came until then is kept as a recording and transcribed.',
    query: transcribeTextOptions,
    headers: transcribeHeaders,
    body: { kind: 'audio', json: transcribeBody, options: transcribeTextOptions },
    returns: {
      ...returnsJson(z.union([transcription, acceptedTranscription])),
      stream: transcribeStreamEvent,
    },
    errors: [
      ...transcriptionErrors,
      'FILE_NOT_FOUND',
      'FILE_ACCESS_DENIED',
      'FILE_NOT_ALLOWED',
      'RECORDING_NOT_FOUND',
    ],
  },
} as const satisfies Record<string, WrittenRoute>;
