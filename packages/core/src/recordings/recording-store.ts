import { basename, join } from 'node:path';
import { AppError, type AudioFormat, contentTypeOf, finalStatuses, type Recording } from '@quoth/contract';
import { type DataFolder, type EventBus, fileExists } from '../base/index.ts';
import type { Database } from '../database/index.ts';
import { findRow, indexTexts } from './recording-rows.ts';
import { type StoredRecording, toRecording, toStored } from './stored-recording.ts';

export interface RecordingStoreOptions {
  readonly database: Database;
  readonly folder: Pick<DataFolder, 'audio'>;
  readonly events: EventBus;
}

/** A finished recording and its age. */
export interface DatedRecording {
  readonly id: string;
  /** Absolute path of its audio; null if it never had any. */
  readonly audioPath: string | null;
  /** Unix time in milliseconds. */
  readonly dateMs: number;
}

/** Past transcriptions and the audio they came from. */
export class RecordingStore {
  readonly #database: Database;
  readonly #folder: Pick<DataFolder, 'audio'>;
  readonly #events: EventBus;

  constructor({ database, folder, events }: RecordingStoreOptions) {
    this.#database = database;
    this.#folder = folder;
    this.#events = events;
  }

  /** Throws RECORDING_NOT_FOUND for an unknown or malformed id, and for one in the trash. */
  async get(id: string): Promise<Recording> {
    return toRecording(await findRow(this.#database, id), (file) => this.#audioPath(file));
  }

  /** Like `get`, with what only the application itself uses. */
  async stored(id: string): Promise<StoredRecording> {
    return toStored(await findRow(this.#database, id), (file) => this.#audioPath(file));
  }

  /** Replaces the text with the user's own; null undoes every edit. What the engine and the language model wrote is kept. */
  async edit(id: string, text: string | null): Promise<Recording> {
    const row = await findRow(this.#database, id);
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

  /** The finished recordings from before a time, oldest first; none from the trash. */
  async olderThan(dateMs: number): Promise<readonly DatedRecording[]> {
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

  /** Where the audio is and what it is. Throws FILE_NOT_FOUND if it no longer exists. */
  async audio(
    id: string,
  ): Promise<{ path: string; contentType: string; fileName: string; format: AudioFormat }> {
    const { recording, audioFormat } = await this.stored(id);
    if (
      recording.audioFilePath === null ||
      audioFormat === null ||
      !(await fileExists(recording.audioFilePath))
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

  #audioPath(file: string): string {
    return join(this.#folder.audio, file);
  }
}
