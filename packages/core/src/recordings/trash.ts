import { rm, stat } from 'node:fs/promises';
import {
  AppError,
  asAppError,
  DiskFull,
  finalStatuses,
  limits,
  type Recording,
  type RetentionPreview,
} from '@quoth/contract';
import type { Transaction } from 'kysely';
import { DAY_MS, isoTime, type Logger, untilWritten } from '../base/index.ts';
import { writeChange } from '../changes.ts';
import { emptyLog, type RecordingsTable, type Schema } from '../database/index.ts';
import type { ChangeAuthor } from '../declarations/index.ts';
import { DISCARDING } from './find-recordings.ts';
import { audioPathIn, findRow, getRecording, indexTexts, type RecordingPlaces } from './stored-recordings.ts';

/**
 * Moves a recording to the trash, from which it can be restored for 30 days; its audio stays where it is. Throws
 * RECORDING_NOT_FOUND.
 */
export async function moveToTrash(
  places: RecordingPlaces,
  id: string,
  by: ChangeAuthor = 'user',
): Promise<void> {
  const { database, events, clock } = places;
  const row = await findRow(database, id);
  const announce = await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('recordings')
      .set({ deleted_ms: clock.now() })
      .where('id', '=', row.id)
      .execute();
    await transaction.deleteFrom('recording_texts').where('seq', '=', row.seq).execute();
    if (by !== 'program') return undefined;
    return writeChange(places, transaction, { kind: 'recording-deleted', subjectId: row.id, title: '' });
  });
  announce?.();
  events.publish({ type: 'recording-deleted', recordingId: row.id });
}

/** Takes a recording out of the trash; one that is not in it is returned unchanged. Throws RECORDING_NOT_FOUND. */
export async function restoreRecording(places: RecordingPlaces, id: string): Promise<Recording> {
  const { database, events } = places;
  const restored = await database.transaction().execute(async (transaction) => {
    // Inside: the trash may be emptied meanwhile.
    const row = await findRow(transaction, id, { inTrash: 'either' });
    if (row.deleted_ms === null) return undefined;
    await transaction.updateTable('recordings').set({ deleted_ms: null }).where('id', '=', row.id).execute();
    await indexTexts(transaction, row.id);
    return row.id;
  });
  if (restored !== undefined) events.publish({ type: 'recording-created', recordingId: restored });
  return getRecording(places, id);
}

/**
 * Takes a recording that its speaker discards out of reach: from now on only `undoDiscard` and `deleteDiscarded` know
 * it, and the next start deletes it.
 */
export async function markDiscarded(places: RecordingPlaces, id: string): Promise<void> {
  const { database, events, clock } = places;
  await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('recordings')
      .set({ status: DISCARDING, deleted_ms: clock.now() })
      .where('id', '=', id)
      .returning('seq')
      .executeTakeFirst();
    if (row) await transaction.deleteFrom('recording_texts').where('seq', '=', row.seq).execute();
  });
  events.publish({ type: 'recording-deleted', recordingId: id });
}

/**
 * Puts a discarded recording back: one that has a text is complete, any other waits for it. Throws RECORDING_NOT_FOUND
 * once it is deleted.
 */
export async function undoDiscard({ database, events }: RecordingPlaces, id: string): Promise<void> {
  const isBack = await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('recordings')
      .set((column) => ({
        deleted_ms: null,
        error_code: null,
        error_message: null,
        status: column.case().when('transcribed_text', 'is', null).then('pending').else('completed').end(),
      }))
      .where('id', '=', id)
      .where('status', '=', DISCARDING)
      .returning('id')
      .executeTakeFirst();
    if (row) await indexTexts(transaction, row.id);
    return row !== undefined;
  });
  if (!isBack) throw new AppError('RECORDING_NOT_FOUND');
  events.publish({ type: 'recording-created', recordingId: id });
}

/** Deletes a discarded recording permanently; one that was put back stays. */
export async function deleteDiscarded(places: RecordingPlaces, id: string): Promise<void> {
  const rows = await places.database
    .selectFrom('recordings')
    .select(['id', 'audio_file'])
    .where('id', '=', id)
    .where('status', '=', DISCARDING)
    .execute();
  await deletePermanently(places, rows);
}

/** Permanently deletes what has been in the trash for 30 days. */
export async function emptyTrash(places: RecordingPlaces): Promise<void> {
  const before = places.clock.now() - limits.trashDays * DAY_MS;
  await deletePermanently(
    places,
    await places.database.transaction().execute((transaction) => claim(transaction, { before })),
  );
}

/**
 * Permanently deletes the named recordings in the trash, or all of them (with `madeBy`, all that this program made) if
 * none are named. Returns how many. Throws RECORDING_NOT_FOUND before anything is deleted.
 */
