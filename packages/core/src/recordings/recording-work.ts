import {
  AppError,
  finalStatuses,
  type Mode,
  type RecordingStatus,
  say,
  storedAdvice,
  type Warning,
  withAdvice,
} from '@quoth/contract';
import type { Transaction } from 'kysely';
import type { EventBus } from '../base/index.ts';
import { type Schema, unflushed } from '../database/index.ts';
import {
  type AcceptedWork,
  indexTexts,
  type PlannedWebhook,
  type RecordingPlaces,
  type StoredRecording,
  storedWarning,
  type TranscriptionRecord,
  toStored,
} from './stored-recordings.ts';

/** One request for a recording's transcript. The next request for the same recording has the next number. */
export interface WorkRun {
  readonly id: string;
  readonly run: number;
}

/**
 * Queues the work again, checking in the same step that none is under way; the previous text stays until there is a new
 * one, and then beside it. Throws BUSY while the recording is being processed.
 */
export async function requeueWork(
  { database, events }: RecordingPlaces,
  id: string,
  options: AcceptedWork['options'],
  mode: Pick<Mode, 'id' | 'name'>,
): Promise<WorkRun> {
  const [row] = await database
    .updateTable('recordings')
    .set((column) => ({
      status: 'pending',
      attempts: 0,
      work_run: column('work_run', '+', 1),
      earlier_text: column.case().when('text', '=', '').then(null).else(column.ref('text')).end(),
      error_code: null,
      error_message: null,
      options: JSON.stringify({ options } satisfies AcceptedWork),
      mode_id: mode.id,
      mode_name: mode.name,
    }))
    .where('id', '=', id)
    .where('status', 'in', [...finalStatuses])
    .returning('work_run')
    .execute();
  if (!row) throw stillInProgress();
  statusChanged(events, id, 'pending');
  return { id, run: row.work_run };
}

/**
 * Counts one more attempt (`by` 1), before anything is done that could end the application; takes it back (`by` -1)
 * while the work only waits: a crash is nothing against those that wait. Not flushed: what a file can end is this
 * process.
 */
export async function countAttempt(
  { database }: RecordingPlaces,
  work: WorkRun,
  by: 1 | -1 = 1,
): Promise<void> {
  const { numUpdatedRows } = await unflushed(database)
    .updateTable('recordings')
    .set((row) => ({ attempts: row('attempts', '+', by) }))
    .where('id', '=', work.id)
    .where('work_run', '=', work.run)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw superseded();
}

/**
 * Shows that the engine is in progress; with `attempts` 1 it counts as an attempt only now. Not flushed: a restart
 * resumes what was pending in the same way.
 */
export async function beginWork(
  { database, events }: RecordingPlaces,
  work: WorkRun,
  attempts: 0 | 1 = 0,
): Promise<void> {
  const { numUpdatedRows } = await unflushed(database)
    .updateTable('recordings')
    .set((row) => ({ status: 'transcribing', attempts: row('attempts', '+', attempts) }))
    .where('id', '=', work.id)
    .where('work_run', '=', work.run)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw superseded();
  statusChanged(events, work.id, 'transcribing');
}

/**
 * Stores what was recognised before a language model rewrites it: whatever happens then, it need not be recognised (and
 * paid for) again.
 */
export async function keepRecognized(
  places: RecordingPlaces,
  work: WorkRun,
  record: TranscriptionRecord,
): Promise<void> {
  await writeRecord(places, work, 'post_processing', record);
}

/** Stores the text. Webhooks get it that were there when the recording began, or its work after a restart. */
export async function completeWork(
  places: RecordingPlaces,
  work: WorkRun,
  record: TranscriptionRecord,
  webhooks: readonly PlannedWebhook[] = [],
): Promise<void> {
  await writeRecord(places, work, 'completed', record, webhooks);
}

/** Puts the work back so that the next start resumes it; our own interruption does not count as an attempt. */
export async function interruptWork({ database }: RecordingPlaces, { id, run }: WorkRun): Promise<void> {
  await database
    .updateTable('recordings')
    // A transcript that is already recognised is kept.
    .set((row) => ({
      status: row.case().when('status', '=', 'post_processing').then('post_processing').else('pending').end(),
      attempts: 0,
    }))
    .where('id', '=', id)
    .where('work_run', '=', run)
    .where('status', 'in', ['pending', 'transcribing', 'post_processing'])
    .execute();
}

