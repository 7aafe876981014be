import { randomUUID } from 'node:crypto';
import { access, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type ErrorBody,
  finalStatuses,
  limits,
  type Mode,
  type Recording,
  type RecordingPage,
  type RecordingSource,
  type RecordingStatus,
  type SearchRecordingsQuery,
} from '@quoth/contract';
import { type AudioFormat, contentTypeOf } from '../audio/index.ts';
import {
  AppError,
  type Clock,
  type DataFolder,
  type EventBus,
  moveDurably,
  untilWritten,
} from '../base/index.ts';
import type { Database, RecordingsTable } from '../database/index.ts';
import { audioFileOf, emptyRow, freeSeq, indexTexts } from './recording-rows.ts';
import { keepRequestKey, type RequestKey } from './request-key-store.ts';
import { Searcher } from './search/index.ts';
import {
  type AcceptedWork,
  type StoredRecording,
  type TranscriptionRecord,
  toRecording,
  toStored,
} from './stored-recording.ts';

export interface RecordingStoreOptions {
  readonly database: Database;
  readonly folder: DataFolder;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** A recording about to be accepted. */
export interface NewRecording {
  readonly source: RecordingSource;
  readonly mode: Pick<Mode, 'id' | 'name'>;
  readonly options: AcceptedWork['options'];
  /** Whole audio in `incoming`; moved into the recording's own place. */
  readonly audio: { readonly path: string; readonly format: AudioFormat };
  /** The caller's own key, written down together with the recording. */
  readonly requestKey?: RequestKey | undefined;
}

/** Past transcriptions and the audio they came from. */
export class RecordingStore {
  readonly #database: Database;
  readonly #folder: DataFolder;
  readonly #events: EventBus;
  readonly #clock: Clock;
  readonly #searcher: Searcher;

  constructor({ database, folder, events, clock }: RecordingStoreOptions) {
    this.#database = database;
    this.#folder = folder;
    this.#events = events;
    this.#clock = clock;
    this.#searcher = new Searcher({ databasePath: folder.database });
  }

