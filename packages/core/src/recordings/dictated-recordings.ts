import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { repairWav, SAMPLE_RATE } from '@quoth/audio';
import type { ErrorBody, Mode, RecordingSource } from '@quoth/contract';
import type { Clock, DataFolder, EventBus, Logger } from '../base/index.ts';
import type { ChangeJournal } from '../changes/index.ts';
import type { Database, RecordingsTable } from '../database/index.ts';
import type { RecordingMaker } from '../declarations/index.ts';
import type { RecordingMakers } from './recording-makers.ts';
import { audioFileOf, emptyRow, freeSeq, indexTexts } from './recording-rows.ts';
import type { AcceptedWork } from './stored-recording.ts';

export interface DictatedRecordingsOptions {
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

/** A recording that begins. */
export interface BegunRecording {
  readonly id: string;
  readonly mode: Pick<Mode, 'id' | 'name'>;
  readonly options: AcceptedWork['options'];
  /** Where it is spoken: by default into a microphone of this machine. */
  readonly source?: RecordingSource;
  /** What its sender calls it. */
  readonly sourceName?: string | undefined;
  /** Id of the request that sends it. */
  readonly requestId?: string | undefined;
  /** The program that asked for it; undefined for the user. */
  readonly madeBy?: RecordingMaker | undefined;
  /** What that program had asked, where this recording answers. */
  readonly question?: string | undefined;
  /** True if the program of an action asked for it. */
  readonly byAction?: boolean | undefined;
}

/** Recordings whose audio comes while somebody speaks: a row from their first sample on, and audio that grows beside it. */
export class DictatedRecordings {
  readonly #with: DictatedRecordingsOptions;

  constructor(options: DictatedRecordingsOptions) {
    this.#with = options;
  }

  /** Creates the row, and returns the path to write the audio (wav) to. */
  async begin(begun: BegunRecording): Promise<string> {
    const {
      id,
      mode,
      options,
      source = 'dictation',
      sourceName,
      requestId,
      madeBy,
      question,
      byAction,
    } = begun;
    const { database, folder, events, clock, makers, journal } = this.#with;
    const now = clock.now();
    const audioFile = audioFileOf(id, now, 'wav');
    const path = join(folder.audio, audioFile);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const announce = await database.transaction().execute(async (transaction) => {
      const row: RecordingsTable = {
        ...emptyRow,
        seq: await freeSeq(transaction, now),
        id,
        date_ms: now,
        status: 'recording',
        source,
        mode_id: mode.id,
        mode_name: mode.name,
        options: JSON.stringify({ options, ...(byAction && { byAction }) } satisfies AcceptedWork),
        audio_file: audioFile,
        audio_format: 'wav',
        source_name: sourceName ?? null,
        made_by: madeBy?.tokenId ?? null,
        made_by_name: madeBy?.name ?? null,
        question: question ?? null,
      };
      await transaction.insertInto('recordings').values(row).execute();
      if (sourceName !== undefined) await indexTexts(transaction, id);
      if (source !== 'api') return undefined;
      return journal?.write(transaction, { kind: 'recording-created', subjectId: id, title: '' });
    });
    if (madeBy) makers?.note(id, madeBy.tokenId);
    events.publish({
      type: 'recording-created',
      recordingId: id,
      ...(requestId !== undefined && { requestId }),
    });
    announce?.();
    return path;
  }

  /** Its audio is complete: it now waits to be transcribed, or its user cancelled it. */
  async end(id: string, status: 'pending' | 'cancelled', durationSeconds: number): Promise<void> {
    const { database, events } = this.#with;
    await database
      .updateTable('recordings')
      .set({
        status,
        duration_s: durationSeconds,
        ...(status === 'cancelled' && {
          error_code: 'CANCELLED',
          error_message: 'The recording was cancelled. Its audio is kept.',
        }),
      })
      .where('id', '=', id)
      .where('status', '=', 'recording')
      .execute();
    events.publish({ type: 'recording-status-changed', recordingId: id, status });
  }

  /** Its audio is there, but its end could not be written at once: it becomes text when its user asks for it. */
  async fail(
    id: string,
    { code, message }: Pick<ErrorBody, 'code' | 'message'>,
    durationSeconds: number,
  ): Promise<void> {
    const { database, events } = this.#with;
    const { numUpdatedRows } = await database
      .updateTable('recordings')
      .set({ status: 'failed', duration_s: durationSeconds, error_code: code, error_message: message })
      .where('id', '=', id)
      .where('status', '=', 'recording')
      .executeTakeFirst();
    if (numUpdatedRows > 0n)
      events.publish({ type: 'recording-status-changed', recordingId: id, status: 'failed' });
  }

  /** The disk took its row, but no sound: nothing is left of it. */
  async discard(id: string): Promise<void> {
    const { database, folder, events } = this.#with;
    const row = await database
      .deleteFrom('recordings')
      .where('id', '=', id)
      .where('status', '=', 'recording')
      .returning('audio_file')
      .executeTakeFirst();
    if (!row) return;
    if (row.audio_file !== null) await rm(join(folder.audio, row.audio_file), { force: true });
    events.publish({ type: 'recording-deleted', recordingId: id });
  }

  /** Called at start: what a crash cut off in the middle of recording becomes a whole file that waits for its text, and is marked. */
  async reconcile(): Promise<void> {
    const { database, folder, logger } = this.#with;
    const rows = await database
      .selectFrom('recordings')
      .select(['id', 'audio_file', 'options'])
      .where('status', '=', 'recording')
      .execute();
    for (const { id, audio_file, options } of rows) {
      const path = audio_file === null ? undefined : join(folder.audio, audio_file);
      const samples = path === undefined ? 0 : await samplesIn(path);
      if (samples instanceof Error) {
        // A disk that fails now may not fail at the next start; what was said stays as it is until then.
        logger.error(
          { recording: id, error: samples },
          'An interrupted recording cannot be read; it is kept.',
        );
        continue;
      }
      if (samples === 0) {
        // Killed between its row and its first sound: there is nothing that could be lost.
        if (path !== undefined) await rm(path, { force: true });
        await database.deleteFrom('recordings').where('id', '=', id).execute();
        continue;
      }
      const work: AcceptedWork = { ...(JSON.parse(options) as AcceptedWork), interrupted: true };
      await database
        .updateTable('recordings')
        .set({
          status: 'pending',
          duration_s: samples / SAMPLE_RATE,
          options: JSON.stringify(work),
        })
        .where('id', '=', id)
        .execute();
      logger.warn({ recording: id }, 'An interrupted recording is being resumed.');
    }
  }
}

/** Samples of a recording that was cut off, made whole; 0 only where nothing was ever written, and an error where nobody can tell. */
async function samplesIn(path: string): Promise<number | Error> {
  try {
    return await repairWav(path);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return 'code' in error && error.code === 'ENOENT' ? 0 : error;
  }
}
