import { basename, join } from 'node:path';
import {
  type Advice,
  AppError,
  type AudioFormat,
  adviceIn,
  type Correction,
  contentTypeOf,
  type ErrorCode,
  type Recording,
  type RecordingSource,
  readAdvice,
  recording as recordingSchema,
  type Segment,
  say,
  storedError,
  type TranscribeOptions,
  type TranscriptionWarning,
  visibleLine,
  type Word,
  withAdvice,
} from '@quoth/contract';
import type { Transaction } from 'kysely';
import { type DataFolder, fileExists, isoTime } from '../base/index.ts';
import {
  type CoreContext,
  type Database,
  type RecordingsTable,
  type Schema,
  unflushed,
} from '../database/index.ts';
import { DISCARDING, foldAll, SEQ_PER_MILLISECOND } from './find-recordings.ts';

/** The options of a transcription that are kept with its recording. */
const keptNames = [
  'mode_id',
  'engine',
  'model',
  'language',
  'vocabulary',
  'translate',
  'post_process',
  'preset',
  'timestamp_granularities',
  'channels',
] as const;

type KeptOptions = Pick<TranscribeOptions, (typeof keptNames)[number]>;

/** What is kept of the options, so that interrupted work can be taken up again. */
export function keptOptions(options: KeptOptions): KeptOptions {
  const given = keptNames.filter((name) => options[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, options[name]]));
}

/** What was asked for when the recording was accepted: enough to take the work up again after a crash. */
export interface AcceptedWork {
  readonly options: KeptOptions;
  /** Name below `incoming`, from where the audio is moved once the row is there. */
  readonly incoming?: string | undefined;
  /** Quoth ended while it was being recorded, so that its end may be missing. */
  readonly interrupted?: boolean;
  /** The program of an action asked for it, so that it triggers none. */
  readonly byAction?: boolean;
}

/** What a finished transcription leaves in its recording. */
export interface TranscriptionRecord {
  /** What the user gets: after the mode's text rules, and rewritten if requested. */
  readonly text: string;
  /** The engine's own. */
  readonly transcribedText: string;
  readonly provider: string;
  readonly model: string;
  readonly language: string | null;
  /** Seconds. */
  readonly duration: number;
  readonly words: readonly Word[];
  readonly segments: readonly Segment[];
  /** Where the vocabulary corrected the engine's text. */
  readonly corrections?: readonly Correction[];
  /** How loud it is, where its samples were read for this. */
  readonly voiceLine?: Uint8Array;
  /** Present if a language model wrote the text: what it wrote, and its provider. */
  readonly postProcessed?: { readonly text: string; readonly provider: string };
  /**
   * What to know of the text: it was not rewritten although that was asked for, or the model did not understand the
   * speech.
   */
  readonly warning?: TranscriptionWarning;
}

/** A recording with what only the application itself needs of it. */
export interface StoredRecording {
  readonly recording: Recording;
  readonly work: AcceptedWork;
  readonly attempts: number;
  /** See `WorkRun`. */
  readonly run: number;
  readonly audioFormat: string | null;
  readonly model: string | null;
  readonly language: string | null;
  readonly words: readonly Word[];
  readonly segments: readonly Segment[];
}

/** The row as the API shows it. */
export function toRecording(row: RecordingsTable, { audio }: Pick<DataFolder, 'audio'>): Recording {
  return {
    id: row.id,
    text: row.text,
    postProcessedText: row.post_processed_text,
    transcribedText: row.transcribed_text,
    date: isoTime(row.date_ms),
    duration: row.duration_s,
    mode: row.mode_name === null ? null : visibleLine(row.mode_name, '\ufffd'),
    transcriptionProvider: row.transcription_provider,
    transcriptionModel: row.transcription_model,
    postProcessingProvider: row.post_processing_provider,
    status: recordingSchema.shape.status.parse(row.status),
    audioFilePath: audioPathIn(audio, row.audio_file),
    modeId: row.mode_id,
    textBeforeEdit: row.text_before_edit,
    earlierText: row.earlier_text === row.text ? null : row.earlier_text,
    warning: row.warning === null ? null : readWarning(row.warning),
    error: row.error_code === null ? null : storedError(row.error_code as ErrorCode, row.error_message ?? ''),
    ...(row.corrections !== null && { corrections: JSON.parse(row.corrections) as Correction[] }),
    source: recordingSchema.shape.source.parse(row.source),
    // An earlier version kept invisible characters of file names.
    source_name: row.source_name && visibleLine(row.source_name),
    program: row.made_by_name,
    question: row.question,
    deleted_at: row.deleted_ms === null ? null : isoTime(row.deleted_ms),
  };
}

