import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import type { AudioFormat, Mode, RecordingSource } from '@quoth/contract';
import {
  type Clock,
  type DataFolder,
  type EventBus,
  fileExists,
  type Logger,
  moveDurably,
  untilWritten,
} from '../base/index.ts';
import type { ChangeJournal } from '../changes/index.ts';
import type { Database, RecordingsTable } from '../database/index.ts';
import type { RecordingMaker } from '../declarations/index.ts';
import type { RecordingMakers } from './recording-makers.ts';
import { audioFileOf, emptyRow, findRow, freeSeq, indexTexts } from './recording-rows.ts';
import { keepRequestKey, type RequestKey } from './request-key-store.ts';
import { type AcceptedWork, type StoredRecording, toStored } from './stored-recording.ts';

export interface AcceptedRecordingsOptions {
  readonly database: Database;
  readonly folder: DataFolder;
  readonly events: EventBus;
  readonly clock: Clock;
  /** Told who made each; nobody is when absent. */
  readonly makers?: Pick<RecordingMakers, 'note'>;
  /** Notes what programs make, so that it can be undone. */
  readonly journal?: Pick<ChangeJournal, 'write'>;
  readonly logger: Logger;
}

/** A recording about to be accepted. */
export interface NewRecording {
  readonly source: RecordingSource;
  readonly mode: Pick<Mode, 'id' | 'name'>;
  readonly options: AcceptedWork['options'];
  /** Name of the file that was sent. */
  readonly sourceName?: string | undefined;
  /** Complete audio in `incoming`; it is moved to the recording's own place. */
  readonly audio: { readonly path: string; readonly format: AudioFormat };
  /** The caller's own key, stored in the same transaction as the recording. */
  readonly requestKey?: RequestKey | undefined;
  /** Id of the request that created it. */
  readonly requestId?: string | undefined;
  /** The program that made it, by its named token. */
  readonly madeBy?: RecordingMaker | undefined;
  /** True if the program of an action asked for it. */
  readonly byAction?: boolean | undefined;
}

/** Recordings of audio that somebody sent: each gets a row, and its audio a place of its own. */
export class AcceptedRecordings {
  readonly #with: AcceptedRecordingsOptions;

  constructor(options: AcceptedRecordingsOptions) {
    this.#with = options;
  }

  /**
   * Writes the row, then moves the audio to its place. When this returns, both have reached the disk: from then on nothing is lost, whatever
   * crashes.
   */
  async accept({
    source,
    sourceName,
    mode,
    options,
    audio,
    requestKey,
    requestId,
    madeBy,
    byAction,
  }: NewRecording): Promise<StoredRecording> {
    const { database, folder, events, clock, makers, journal, logger } = this.#with;
    const id = randomUUID();
    const now = clock.now();
    const work: AcceptedWork = { options, incoming: basename(audio.path), ...(byAction && { byAction }) };
    const audioFile = audioFileOf(id, now, audio.format);
    const announce = await database.transaction().execute(async (transaction) => {
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
        made_by: madeBy?.tokenId ?? null,
        made_by_name: madeBy?.name ?? null,
      };
      await transaction.insertInto('recordings').values(row).execute();
      if (sourceName !== undefined) await indexTexts(transaction, id);
      if (requestKey) await keepRequestKey(transaction, requestKey, id, now);
      if (source !== 'api') return undefined;
      return journal?.write(transaction, { kind: 'recording-created', subjectId: id, title: '' });
    });
    const path = join(folder.audio, audioFile);
    await moveDurably(audio.path, path).catch(async (error: unknown) => {
      // It was not accepted after all, and nothing may look as if it had been.
      if (!(await fileExists(path))) {
        await untilWritten(() => this.#forget(id), {
          logger,
          what: 'that a recording was rejected after all',
        });
      }
      throw error;
    });
    if (madeBy) makers?.note(id, madeBy.tokenId);
    events.publish({
      type: 'recording-created',
      recordingId: id,
      ...(requestId !== undefined && { requestId }),
    });
    announce?.();
    return toStored(await findRow(database, id), (file) => join(folder.audio, file));
  }

  /** Finishes a move that a crash interrupted. False if the audio is gone. */
  async securedAudio({ recording, work }: StoredRecording): Promise<boolean> {
    const path = recording.audioFilePath;
    if (path === null) return false;
    if (await fileExists(path)) return true;
    if (work.incoming === undefined) return false;
    const incoming = join(this.#with.folder.incoming, basename(work.incoming));
    if (!(await fileExists(incoming))) return false;
    await moveDurably(incoming, path);
    return true;
  }

  async #forget(id: string): Promise<void> {
    await this.#with.database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('recordings').where('id', '=', id).execute();
      await transaction.deleteFrom('request_keys').where('recording_id', '=', id).execute();
    });
  }
}