  /**
   * Makes the row, then moves the audio to its place. When this returns, both have reached the disk: from here on nothing
   * is lost, whatever dies.
   */
  async accept({ source, mode, options, audio, requestKey }: NewRecording): Promise<StoredRecording> {
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
      };
      await transaction.insertInto('recordings').values(row).execute();
      if (requestKey) await keepRequestKey(transaction, requestKey, id, now);
    });
    const path = this.#audioPath(audioFile);
    await moveDurably(audio.path, path).catch(async (error: unknown) => {
      // Not accepted after all: nothing may be left that looks as if it were.
      if (!(await exists(path))) {
        await untilWritten(() => this.#forget(id));
      }
      throw error;
    });
    this.#events.publish({ type: 'recording-created', recordingId: id });
    return this.stored(id);
  }

  /** Throws RECORDING_NOT_FOUND for an unknown or malformed id, and for one in the trash. */
  async get(id: string): Promise<Recording> {
    return toRecording(await this.#row(id), (file) => this.#audioPath(file));
  }

  async stored(id: string): Promise<StoredRecording> {
    return toStored(await this.#row(id), (file) => this.#audioPath(file));
  }

  /** Counts one more attempt, and shows that the engine is at work. */
  async begin(id: string): Promise<void> {
    await this.#database
      .updateTable('recordings')
      .set((row) => ({ status: 'transcribing', attempts: row('attempts', '+', 1) }))
      .where('id', '=', id)
      .execute();
    this.#statusChanged(id, 'transcribing');
  }

  /** Shows that a language model is at work on the text. */
  async beginRewriting(id: string): Promise<void> {
    await this.#database
      .updateTable('recordings')
      .set({ status: 'post_processing' })
      .where('id', '=', id)
      .execute();
    this.#statusChanged(id, 'post_processing');
  }

  /** Asks for the work anew; the text of before stays until there is another one. */
  async requeue(
    id: string,
    options: AcceptedWork['options'],
    mode: Pick<Mode, 'id' | 'name'>,
  ): Promise<void> {
    await this.#database
      .updateTable('recordings')
      .set({
        status: 'pending',
        attempts: 0,
        options: JSON.stringify({ options } satisfies AcceptedWork),
        mode_id: mode.id,
        mode_name: mode.name,
      })
      .where('id', '=', id)
      .execute();
    this.#statusChanged(id, 'pending');
  }

  /** Puts the work back to where the next start takes it up; an interruption of ours is no attempt of its own. */
  async interrupt(id: string): Promise<void> {
    await this.#database
      .updateTable('recordings')
      .set({ status: 'pending', attempts: 0 })
      .where('id', '=', id)
      .where('status', 'in', ['pending', 'transcribing', 'post_processing'])
      .execute();
  }

  async complete(id: string, record: TranscriptionRecord): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('recordings')
        .set({
          status: 'completed',
          text: record.text,
          transcribed_text: record.transcribedText,
          post_processed_text: record.postProcessed?.text ?? null,
          transcription_provider: record.provider,
          transcription_model: record.model,
          language: record.language,
          post_processing_provider: record.postProcessed?.provider ?? null,
          duration_s: record.duration,
          words: record.words.length > 0 ? JSON.stringify(record.words) : null,
          segments: record.segments.length > 0 ? JSON.stringify(record.segments) : null,
          // A text that was not rewritten although that was asked for is a text all the same.
          error_code: record.warning?.code ?? null,
          error_message: record.warning?.message ?? null,
        })
        .where('id', '=', id)
        .execute();
      await indexTexts(transaction, id);
    });
    this.#statusChanged(id, 'completed');
  }

  /** Ends the work without a new text. A recording that has one from before goes back to `completed`, with the error beside it. */
  async fail(
    id: string,
    status: 'failed' | 'cancelled',
    error: Pick<ErrorBody, 'code' | 'message'>,
    duration?: number,
  ): Promise<void> {
    const before = await this.#row(id);
    const next: RecordingStatus = before.transcribed_text !== null ? 'completed' : status;
    await this.#database
      .updateTable('recordings')
      .set({
        status: next,
        error_code: error.code,
        error_message: error.message,
        ...(duration !== undefined && before.duration_s === 0 && { duration_s: duration }),
      })
      .where('id', '=', id)
      .execute();
    this.#statusChanged(id, next);
  }

  /** Work that an earlier run accepted and did not finish, oldest first. */
  async unfinished(): Promise<StoredRecording[]> {
    const rows = await this.#database
      .selectFrom('recordings')
      .selectAll()
      .where('status', 'not in', [...finalStatuses])
      .where('deleted_ms', 'is', null)
      .orderBy('seq')
      .execute();
    return rows.map((row) => toStored(row, (file) => this.#audioPath(file)));
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
  async search(query: SearchRecordingsQuery, signal?: AbortSignal): Promise<RecordingPage> {
    const found = await this.#searcher.find(
      {
        text: query.q ?? '',
        since: query.since,
        until: query.until,
        status: query.status,
        mode: query.mode,
        limit: query.limit ?? limits.searchLimitDefault,
        offset: query.offset ?? 0,
      },
      signal,
    );
    const recordings = await this.#bySeq(found.seqs);
    return {
      ok: true,
      total: found.total,
      ...(found.capped && { total_capped: true }),
      returned: recordings.length,
      recordings,
    };
  }

  /** Puts a recording into the trash; its audio stays where it is for 30 days. */
  async moveToTrash(id: string): Promise<void> {
    const row = await this.#row(id);
    await this.#database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('recordings')
        .set({ deleted_ms: this.#clock.now() })
        .where('id', '=', row.id)
        .execute();
      await transaction.deleteFrom('recording_texts').where('seq', '=', row.seq).execute();
    });
    this.#events.publish({ type: 'recording-deleted', recordingId: row.id });
  }

  /** Takes a recording back out of the trash. */
  async restore(id: string): Promise<Recording> {
    const row = await this.#row(id, { inTrash: true });
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
    const until = this.#clock.now() - limits.trashDays * 24 * 3_600_000;
    const rows = await this.#database
      .selectFrom('recordings')
      .select(['id', 'audio_file'])
      .where('deleted_ms', '<=', until)
      .execute();
    for (const { id, audio_file } of rows) {
      if (audio_file !== null) await rm(this.#audioPath(audio_file), { force: true });
      await this.#database.deleteFrom('recordings').where('id', '=', id).execute();
    }
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
        message: 'The audio of this recording is no longer there.',
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

  async #bySeq(seqs: readonly number[]): Promise<Recording[]> {
    if (seqs.length === 0) return [];
    const rows = await this.#database
      .selectFrom('recordings')
      .selectAll()
      .where('seq', 'in', [...seqs])
      .where('deleted_ms', 'is', null)
      .orderBy('seq', 'desc')
      .execute();
    return rows.map((row) => toRecording(row, (file) => this.#audioPath(file)));
  }

  async #row(id: string, { inTrash = false } = {}): Promise<RecordingsTable> {
    const row = await this.#database
      .selectFrom('recordings')
      .selectAll()
      .where('id', '=', id.toLowerCase())
      .where('deleted_ms', inTrash ? 'is not' : 'is', null)
      .executeTakeFirst();
    if (!row) throw new AppError('RECORDING_NOT_FOUND');
    return row;
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

  #statusChanged(recordingId: string, status: RecordingStatus): void {
    this.#events.publish({ type: 'recording-status-changed', recordingId, status });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