/** The row as the application itself uses it. */
export function toStored(row: RecordingsTable, folder: Pick<DataFolder, 'audio'>): StoredRecording {
  return {
    recording: toRecording(row, folder),
    work: JSON.parse(row.options) as AcceptedWork,
    attempts: row.attempts,
    run: row.work_run,
    audioFormat: row.audio_format,
    model: row.transcription_model,
    language: row.language,
    words: row.words === null ? [] : (JSON.parse(row.words) as Word[]),
    segments: row.segments === null ? [] : (JSON.parse(row.segments) as Segment[]),
  };
}

/** A row about which nothing is known yet. */
export const emptyRow = {
  duration_s: 0,
  text: '',
  text_before_edit: null,
  earlier_text: null,
  transcribed_text: null,
  post_processed_text: null,
  transcription_provider: null,
  transcription_model: null,
  language: null,
  post_processing_provider: null,
  error_code: null,
  error_message: null,
  warning: null,
  corrections: null,
  words: null,
  segments: null,
  attempts: 0,
  work_run: 1,
  source_name: null,
  made_by: null,
  made_by_name: null,
  question: null,
  voice_line: null,
  deleted_ms: null,
} as const;

/** Path of a recording's audio, below the data folder's `audio`. */
export function audioFileOf(id: string, dateMs: number, format: AudioFormat): string {
  const [year = '', month = ''] = new Date(dateMs).toISOString().split('-');
  return join(year, month, `${id}.${format}`);
}

/** Below the folder of kept audio: `2026/11/<id>.wav`. */
export const audioName = /^\d{4}[/\\]\d{2}[/\\][0-9a-f-]{36}\.[a-z0-9]{1,8}$/;

/**
 * Where a recording's audio lies; null for a name that Quoth does not write: such a row leads to another file, which is
 * neither read nor deleted.
 */
export function audioPathIn(audioFolder: string, name: string | null): string | null {
  return name !== null && audioName.test(name) ? join(audioFolder, name) : null;
}

/**
 * The row of a recording. Throws RECORDING_NOT_FOUND for an unknown or malformed id, and for one on the other side of
 * the trash.
 */
export async function findRow(
  database: Database | Transaction<Schema>,
  id: string,
  { inTrash = false }: { readonly inTrash?: boolean | 'either' } = {},
): Promise<RecordingsTable> {
  const row = await database
    .selectFrom('recordings')
    .selectAll()
    .where('id', '=', id.toLowerCase())
    .where('status', '!=', DISCARDING)
    .executeTakeFirst();
  if (row && (inTrash === 'either' || inTrash === (row.deleted_ms !== null))) return row;
  throw new AppError('RECORDING_NOT_FOUND');
}

/** The next free `seq` in this millisecond: a recording's time, made unique. */
export async function freeSeq(transaction: Transaction<Schema>, dateMs: number): Promise<number> {
  const first = dateMs * SEQ_PER_MILLISECOND;
  const taken = await transaction
    .selectFrom('recordings')
    .select((row) => row.fn.max('seq').as('seq'))
    .where('seq', '>=', first)
    .where('seq', '<', first + SEQ_PER_MILLISECOND)
    .executeTakeFirst();
  return taken?.seq === null || taken?.seq === undefined ? first : taken.seq + 1;
}

/** Brings the search index up to date with the recording's texts. */
export async function indexTexts(transaction: Transaction<Schema>, id: string): Promise<void> {
  const row = await transaction
    .selectFrom('recordings')
    .select(['seq', 'text', 'transcribed_text', 'post_processed_text', 'source_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const folded = foldAll([row.text, row.post_processed_text, row.transcribed_text, row.source_name]);
  await transaction.deleteFrom('recording_texts').where('seq', '=', row.seq).execute();
  if (folded !== '')
    await transaction.insertInto('recording_texts').values({ seq: row.seq, folded }).execute();
}

/** Where recordings and their audio are, and what hears of changes to them. */
export interface RecordingPlaces extends CoreContext {
  readonly folder: DataFolder;
  readonly makers: RecordingMakers;
  /** Called in the transaction that completes a recording, with the webhooks that may get its text; must not throw. */
  readonly onCompleted: (
    transaction: Transaction<Schema>,
    recordingId: string,
    webhooks: readonly PlannedWebhook[],
  ) => Promise<void>;
}

/** A webhook of a recording's mode, as it was when the recording began. */
export interface PlannedWebhook {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly sources: readonly RecordingSource[];
}

/** Throws RECORDING_NOT_FOUND for an unknown or malformed id, and for one in the trash. */
export async function getRecording({ database, folder }: RecordingPlaces, id: string): Promise<Recording> {
  return toRecording(await findRow(database, id), folder);
}

/** The named token that made a recording, in the trash or not; null if none did. Throws RECORDING_NOT_FOUND. */
export async function makerOf(
  { database }: Pick<RecordingPlaces, 'database'>,
  id: string,
): Promise<string | null> {
  return (await findRow(database, id, { inTrash: 'either' })).made_by;
}

/** Like `getRecording`, with what only the application itself uses. */
export async function getStored({ database, folder }: RecordingPlaces, id: string): Promise<StoredRecording> {
  return toStored(await findRow(database, id), folder);
}

/**
 * Replaces the text with the user's own; null undoes every edit. What the engine and the language model wrote is kept.
 */
export async function editRecording(
  places: RecordingPlaces,
  id: string,
  text: string | null,
): Promise<Recording> {
  const { database, events } = places;
  const row = await findRow(database, id);
  const before = row.text_before_edit ?? row.text;
  const next = text ?? before;
  await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('recordings')
      .set({ text: next, text_before_edit: next === before ? null : before })
      .where('id', '=', row.id)
      .execute();
    await indexTexts(transaction, row.id);
  });
  events.publish({ type: 'recording-edited', recordingId: row.id });
  return getRecording(places, row.id);
}

