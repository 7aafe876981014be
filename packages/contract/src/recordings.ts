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
    /** What the user gets: the rewritten text, else the text after the mode's text rules. Empty until there is one. */
    text: z.string(),
    postProcessedText: z.string().nullable(),
    /** What the engine gave. */
    transcribedText: z.string().nullable(),
    date: timestamp,
    /** Seconds; 0 until known. */
    duration: z.number(),
    mode: z.string().nullable(),
    transcriptionProvider: z.string().nullable(),
    postProcessingProvider: z.string().nullable(),
    status: z.enum(recordingStatuses),
    audioFilePath: z.string().nullable(),
    modeId: z.string().nullable(),
    error: errorBody.pick({ code: true, message: true }).nullable(),
    source: z.enum(recordingSources),
    /** Percent of the work done; only in GET /recordings/{id}, and only while there is work to do. */
    progressPercent: z.int().min(0).max(100).optional(),
  })
  .meta({ id: 'Recording' });
export type Recording = z.output<typeof recording>;

/** Query of GET /recordings/search. `since` is inclusive, `until` exclusive; milliseconds since 1970 after parsing. */
export const searchRecordingsQuery = z.object({
  q: given(
    z
      .string()
      .max(limits.searchTextCharacters, `Search text has at most ${limits.searchTextCharacters} characters.`),
  ),
  since: given(instant),
  until: given(instant),
  status: given(z.enum(recordingStatuses)),
  /** Name or id of a mode. */
  mode: given(z.string().max(200)),
  limit: given(queryInteger.transform((value) => Math.min(limits.searchLimitMax, Math.max(1, value)))),
  offset: given(queryInteger.pipe(z.int().min(0, 'offset starts at 0.').max(1_000_000_000))),
});
export type SearchRecordingsQuery = z.output<typeof searchRecordingsQuery>;

/** Answer of GET /recordings/search, newest first. */
export const recordingPage = z
  .object({
    ok: z.literal(true),
    /** Exact up to 10,000; 10,000 with `total_capped` beyond. */
    total: z.int(),
    total_capped: z.literal(true).optional(),
    returned: z.int(),
    recordings: z.array(recording),
  })
  .meta({ id: 'RecordingPage' });
export type RecordingPage = z.output<typeof recordingPage>;

export const transcriptFormats = ['txt', 'srt', 'vtt', 'json'] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

/** Body of POST /recordings/{id}/retranscribe: the options of a transcription that make sense for a kept recording. */
export const retranscribeBody = z
  .object({
    mode_id: given(z.string().max(200)),
    engine: given(z.string().max(200)),
    model: given(z.string().max(200)),
    language: given(language),
    timestamp_granularities: given(z.array(z.enum(timestampGranularities))),
    vocabulary: given(vocabulary),
    post_process: given(z.boolean()),
    async: given(z.boolean()),
  })
  .meta({ id: 'Retranscribe' });
export type RetranscribeBody = z.output<typeof retranscribeBody>;
