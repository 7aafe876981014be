import { randomUUID } from 'node:crypto';
import { access, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { contentTypeOf } from '@quoth/audio';
import {
  AppError,
  type AudioFormat,
  finalStatuses,
  limits,
  type Mode,
  type Recording,
  type RecordingPage,
  type RecordingSource,
  type SearchRecordingsQuery,
} from '@quoth/contract';
import {
  type Clock,
  DAY_MS,
  type DataFolder,
  type EventBus,
  type Logger,
  moveDurably,
  untilWritten,
} from '../base/index.ts';
import type { ChangeJournal } from '../changes/index.ts';
import { type Database, emptyLog, type RecordingsTable } from '../database/index.ts';
import type { ChangeAuthor } from '../declarations/index.ts';
import { audioFileOf, emptyRow, freeSeq, indexTexts } from './recording-rows.ts';
import { keepRequestKey, type RequestKey } from './request-key-store.ts';
import { Searcher } from './search/index.ts';
import { type AcceptedWork, type StoredRecording, toRecording, toStored } from './stored-recording.ts';

export interface RecordingStoreOptions {
  readonly database: Database;
  readonly folder: DataFolder;
  readonly events: EventBus;
  readonly clock: Clock;
  /** Where changes of programs are written down. */
  readonly journal: ChangeJournal;
  readonly logger: Logger;
}

/** A recording about to be accepted. */
export interface NewRecording {
  readonly source: RecordingSource;
  readonly mode: Pick<Mode, 'id' | 'name'>;
  readonly options: AcceptedWork['options'];
  /** Name of the file that the audio came in. */
  readonly sourceName?: string | undefined;
  /** Whole audio in `incoming`; moved into the recording's own place. */
  readonly audio: { readonly path: string; readonly format: AudioFormat };
  /** The caller's own key, written down together with the recording. */
  readonly requestKey?: RequestKey | undefined;
  /** Of the request that made it. */
  readonly requestId?: string | undefined;
}

/** Past transcriptions and the audio they came from. */
export class RecordingStore {
  readonly #database: Database;
  readonly #folder: DataFolder;
  readonly #events: EventBus;
  readonly #clock: Clock;
  readonly #journal: ChangeJournal;
  readonly #logger: Logger;
  readonly #searcher: Searcher;

  constructor({ database, folder, events, clock, journal, logger }: RecordingStoreOptions) {
    this.#database = database;
    this.#folder = folder;
    this.#events = events;
    this.#clock = clock;
    this.#journal = journal;
    this.#logger = logger;
    this.#searcher = new Searcher({ databasePath: folder.database });
  }

  /**
   * Makes the row, then moves the audio to its place. When this returns, both have reached the disk: from here on nothing
   * is lost, whatever dies.
   */
  async accept({
    source,
    sourceName,
    mode,
    options,
    audio,
    requestKey,
    requestId,
  }: NewRecording): Promise<StoredRecording> {
    const id = randomUUID();
    const now = this.#clock.now();
    const work: AcceptedWork = { options, incoming: basename(audio.path) };
    const audioFile = audioFileOf(id, now, audio.format);
    await this.#database.transaction().execute(async (transaction) => {
      const row: RecordingsTable = {
        ...emptyRow,
        seq: await freeSeq(transaction, now),
        id,
        date_ms: now,
        status: 'pending',
        source,
        mode_id: mode.id,
        mode_name: mode.name,
        options: JSON.stringify(work),
        audio_file: audioFile,
        audio_format: audio.format,
        source_name: sourceName ?? null,
      };
      await transaction.insertInto('recordings').values(row).execute();
      if (sourceName !== undefined) await indexTexts(transaction, id);
      if (requestKey) await keepRequestKey(transaction, requestKey, id, now);
    });
    const path = this.#audioPath(audioFile);
    await moveDurably(audio.path, path).catch(async (error: unknown) => {
      // Not accepted after all: nothing may be left that looks as if it were.
      if (!(await exists(path))) {
        await untilWritten(() => this.#forget(id), {
          logger: this.#logger,
          what: 'that a recording was rejected after all',
        });
      }
      throw error;
    });
    this.#events.publish({
      type: 'recording-created',
      recordingId: id,
      ...(requestId !== undefined && { requestId }),
    });
    return this.stored(id);
  }

  /** Throws RECORDING_NOT_FOUND for an unknown or malformed id, and for one in the trash. */
  async get(id: string): Promise<Recording> {
    return toRecording(await this.#row(id), (file) => this.#audioPath(file));
  }

  async stored(id: string): Promise<StoredRecording> {
    return toStored(await this.#row(id), (file) => this.#audioPath(file));
  }

  /** Finishes the move that a crash cut off. False when the audio is gone. */
  async securedAudio({ recording, work }: StoredRecording): Promise<boolean> {
    const path = recording.audioFilePath;
    if (path === null) return false;
    if (await exists(path)) return true;
    if (work.incoming === undefined) return false;
    const incoming = join(this.#folder.incoming, basename(work.incoming));
    if (!(await exists(incoming))) return false;
    await moveDurably(incoming, path);
    return true;
  }

  /** Substring search (contract, section 4, Recordings), newest first. Throws TIMEOUT, RATE_LIMITED, or the signal's reason. */
  async search(
    query: SearchRecordingsQuery,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<RecordingPage> {
    if (query.trash && query.q) {
      throw new AppError('INVALID_REQUEST', {
        message: 'The texts of recordings in the trash cannot be searched.',
        hint: 'Leave "q" out, and narrow the list by time, status or mode.',
      });
    }
    const found = await this.#searcher.find(
      {
        text: query.q ?? '',
        since: query.since,
        until: query.until,
        status: query.status,
        mode: query.mode,
        id: query.id,
        inTrash: query.trash ?? false,
        source: query.source,
        limit: query.limit ?? limits.searchLimitDefault,
        offset: query.offset ?? 0,
      },
      signal,
    );
    const recordings = await this.#bySeq(found.seqs, query.trash ?? false);
    return {
      ok: true,
      total: found.total,
      ...(found.capped && { total_capped: true }),
      returned: recordings.length,
      recordings,
    };
  }

  /** The newest transcripts, none of them empty: at most `count`. Read from the index by status, on the main connection. */
  async newestTexts(count: number): Promise<readonly string[]> {
    const rows = await this.#database
      .selectFrom('recordings')
      .select('text')
      .where('status', '=', 'completed')
      .where('deleted_ms', 'is', null)
      .where('text', '!=', '')
      .orderBy('seq', 'desc')
      .limit(count)
      .execute();
    return rows.map(({ text }) => text);
  }

  /** Replaces the text by the user's own; null takes every edit back. What the engine and the language model gave stays. */
  async edit(id: string, text: string | null): Promise<Recording> {
    const row = await this.#row(id);
    const before = row.text_before_edit ?? row.text;
    const next = text ?? before;
    await this.#database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('recordings')
        .set({ text: next, text_before_edit: next === before ? null : before })
        .where('id', '=', row.id)
        .execute();
      await indexTexts(transaction, row.id);
    });
    this.#events.publish({ type: 'recording-edited', recordingId: row.id });
    return this.get(row.id);
  }

  /** Ids of the finished recordings from before a time, oldest first. */
  async olderThan(dateMs: number): Promise<{ id: string; audioPath: string | null; dateMs: number }[]> {
    const rows = await this.#database
      .selectFrom('recordings')
      .select(['id', 'audio_file', 'date_ms'])
      .where('date_ms', '<', dateMs)
      .where('deleted_ms', 'is', null)
      .where('status', 'in', [...finalStatuses])
      .orderBy('seq')
      .execute();
    return rows.map(({ id, audio_file, date_ms }) => ({
      id,
      audioPath: audio_file === null ? null : this.#audioPath(audio_file),
      dateMs: date_ms,
    }));
  }

  /** Puts a recording into the trash; its audio stays where it is for 30 days. */
  async moveToTrash(id: string, by: ChangeAuthor = 'user'): Promise<void> {
    const row = await this.#row(id);
    const announce = await this.#database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('recordings')
        .set({ deleted_ms: this.#clock.now() })
        .where('id', '=', row.id)
        .execute();
      await transaction.deleteFrom('recording_texts').where('seq', '=', row.seq).execute();
      if (by !== 'program') return undefined;
      return this.#journal.write(transaction, {
        kind: 'recording-deleted',
        subjectId: row.id,
        title: '',
      });
    });
    announce?.();
    this.#events.publish({ type: 'recording-deleted', recordingId: row.id });
  }

  /** Takes a recording back out of the trash; one that is not there comes back as it is. */
  async restore(id: string): Promise<Recording> {
    const row = await this.#row(id, { inTrash: 'either' });
    if (row.deleted_ms === null) return this.get(row.id);
    await this.#database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('recordings')
        .set({ deleted_ms: null })
        .where('id', '=', row.id)
        .execute();
      await indexTexts(transaction, row.id);
    });
    this.#events.publish({ type: 'recording-created', recordingId: row.id });
    return this.get(row.id);
  }

  /** Deletes for good what has been in the trash for 30 days: the audio first, so that a crash leaves no file without a row. */
  async emptyTrash(): Promise<void> {
    const until = this.#clock.now() - limits.trashDays * DAY_MS;
    const rows = await this.#database
      .selectFrom('recordings')
      .select(['id', 'audio_file'])
      .where('deleted_ms', '<=', until)
      .execute();
    for (const row of rows) await this.#deleteForGood(row);
    if (rows.length > 0) await emptyLog(this.#database);
  }

  /** Deletes for good what is in the trash, or those of it that are named. Throws RECORDING_NOT_FOUND before anything is deleted. */
  async purge(ids: readonly string[] | undefined): Promise<number> {
    const rows = ids
      ? await Promise.all(ids.map((id) => this.#row(id, { inTrash: true })))
      : await this.#database
          .selectFrom('recordings')
          .select(['id', 'audio_file'])
          .where('deleted_ms', 'is not', null)
          .execute();
    for (const row of rows) await this.#deleteForGood(row);
    if (rows.length > 0) await emptyLog(this.#database);
    return rows.length;
  }

  /** Where the audio lies and what it is. Throws FILE_NOT_FOUND when it is gone. */
  async audio(
    id: string,
  ): Promise<{ path: string; contentType: string; fileName: string; format: AudioFormat }> {
    const { recording, audioFormat } = await this.stored(id);
    if (
      recording.audioFilePath === null ||
      audioFormat === null ||
      !(await exists(recording.audioFilePath))
    ) {
      throw new AppError('FILE_NOT_FOUND', {
        message: 'The audio of this recording no longer exists.',
        hint: 'Its transcript can still be read.',
      });
    }
    const format = audioFormat as AudioFormat;
    return {
      path: recording.audioFilePath,
      contentType: contentTypeOf(format),
      fileName: basename(recording.audioFilePath),
      format,
    };
  }

  async close(): Promise<void> {
    await this.#searcher.close();
  }

  async #bySeq(seqs: readonly number[], inTrash: boolean): Promise<Recording[]> {
    if (seqs.length === 0) return [];
    const rows = await this.#database
      .selectFrom('recordings')
      .selectAll()
      .where('seq', 'in', [...seqs])
      .where('deleted_ms', inTrash ? 'is not' : 'is', null)
      .orderBy('seq', 'desc')
      .execute();
    return rows.map((row) => toRecording(row, (file) => this.#audioPath(file)));
  }

  async #row(
    id: string,
    { inTrash = false }: { readonly inTrash?: boolean | 'either' } = {},
  ): Promise<RecordingsTable> {
    const found = await this.#database
      .selectFrom('recordings')
      .selectAll()
      .where('id', '=', id.toLowerCase())
      .executeTakeFirst();
    const isThere = found && (inTrash === 'either' || inTrash === (found.deleted_ms !== null));
    const row = isThere ? found : undefined;
    if (!row) throw new AppError('RECORDING_NOT_FOUND');
    return row;
  }

  /** The audio first, so that a crash leaves no file without a row. */
  async #deleteForGood({ id, audio_file }: Pick<RecordingsTable, 'id' | 'audio_file'>): Promise<void> {
    if (audio_file !== null) await rm(this.#audioPath(audio_file), { force: true });
    await this.#database.deleteFrom('recordings').where('id', '=', id).execute();
  }

  async #forget(id: string): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('recordings').where('id', '=', id).execute();
      await transaction.deleteFrom('request_keys').where('recording_id', '=', id).execute();
    });
  }

  #audioPath(file: string): string {
    return join(this.#folder.audio, file);
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