/** Where a recording's audio is and what it is. Throws FILE_NOT_FOUND if it no longer exists. */
export async function getAudio(
  places: RecordingPlaces,
  id: string,
): Promise<{ path: string; contentType: string; fileName: string; format: AudioFormat }> {
  const { recording, audioFormat } = await getStored(places, id);
  const { audioFilePath: path } = recording;
  if (path === null || audioFormat === null || !(await fileExists(path))) {
    throw new AppError('FILE_NOT_FOUND', {
      message: say('recordingWithoutAudio'),
      hint: say('transcriptIsKept'),
    });
  }
  const format = audioFormat as AudioFormat;
  return { path, contentType: contentTypeOf(format), fileName: basename(path), format };
}

/** Of these recordings, the lines that were counted, by id. */
export async function knownVoiceLines(
  { database }: Pick<RecordingPlaces, 'database'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const rows = await database
    .selectFrom('recordings')
    .select(['id', 'voice_line'])
    .where('id', 'in', ids)
    .where('voice_line', 'is not', null)
    .where('status', '!=', DISCARDING)
    .execute();
  return new Map(rows.flatMap(({ id, voice_line }) => (voice_line === null ? [] : [[id, voice_line]])));
}

/** Keeps the line of a recording; of one that still goes on, it is not the whole. */
export async function keepVoiceLine(
  { database }: Pick<RecordingPlaces, 'database'>,
  id: string,
  line: Uint8Array,
): Promise<void> {
  await unflushed(database)
    .updateTable('recordings')
    .set({ voice_line: line })
    .where('id', '=', id)
    .where('status', '!=', 'recording')
    .execute();
}

/** A recording beyond these is old: events about it go to no program that may see only its own. */
const MAX_RECORDINGS = 20_000;

/** Which recordings were made by programs, and by which: the id of the named token that each had. */
export class RecordingMakers {
  readonly #newest = new Map<string, string>();

  static async open(database: Database): Promise<RecordingMakers> {
    const makers = new RecordingMakers();
    const rows = await database
      .selectFrom('recordings')
      .select(['id', 'made_by'])
      .where('made_by', 'is not', null)
      .orderBy('seq', 'desc')
      .limit(MAX_RECORDINGS)
      .execute();
    for (const { id, made_by } of rows.reverse()) if (made_by !== null) makers.note(id, made_by);
    return makers;
  }

  /** From memory, because events cannot wait; of the newest 20,000 recordings that programs made. */
  isMadeBy(recordingId: string, tokenId: string): boolean {
    return this.#newest.get(recordingId) === tokenId;
  }

  /** Told of a recording before any event about it. */
  note(recordingId: string, tokenId: string): void {
    this.#newest.set(recordingId, tokenId);
    const [oldest] = this.#newest.keys();
    if (this.#newest.size > MAX_RECORDINGS && oldest !== undefined) this.#newest.delete(oldest);
  }
}

/** A warning as the database has it: its words, for anyone who looks there, and what it advises as data. */
export function storedWarning(warning: TranscriptionWarning): string {
  const advice = adviceIn(warning, 'message');
  return JSON.stringify({ ...warning, advice });
}

/** Of older versions, there are only the words; and so there are where this one does not know what they are made of. */
function readWarning(stored: string): TranscriptionWarning {
  const { advice, ...warning } = JSON.parse(stored) as TranscriptionWarning & { readonly advice?: Advice };
  const known = advice === undefined ? [] : readAdvice(JSON.stringify(advice));
  return known.length === 0 ? warning : withAdvice(warning, { message: known });
}
