import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, type Recording, type RetentionPreview } from '@quoth/contract';
import { type Clock, DAY_MS, type DataFolder, type EventBus, isoTime, type Logger } from '../base/index.ts';
import type { ChangeJournal } from '../changes.ts';
import { type Database, emptyLog, type RecordingsTable } from '../database/index.ts';
import type { ChangeAuthor } from '../declarations/index.ts';
import { findRow, indexTexts, type RecordingStore, toRecording } from './stored-recordings.ts';

export interface RecordingTrashOptions {
  readonly database: Database;
  readonly folder: Pick<DataFolder, 'audio'>;
  readonly events: EventBus;
  readonly clock: Clock;
  /** Where changes made by programs are recorded. */
  readonly journal: ChangeJournal;
}

/** Recordings that were deleted: they can be restored for 30 days, then they are deleted permanently. */
export class RecordingTrash {
  readonly #with: RecordingTrashOptions;

  constructor(options: RecordingTrashOptions) {
    this.#with = options;
  }

  /** Moves a recording to the trash; its audio stays where it is. Throws RECORDING_NOT_FOUND. */
  async moveToTrash(id: string, by: ChangeAuthor = 'user'): Promise<void> {
    const { database, events, clock, journal } = this.#with;
    const row = await findRow(database, id);
    const announce = await database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('recordings')
        .set({ deleted_ms: clock.now() })
        .where('id', '=', row.id)
        .execute();
      await transaction.deleteFrom('recording_texts').where('seq', '=', row.seq).execute();
      if (by !== 'program') return undefined;
      return journal.write(transaction, { kind: 'recording-deleted', subjectId: row.id, title: '' });
    });
    announce?.();
    events.publish({ type: 'recording-deleted', recordingId: row.id });
  }

  /** Takes a recording out of the trash; one that is not in it is returned unchanged. Throws RECORDING_NOT_FOUND. */
  async restore(id: string): Promise<Recording> {
    const { database, events } = this.#with;
    const row = await findRow(database, id, { inTrash: 'either' });
    if (row.deleted_ms === null) return this.#recording(row);
    await database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('recordings')
        .set({ deleted_ms: null })
        .where('id', '=', row.id)
        .execute();
      await indexTexts(transaction, row.id);
    });
    events.publish({ type: 'recording-created', recordingId: row.id });
    return this.#recording(await findRow(database, row.id));
  }

  /** Permanently deletes what has been in the trash for 30 days. */
  async emptyTrash(): Promise<void> {
    const { database, clock } = this.#with;
    const rows = await database
      .selectFrom('recordings')
      .select(['id', 'audio_file'])
      .where('deleted_ms', '<=', clock.now() - limits.trashDays * DAY_MS)
      .execute();
    await this.#deleteForGood(rows);
  }

  /**
   * Permanently deletes the named recordings in the trash, or all of them (with `madeBy`, all that this program made) if none are named. Returns how many. Throws RECORDING_NOT_FOUND
   * before anything is deleted.
   */
  async purge(ids: readonly string[] | undefined, madeBy?: string): Promise<number> {
    const { database } = this.#with;
    const rows = ids
      ? await Promise.all(ids.map((id) => findRow(database, id, { inTrash: true })))
      : await database
          .selectFrom('recordings')
          .select(['id', 'audio_file'])
          .where('deleted_ms', 'is not', null)
          .$if(madeBy !== undefined, (query) => query.where('made_by', '=', madeBy ?? ''))
          .execute();
    await this.#deleteForGood(rows);
    return rows.length;
  }

  /** The audio first, so that a crash leaves no file without a row. */
  async #deleteForGood(rows: readonly Pick<RecordingsTable, 'id' | 'audio_file'>[]): Promise<void> {
    const { database, folder } = this.#with;
    for (const { id, audio_file } of rows) {
      if (audio_file !== null) await rm(join(folder.audio, audio_file), { force: true });
      await database.deleteFrom('recordings').where('id', '=', id).execute();
    }
    if (rows.length > 0) await emptyLog(database);
  }

  #recording(row: RecordingsTable): Recording {
    return toRecording(row, (file) => join(this.#with.folder.audio, file));
  }
}

export interface RetentionOptions {
  readonly recordings: Pick<RecordingStore, 'olderThan'>;
  readonly trash: Pick<RecordingTrash, 'moveToTrash'>;
  readonly clock: Clock;
  /** The user's limit in days; null if none exists. */
  readonly days: () => number | null;
  /** True while a recording is being processed. */
  readonly isAtWork: (id: string) => boolean;
}

/** The user's limit on the age of recordings. Older ones move to the trash, from which they can be restored for 30 days. */
export class Retention {
  readonly #with: RetentionOptions;

  constructor(options: RetentionOptions) {
    this.#with = options;
  }

  /** What this limit would move to the trash now. Changes nothing. */
  async preview(days: number): Promise<RetentionPreview> {
    const old = await this.#olderThan(days);
    const sizes = await Promise.all(old.map(({ audioPath }) => (audioPath === null ? 0 : sizeOf(audioPath))));
    const [oldest] = old;
    return {
      ok: true,
      recordings: old.length,
      audio_bytes: sizes.reduce((sum, size) => sum + size, 0),
      oldest: oldest ? isoTime(oldest.dateMs) : null,
    };
  }

  /** Moves what is too old to the trash, if the user has set a limit. Returns how many. */
  async apply(): Promise<number> {
    const days = this.#with.days();
    if (days === null) return 0;
    const old = (await this.#olderThan(days)).filter(({ id }) => !this.#with.isAtWork(id));
    for (const { id } of old) await this.#with.trash.moveToTrash(id);
    return old.length;
  }

  #olderThan(days: number) {
    return this.#with.recordings.olderThan(this.#with.clock.now() - days * DAY_MS);
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

export interface HousekeepingOptions {
  readonly retention: Pick<Retention, 'apply'>;
  readonly trash: Pick<RecordingTrash, 'emptyTrash'>;
  readonly journal: Pick<ChangeJournal, 'forgetOld'>;
  readonly logger: Logger;
}

/** Removes what is kept only for a limited time: recordings past the user's limit, old trash, and changes that can no longer be undone. */
export class Housekeeping {
  readonly #with: HousekeepingOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: HousekeepingOptions) {
    this.#with = options;
  }

  /** Runs now, and rejects if that fails; then every day until `close`, when a failure is only logged. */
  async start(): Promise<void> {
    await this.#run();
    this.#timer = setInterval(() => {
      this.#run().catch((error: unknown) => {
        this.#with.logger.error({ error }, 'Old recordings could not be removed.');
      });
    }, DAY_MS);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #run(): Promise<void> {
    const { retention, trash, journal } = this.#with;
    await retention.apply();
    await trash.emptyTrash();
    await journal.forgetOld();
  }
}