export async function purgeTrash(
  places: RecordingPlaces,
  ids: readonly string[] | undefined,
  madeBy?: string,
): Promise<number> {
  let claimed: Claimed[] = [];
  const claimAll = () =>
    places.database.transaction().execute(async (transaction) => {
      claimed = [];
      if (!ids) claimed = await claim(transaction, { ...(madeBy !== undefined && { madeBy }) });
      for (const id of new Set(ids?.map((each) => each.toLowerCase()))) {
        const row = await findRow(transaction, id, { inTrash: true });
        claimed.push(...(await claim(transaction, { id: row.id })));
      }
    });
  await claimAll().catch(async (error: unknown) => {
    if (!(asAppError(error) instanceof DiskFull)) throw error;
    // Claiming takes room too, and what was to be claimed makes some.
    for (const { audio_file } of claimed) await deleteAudio(places, audio_file);
    await claimAll();
  });
  await deletePermanently(places, claimed);
  return claimed.length;
}

/** Called at start: deletes what an earlier run had begun to delete permanently. */
export async function finishDeletions(places: RecordingPlaces): Promise<void> {
  const rows = await places.database
    .selectFrom('recordings')
    .select(['id', 'audio_file'])
    .where('deleted_ms', 'is not', null)
    .where('status', '=', DISCARDING)
    .execute();
  await deletePermanently(places, rows);
}

type Claimed = Pick<RecordingsTable, 'id' | 'audio_file'>;

/** Takes what is in the trash out of reach in one step, so that no one restores it while it is being deleted. */
function claim(
  transaction: Transaction<Schema>,
  { id, before, madeBy }: { readonly id?: string; readonly before?: number; readonly madeBy?: string },
): Promise<Claimed[]> {
  return transaction
    .updateTable('recordings')
    .set({ status: DISCARDING })
    .where('deleted_ms', 'is not', null)
    .where('status', '!=', DISCARDING)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(before !== undefined, (query) => query.where('deleted_ms', '<=', before ?? 0))
    .$if(madeBy !== undefined, (query) => query.where('made_by', '=', madeBy ?? ''))
    .returning(['id', 'audio_file'])
    .execute();
}

/**
 * The audio first, so that a crash leaves no file without a row. A file that cannot be deleted stops no other; its row
 * stays for the next start.
 */
async function deletePermanently(places: RecordingPlaces, rows: readonly Claimed[]): Promise<void> {
  const failures: unknown[] = [];
  for (const { id, audio_file } of rows)
    try {
      await deleteAudio(places, audio_file);
      await places.database.deleteFrom('recordings').where('id', '=', id).execute();
    } catch (error) {
      failures.push(error);
    }
  // Also where nothing is left to delete: an earlier run may have been killed right before it emptied the log.
  const what = 'that a log holds no deleted text any more';
  await untilWritten(() => emptyLog(places.database), { logger: places.logger, what });
  if (failures.length > 0) throw failures[0];
}

async function deleteAudio({ folder }: RecordingPlaces, name: string | null): Promise<void> {
  const path = audioPathIn(folder.audio, name);
  if (path !== null) await rm(path, { force: true });
}

/** What a limit of so many days on the age of recordings would move to the trash now. Changes nothing. */
export async function previewRetention(places: RecordingPlaces, days: number): Promise<RetentionPreview> {
  const old = await olderThan(places, days);
  const sizes = await Promise.all(
    old.map(({ audio_file }) => {
      const path = audioPathIn(places.folder.audio, audio_file);
      return path === null ? 0 : sizeOf(path);
    }),
  );
  const [oldest] = old;
  return {
    ok: true,
    recordings: old.length,
    audio_bytes: sizes.reduce((sum, size) => sum + size, 0),
    oldest: oldest ? isoTime(oldest.date_ms) : null,
  };
}

/**
 * Moves what is older at `now` than the user's limit, if one is set, to the trash, but for what is being processed.
 */
export async function applyRetention(
  places: RecordingPlaces,
  days: number | null,
  isInProgress: (id: string) => boolean,
  now = places.clock.now(),
): Promise<void> {
  if (days === null) return;
  for (const { id } of await olderThan(places, days, now))
    if (!isInProgress(id)) await moveToTrash(places, id);
}

/** The finished recordings that are older, oldest first; none from the trash. */
function olderThan({ database, clock }: RecordingPlaces, days: number, now = clock.now()) {
  return database
    .selectFrom('recordings')
    .select(['id', 'audio_file', 'date_ms'])
    .where('date_ms', '<', now - days * DAY_MS)
    .where('deleted_ms', 'is', null)
    .where('status', 'in', [...finalStatuses])
    .orderBy('seq')
    .execute();
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/**
 * Does all of the work now, one part after the other, and rejects if one fails; then every day, and whenever `again` is
 * called, until `stop` is. A part that fails stops no other. A later failure is only logged.
 */
export async function everyDay(
  work: readonly (() => Promise<unknown>)[],
  logger: Logger,
): Promise<{ readonly again: () => Promise<void>; readonly stop: () => void }> {
  const failures = async () => {
    const found: unknown[] = [];
    for (const part of work) await part().catch((error: unknown) => found.push(error));
    return found;
  };
  const atStart = await failures();
  if (atStart.length > 0) throw atStart[0];
  const again = async () => {
    for (const error of await failures()) logger.error({ error }, 'Old recordings could not be removed.');
  };
  const timer = setInterval(again, DAY_MS).unref();
  return { again, stop: () => clearInterval(timer) };
}