/**
 * Ends the work without a new text. A recording that has one, from before or because it was recognised, goes back to
 * `completed`, and the reason is its warning: a recording with a text has not failed. Nothing happens where the run is
 * over: it was asked for again, or has ended already.
 */
export async function failWork(
  { database, events }: RecordingPlaces,
  { id, run }: WorkRun,
  status: 'failed' | 'cancelled',
  error: Pick<AppError, 'code' | 'said'>,
  duration?: number,
): Promise<void> {
  const next = await database.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('recordings')
      .select(['transcribed_text', 'duration_s'])
      .where('id', '=', id)
      .where('work_run', '=', run)
      .where('status', 'not in', [...finalStatuses])
      .executeTakeFirst();
    if (!before) return undefined;
    const ended: RecordingStatus = before.transcribed_text !== null ? 'completed' : status;
    await transaction
      .updateTable('recordings')
      .set({
        status: ended,
        ...(ended === 'completed'
          ? { warning: storedWarning(withAdvice({ code: error.code }, { message: [error.said] })) }
          : { error_code: error.code, error_message: storedAdvice([error.said]) }),
        ...(duration !== undefined && before.duration_s === 0 && { duration_s: duration }),
      })
      .where('id', '=', id)
      .execute();
    return ended;
  });
  if (next) statusChanged(events, id, next);
}

/** Work that an earlier run of the application accepted and did not finish, oldest first. */
export async function unfinishedWork({ database, folder }: RecordingPlaces): Promise<StoredRecording[]> {
  const rows = await database
    .selectFrom('recordings')
    .selectAll()
    .where('status', 'not in', [...finalStatuses])
    .where('deleted_ms', 'is', null)
    .orderBy('seq')
    .execute();
  return rows.map((row) => toStored(row, folder));
}

async function writeRecord(
  { database, events, onCompleted }: RecordingPlaces,
  { id, run }: WorkRun,
  status: 'post_processing' | 'completed',
  record: TranscriptionRecord,
  webhooks: readonly PlannedWebhook[] = [],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const warning = record.warning ?? (await interruptedWarning(transaction, id));
    const { numUpdatedRows } = await transaction
      .updateTable('recordings')
      .set({
        status,
        text: record.text,
        text_before_edit: null,
        transcribed_text: record.transcribedText,
        post_processed_text: record.postProcessed?.text ?? null,
        transcription_provider: record.provider,
        transcription_model: record.model,
        language: record.language,
        post_processing_provider: record.postProcessed?.provider ?? null,
        duration_s: record.duration,
        words: record.words.length > 0 ? JSON.stringify(record.words) : null,
        segments: record.segments.length > 0 ? JSON.stringify(record.segments) : null,
        error_code: null,
        error_message: null,
        warning: warning === undefined ? null : storedWarning(warning),
        ...(record.voiceLine && { voice_line: record.voiceLine }),
        corrections:
          record.corrections && record.corrections.length > 0 ? JSON.stringify(record.corrections) : null,
      })
      .where('id', '=', id)
      .where('work_run', '=', run)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw superseded();
    await indexTexts(transaction, id);
    if (status === 'completed') await onCompleted(transaction, id, webhooks);
  });
  statusChanged(events, id, status);
}

function statusChanged(events: EventBus, recordingId: string, status: RecordingStatus): void {
  events.publish({ type: 'recording-status-changed', recordingId, status });
}

/** Said beside the text of a recording that a crash cut off. */
async function interruptedWarning(
  transaction: Transaction<Schema>,
  id: string,
): Promise<Warning | undefined> {
  const row = await transaction
    .selectFrom('recordings')
    .select('options')
    .where('id', '=', id)
    .executeTakeFirst();
  const work = JSON.parse(row?.options ?? '{}') as Partial<AcceptedWork>;
  if (work.interrupted !== true) return undefined;
  return withAdvice({ code: 'CANCELLED' }, { message: [say('recordingCutOff')] });
}

function stillInProgress(): AppError {
  return new AppError('BUSY', {
    message: say('recordingInProgress'),
    remedy: say('waitForFinalStatus'),
  });
}

function superseded(): AppError {
  return new AppError('CANCELLED', {
    message: say('transcribedAgain'),
    hint: say('readRecordingAgain'),
  });
}
