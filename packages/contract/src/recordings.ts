import * as z from 'zod';
import { errorBody } from './errors.ts';
import { given, instant, language, queryInteger, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { vocabulary } from './modes.ts';
import { timestampGranularities } from './transcribe.ts';

export const recordingStatuses = [
  'recording',
  'pending',
  'transcribing',
  'post_processing',
  'completed',
  'failed',
  'cancelled',
] as const;
export type RecordingStatus = (typeof recordingStatuses)[number];

/** Statuses in which nothing more happens by itself. */
export const finalStatuses: readonly RecordingStatus[] = ['completed', 'failed', 'cancelled'];

export const recordingSources = ['dictation', 'api', 'file'] as const;
export type RecordingSource = (typeof recordingSources)[number];

/** One past transcription (specification, section 2.2; contract, section 4). */
export const recording = z
  .object({
    id: z.uuid(),
    text: z
      .string()
      .describe(
        "What the user gets: the rewritten text, else the text after the mode's text rules. Empty until there is one.",
      ),
    postProcessedText: z.string().nullable().describe('The rewritten text.'),
    transcribedText: z.string().nullable().describe('What the engine gave.'),
    date: timestamp.describe('When it was recorded or received.'),
    duration: z.number().describe('Seconds; 0 until known.'),
    mode: z.string().nullable().describe("The mode's name at that time."),
    transcriptionProvider: z.string().nullable().describe('What heard it.'),
    postProcessingProvider: z.string().nullable().describe('What rewrote it.'),
    status: z.enum(recordingStatuses).describe('`completed`, `failed` and `cancelled` are final.'),
    audioFilePath: z.string().nullable().describe('Where its audio lies on this machine.'),
    modeId: z.string().nullable().describe('The mode, which may be gone by now.'),
    error: errorBody.pick({ code: true, message: true }).nullable().describe('Why it failed.'),
    source: z.enum(recordingSources).describe('Where the audio came from.'),
    progressPercent: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe(
        'Percent of the work done; only in `GET /recordings/{id}`, and only while there is work to do.',
      ),
  })
  .meta({ id: 'Recording' });
export type Recording = z.output<typeof recording>;

/** Query of GET /recordings/search. `since` is inclusive, `until` exclusive; milliseconds since 1970 after parsing. */
export const searchRecordingsQuery = z.object({
  q: given(
    z
      .string()
      .max(limits.searchTextCharacters, `Search text has at most ${limits.searchTextCharacters} characters.`),
  ).describe('Part of any of its texts, whatever the case and accents; every character stands for itself.'),
  since: given(instant).describe('From then on: ISO 8601, or seconds since 1970.'),
  until: given(instant).describe('Before then: ISO 8601, or seconds since 1970.'),
  status: given(z.enum(recordingStatuses)).describe('Only recordings in this status.'),
  mode: given(z.string().max(200)).describe('Name or id of a mode.'),
  limit: given(queryInteger.transform((value) => Math.min(limits.searchLimitMax, Math.max(1, value))))
    .describe('How many at most.')
    .meta({ default: limits.searchLimitDefault }),
  offset: given(queryInteger.pipe(z.int().min(0, 'offset starts at 0.').max(1_000_000_000)))
    .describe('How many to leave out.')
    .meta({ default: 0 }),
});
export type SearchRecordingsQuery = z.output<typeof searchRecordingsQuery>;

/** Answer of GET /recordings/search, newest first. */
export const recordingPage = z
  .object({
    ok: z.literal(true),
    total: z.int().describe('How many there are; exact up to 10,000.'),
    total_capped: z.literal(true).optional().describe('There are more than `total`.'),
    returned: z.int().describe('How many are in this answer.'),
    recordings: z.array(recording),
  })
  .meta({ id: 'RecordingPage' });
export type RecordingPage = z.output<typeof recordingPage>;

export const transcriptFormats = ['txt', 'srt', 'vtt', 'json'] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

/** Body of POST /recordings/{id}/retranscribe: the options of a transcription that make sense for a kept recording. */
export const retranscribeBody = z
  .object({
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
    timestamp_granularities: given(z.array(z.enum(timestampGranularities))).describe(
      'Which times to give with the text. With any, `raw_text` is given too.',
    ),
    vocabulary: given(vocabulary).describe(
      "Words and phrases to expect, beside the mode's own; `heard => written` also replaces.",
    ),
    post_process: given(z.boolean()).describe("Run the mode's rewriting too.").meta({ default: false }),
    async: given(z.boolean())
      .describe('Answer at once with the id of the recording, and work on. Implies `save`.')
      .meta({ default: false }),
  })
  .meta({ id: 'Retranscribe' });
export type RetranscribeBody = z.output<typeof retranscribeBody>;
