import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WavFile } from '@quoth/audio';
import { type AppError, asAppError, DatabaseLocked } from '@quoth/contract';
import { type Logger, UnlinkedFile, untilWritten } from '../base/index.ts';
import type { BegunRecording, DictatedRecordings } from '../recordings/index.ts';
import { notKept } from './recorder-words.ts';

export interface RecordingFilesOptions {
  readonly recordings: DictatedRecordings;
  /** Folder of files that live no longer than their work. */
  readonly spoolFolder: string;
  readonly logger: Logger;
}

/** Between two attempts, once the database has given up waiting for the lock. */
const LOCKED_RETRY_MS = 500;

/** Waits as long as another program holds the database's lock: until then the samples are in memory, and nothing of the recording is lost. */
async function whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(asAppError(error) instanceof DatabaseLocked)) throw error;
      await sleep(LOCKED_RETRY_MS);
    }
  }
}

/** The files and rows of recordings that go on: in the history, or, if private, a file of which nothing remains. */
export class RecordingFiles {
  readonly #with: RecordingFilesOptions;
  readonly #privateFiles = new Map<string, UnlinkedFile>();

  constructor(options: RecordingFilesOptions) {
    this.#with = options;
  }

  /** The file of a recording that is kept, and its row. */
  async kept(begun: BegunRecording): Promise<{ readonly path: string; readonly wav: WavFile }> {
    const path = await whileLocked(() => this.#with.recordings.begin(begun));
    try {
      return { path, wav: await WavFile.create(path) };
    } catch (error) {
      await this.#discard(begun.id);
      throw error;
    }
  }

  /** The file of one that is not; `close` deletes it. */
  async nameless(id: string): Promise<{ readonly path: string; readonly wav: WavFile }> {
    const file = UnlinkedFile.create(join(this.#with.spoolFolder, `${id}.wav`));
    this.#privateFiles.set(id, file);
    return { path: file.path, wav: await WavFile.fill(file.path) };
  }

  /** Deletes the file of a private recording. */
  close(id: string): void {
    this.#privateFiles.get(id)?.close();
    this.#privateFiles.delete(id);
  }

  /** Completes a row. `status` undefined: nothing of it is kept. Gives why its end could not be written at once. */
  async endRow(
    id: string,
    status: 'pending' | 'cancelled' | undefined,
    durationSeconds: number,
  ): Promise<AppError | undefined> {
    const { recordings, logger } = this.#with;
    if (status === undefined) {
      await this.#discard(id);
      return undefined;
    }
    try {
      await whileLocked(() => recordings.end(id, status, durationSeconds));
      return undefined;
    } catch (error) {
      const failure = notKept(error, true);
      const write = () =>
        status === 'cancelled'
          ? recordings.end(id, status, durationSeconds)
          : recordings.fail(id, failure.toBody(), durationSeconds);
      await untilWritten(write, { logger, what: 'that a recording has ended' });
      return failure;
    }
  }

  async #discard(id: string): Promise<void> {
    const { recordings, logger } = this.#with;
    await untilWritten(() => recordings.discard(id), {
      logger,
      what: 'that nothing of a recording was kept',
    });
  }
}
