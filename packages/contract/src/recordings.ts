import * as z from 'zod';
import { failing } from './checks.ts';
import { errorBody } from './error-envelope.ts';
import { clampedInteger, given, instant, queryBoolean, queryInteger, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { byId, jsonBody, returnsJson, returnsOk, transcriptionErrors, type WrittenRoute } from './route.ts';
import {
  acceptedTranscription,
  captionShapeQuery,
  correction,
  transcribeOptions,
  transcriptFormats,
  transcription,
  transcriptionWarning,
} from './transcription.ts';

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

export const recordingSources = ['dictation', 'api', 'file', 'wyoming', 'meeting'] as const;
export type RecordingSource = (typeof recordingSources)[number];

/** True for what is spoken into a microphone of this machine. */
export function isSpokenHere(source: RecordingSource | undefined): boolean {
  return source === 'dictation' || source === 'meeting';
}

/** One past transcription (specification, section 2.2). */
export const recording = z
  .object({
    id: z.uuid(),
    text: z
      .string()
      .describe("The final text: rewritten, else after the mode's text rules. Empty until available."),
    postProcessedText: z.string().nullable().describe('The rewritten text.'),
    transcribedText: z.string().nullable().describe("The engine's own text."),
    date: timestamp.describe('When it was recorded or received.'),
    duration: z.number().describe('Seconds; 0 until known.'),
    mode: z.string().nullable().describe("The mode's name at that time."),
    transcriptionProvider: z.string().nullable().describe('The engine or provider that transcribed it.'),
    transcriptionModel: z
      .string()
      .nullable()
      .describe('The model that transcribed it; null until then, and where the provider chose one itself.'),
    postProcessingProvider: z.string().nullable().describe('The provider that rewrote it.'),
    status: z.enum(recordingStatuses).describe('`completed`, `failed` and `cancelled` are final.'),
    audioFilePath: z.string().nullable().describe('Path of its audio on this machine.'),
    modeId: z.string().nullable().describe("The mode's id; the mode may have been deleted since."),
    textBeforeEdit: z
      .string()
      .nullable()
      .describe('The text before the user edited it; null if it was not edited.'),
    earlierText: z
      .string()
      .nullable()
      .describe('The text before it was transcribed again; null if that was not done, or changed nothing.'),
    warning: transcriptionWarning
      .nullable()
      .describe('A warning about its text, such as that it was not rewritten although that was requested.'),
    error: errorBody
      .pick({ code: true, message: true })
      .nullable()
      .describe('Why it failed or was cancelled; null if it is completed.'),
    corrections: z
      .array(correction)
      .optional()
      .describe('Words of the vocabulary that were written for others that sound like them, if any.'),
    source: z.enum(recordingSources).describe('Where the audio came from.'),
    source_name: z.string().nullable().describe('Original file name of the audio; included in searches.'),
    program: z
      .string()
      .nullable()
      .describe('Name of the program that made it with a token of its own, or by microphone; else null.'),
    question: z.string().nullable().describe('What that program had asked, if this is the spoken answer.'),
    deleted_at: timestamp.nullable().describe('When it was moved to the trash; null if it was not.'),
    progressPercent: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe('Progress in percent; only in `GET /recordings/{id}`, and only while work is unfinished.'),
  })
  .meta({ id: 'Recording' });
export type Recording = z.output<typeof recording>;

/** Query of GET /recordings/search. `since` is inclusive, `until` exclusive; milliseconds since 1970 after parsing. */
export const searchRecordingsQuery = z.object({
  q: given(
    z
      .string()
      .max(limits.searchTextCharacters, failing('searchTextAtMost', { count: limits.searchTextCharacters })),
  ).describe('Substring of any of its texts, ignoring case and accents; there are no wildcards.'),
  words: given(
    z
      .string()
      .max(limits.searchTextCharacters, failing('searchTextAtMost', { count: limits.searchTextCharacters })),
  ).describe(
    'Words that stand in its texts, in any order; in double quotes a phrase. Each is a substring, as `q` is.',
  ),
  since: given(instant).describe('Start (inclusive): ISO 8601, or seconds since 1970.'),
  until: given(instant).describe('End (exclusive): ISO 8601, or seconds since 1970.'),
  status: given(z.enum(recordingStatuses)).describe('Only recordings in this status.'),
  mode: given(z.string().max(200)).describe('Name (case-insensitive) or id of a mode.'),
  id: given(
    z
      .string()
      .regex(/^[0-9a-f-]{1,36}$/i, failing('idBeginning'))
      .transform((value) => value.toLowerCase()),
  ).describe('Only recordings whose id starts with this.'),
  trash: given(queryBoolean).describe('Search the trash instead.').meta({ default: false }),
  source: given(z.enum(recordingSources)).describe('Only recordings from this source.'),
  provider: given(z.string().max(200)).describe('Only recordings that this engine or provider transcribed.'),
  limit: given(clampedInteger(1, limits.searchLimitMax))
    .describe('Maximum number of results.')
    .meta({ default: limits.searchLimitDefault }),
  offset: given(queryInteger.pipe(z.int().min(0, failing('offsetFromZero')).max(1_000_000_000)))
    .describe('Number of results to skip.')
    .meta({ default: 0 }),
});
export type SearchRecordingsQuery = z.output<typeof searchRecordingsQuery>;

/** Query of GET /recordings: that of the search without its text. */
export const listRecordingsQuery = searchRecordingsQuery.omit({ q: true, words: true });

/** Body of POST /recordings/purge. */
export const purgeRecordingsBody = z
  .object({
    ids: given(z.array(z.string()).max(10_000)).describe(
      'Which recordings in the trash; default: all of them.',
    ),
  })
  .meta({ id: 'PurgeRecordings' });

/** Answer of GET /recordings and of GET /recordings/search, newest first. */
export const recordingPage = z
  .object({
    ok: z.literal(true),
    total: z.int().describe('Number of matches; exact up to 10,000.'),
    total_capped: z.literal(true).optional().describe('There are more matches than `total`.'),
    returned: z.int().describe('Number of recordings in this response.'),
    recordings: z.array(recording),
  })
  .meta({ id: 'RecordingPage' });
export type RecordingPage = z.output<typeof recordingPage>;

/** Body of POST /recordings/{id}/retranscribe: the options of a transcription that make sense for a kept recording. */
export const retranscribeBody = transcribeOptions
  .pick({
    mode_id: true,
    engine: true,
    model: true,
    language: true,
    timestamp_granularities: true,
    vocabulary: true,
    post_process: true,
    preset: true,
    async: true,
  })
  .meta({ id: 'Retranscribe' });
export type RetranscribeBody = z.output<typeof retranscribeBody>;

/** Body of PATCH /recordings/{id}. */
export const editRecordingBody = z
  .object({
    text: z
      .string()
      .max(limits.textCharacters, failing('textAtMost', { count: limits.textCharacters }))
      .nullable()
      .describe('The new text; null reverts all edits.'),
    learn: given(z.boolean()).describe(
      'Answer with the word that was corrected, if there is one to remember.',
    ),
  })
  .meta({ id: 'EditRecording' });

/** A corrected word as the vocabulary would keep it. */
const learnedWord = z
  .object({
    heard: z.string().describe('What stood there before.'),
    phrase: z.string().describe('For `POST /vocabulary`.'),
    written: z.string().nullable().describe('For `POST /vocabulary`.'),
  })
  .meta({ id: 'LearnedWord' });
export type LearnedWord = z.output<typeof learnedWord>;

/** Query of GET /retention. */
export const retentionQuery = z.object({
  days: queryInteger.pipe(z.int().min(1).max(3_650)).describe('Recordings older than this many days.'),
});

/** What an age limit on recordings would move to the trash right now. */
const retentionPreview = z
  .object({
    ok: z.literal(true),
    recordings: z.int(),
    audio_bytes: z.int().describe('Total size of their audio files.'),
    oldest: timestamp.nullable(),
  })
  .meta({ id: 'RetentionPreview' });
export type RetentionPreview = z.output<typeof retentionPreview>;

const spoken = {
  words: z.int().describe('Words of the final texts; two characters of Chinese or Japanese count as one.'),
  seconds: z.number().describe('Length of the audio.'),
};

/** What was dictated and transcribed in the last year, counted from the history alone. */
export const statistics = z
  .object({
    ok: z.literal(true),
    dictated: z.object({ recordings: z.int(), ...spoken }).describe('All dictations of the last 365 days.'),
    days: z
      .array(z.object({ day: z.iso.date().describe('In the time zone of this machine.'), ...spoken }))
      .describe('Days with a dictation, oldest first.'),
    modes: z
      .array(z.object({ name: z.string().nullable(), ...spoken }))
      .describe('Dictations by mode, most words first; at most 20.'),
    programs: z
      .array(z.object({ source: z.enum(recordingSources), program: z.string().nullable(), ...spoken }))
      .describe('All recordings by where they came from, most words first; at most 20.'),
  })
  .meta({ id: 'Statistics' });
export type Statistics = z.output<typeof statistics>;

/** A program that can make recordings sees its own; only `history.read` shows all of them. */
const readsRecordings = [['history.read', 'transcribe', 'record']] as const;

const api = { audience: 'api', needsToken: true, tag: 'Recordings' } as const;
const app = { audience: 'app', needsToken: true, tag: 'Recordings' } as const;

export const recordingsRoutes = {
  listRecordings: {
    method: 'GET',
    path: '/recordings',
    ...api,
    scopes: readsRecordings,
    summary: 'The newest recordings',
    query: listRecordingsQuery,
    returns: returnsJson(recordingPage),
    errors: ['TIMEOUT'],
  },
  searchRecordings: {
    method: 'GET',
    path: '/recordings/search',
    ...api,
    scopes: readsRecordings,
    summary: 'Substring search over past transcripts, newest first',
    query: searchRecordingsQuery,
    returns: returnsJson(recordingPage),
    errors: ['TIMEOUT'],
  },
  getRecording: {
    method: 'GET',
    path: '/recordings/{id}',
    ...api,
    scopes: readsRecordings,
    summary: 'One recording',
    params: byId,
    returns: returnsOk({ recording }),
    errors: ['RECORDING_NOT_FOUND'],
  },
  deleteRecording: {
    method: 'DELETE',
    path: '/recordings/{id}',
    ...api,
    scopes: ['history.write'],
    summary: 'Move a recording to the trash, where it stays for 30 days',
    params: byId,
    returns: returnsOk({}),
    errors: ['RECORDING_NOT_FOUND', 'BUSY'],
  },
  getRecordingAudio: {
    method: 'GET',
    path: '/recordings/{id}/audio',
    ...api,
    scopes: readsRecordings,
    summary: 'The audio of a recording, with byte ranges',
    params: byId,
    returns: { kind: 'file', contentTypes: ['audio/*', 'video/*'], ranges: true },
    errors: ['RECORDING_NOT_FOUND', 'FILE_NOT_FOUND'],
  },
  getTranscript: {
    method: 'GET',
    path: '/recordings/{id}/transcript.{format}',
    ...api,
    scopes: readsRecordings,
    summary: 'The transcript as a file: txt, srt, vtt or json',
    params: z.object({ id: z.string(), format: z.enum(transcriptFormats) }),
    query: captionShapeQuery,
    returns: {
      kind: 'file',
      contentTypes: ['text/plain', 'application/x-subrip', 'text/vtt', 'application/json'],
    },
    errors: ['RECORDING_NOT_FOUND'],
  },
  retranscribe: {
    method: 'POST',
    path: '/recordings/{id}/retranscribe',
    ...api,
    scopes: ['transcribe'],
    summary: 'Transcribe the stored audio again, optionally with other options',
    description:
      'Options that are not given keep their values from the last transcription of this recording, with two exceptions: with `mode_id` or `engine` none are kept, and with `model` the engine is not kept. The text stays until it is replaced.',
    params: byId,
    body: jsonBody(retranscribeBody, { optional: true }),
    returns: returnsJson(z.union([transcription, acceptedTranscription])),
    errors: [...transcriptionErrors, 'RECORDING_NOT_FOUND', 'BUSY', 'FILE_NOT_FOUND'],
  },
  cancelRecording: {
    method: 'POST',
    path: '/recordings/{id}/cancel',
    ...api,
    scopes: [['transcribe', 'history.write']],
    summary: 'Stop the work on a recording, waiting or running',
    description:
      'The audio stays, the status is `cancelled` (or `completed` again, with a `warning`, if there is an earlier text). A recording without work in progress is returned unchanged, so calling this twice is harmless.',
    params: byId,
    returns: returnsOk({ recording }),
    errors: ['RECORDING_NOT_FOUND'],
  },

  editRecording: {
    method: 'PATCH',
    path: '/recordings/{id}',
    ...app,
    summary: "Edit the text of a recording; the engine's own text is kept",
    params: byId,
    body: jsonBody(editRecordingBody),
    returns: returnsOk({
      recording,
      learned: learnedWord.optional().describe('With `learn`, a corrected word. Each is given once, ever.'),
    }),
    errors: ['RECORDING_NOT_FOUND', 'BUSY'],
  },
  undoRewriting: {
    method: 'POST',
    path: '/recordings/{id}/undo-rewriting',
    ...app,
    summary: 'Go back to the text before the language model rewrote it',
    params: byId,
    returns: returnsOk({ recording }),
    errors: ['RECORDING_NOT_FOUND', 'BUSY', 'CONFLICT'],
  },
  previewRetention: {
    method: 'GET',
    path: '/retention',
    ...app,
    summary: 'What an age limit on recordings would move to the trash now',
    query: retentionQuery,
    returns: returnsJson(retentionPreview),
  },
  getStatistics: {
    method: 'GET',
    path: '/statistics',
    ...app,
    summary: 'How much was dictated in the last year, by day, mode and program',
    returns: returnsJson(statistics),
    errors: ['TIMEOUT', 'RATE_LIMITED'],
  },
  purgeRecordings: {
    method: 'POST',
    path: '/recordings/purge',
    ...api,
    scopes: ['history.write'],
    summary: 'Delete recordings in the trash permanently: all of them, or the given ones',
    description: 'Programs may do this only if the user has allowed it (`programsMayPurge`).',
    body: jsonBody(purgeRecordingsBody, { optional: true }),
    returns: returnsOk({ purged: z.int() }),
    errors: ['PURGE_NOT_ALLOWED', 'RECORDING_NOT_FOUND'],
  },
  restoreRecording: {
    method: 'POST',
    path: '/recordings/{id}/restore',
    ...api,
    scopes: ['history.write'],
    summary: 'Restore a recording from the trash',
    description:
      'A recording that is not in the trash is returned unchanged, so calling this twice is harmless.',
    params: byId,
    returns: returnsOk({ recording }),
    errors: ['RECORDING_NOT_FOUND'],
  },
} as const satisfies Record<string, WrittenRoute>;
