import { join } from 'node:path';
import { WavFile } from '@quoth/audio';
import type { AppError, RecordingEnding } from '@quoth/contract';
import { type Logger, UnlinkedFile, untilWritten } from '../base/index.ts';
import type { DictatedRecordings } from '../recordings/index.ts';
import { type Active, programView, workOptions } from './active-recording.ts';
import type { EndedRecording } from './processing-line.ts';
import { RecordedSound } from './recorded-sound.ts';
import { notKept } from './recorder-words.ts';

/** Who made a recording that was asked for with the token of the discovery file; no named token has such an id. */
const SHARED_TOKEN = 'shared-token';

export interface RecordingStorageOptions {
  readonly recordings: DictatedRecordings;
  /** Folder of files that live no longer than their work. */
  readonly spoolFolder: string;
  readonly logger: Logger;
}

/** Where the sound of recordings is stored: in the history, or, if private, in a file of which nothing remains. */
export class RecordingStorage {
  readonly #with: RecordingStorageOptions;
  readonly #privateFiles = new Map<string, UnlinkedFile>();

  constructor(options: RecordingStorageOptions) {
    this.#with = options;
  }

  /** The first sample is here. `onFailure` is called once when the disk does not take any more. */
  begin({ id, body, plan, program, live }: Active, onFailure: (error: unknown) => void): RecordedSound {
    const { recordings, spoolFolder } = this.#with;
    const kept = async () => {
      const path = await recordings.begin({
        id,
        mode: plan.mode,
        options: workOptions(body, plan),
        madeBy: program && { tokenId: program.tokenId ?? SHARED_TOKEN, name: program.name },
        question: program?.question,
      });
      try {
        return { path, wav: await WavFile.create(path) };
      } catch (error) {
        await this.#discard(id);
        throw error;
      }
    };
    const nameless = async () => {
      const file = UnlinkedFile.create(join(spoolFolder, `${id}.wav`));
      this.#privateFiles.set(id, file);
      return { path: file.path, wav: await WavFile.fill(file.path) };
    };
    return new RecordedSound({ begin: body.private ? nameless : kept, live, onFailure });
  }

  /**
   * Completes the recording and returns what to do with it. Calling it late loses nothing. Never rejects: if its end cannot be written, it has
   * failed, and its row says so as soon as the disk allows.
   */
  async end(
    active: Active,
    ending: RecordingEnding,
    status: 'pending' | 'cancelled',
  ): Promise<EndedRecording> {
    const { id, body, plan, program, live, sound } = active;
    const durationSeconds = (await sound?.finish()) ?? 0;
    const audioPath = sound?.path;
    const isPrivate = body.private ?? false;
    const hasAudio = audioPath !== undefined && durationSeconds > 0;
    const ofDisk = active.diskError === undefined ? undefined : notKept(active.diskError, hasAudio);
    const unwritten =
      isPrivate || audioPath === undefined
        ? undefined
        : await this.#endRow(id, hasAudio || status === 'cancelled' ? status : undefined, durationSeconds);
    const failure = unwritten ?? active.failure ?? ofDisk;
    // Nobody will ask for the live transcript.
    if (failure && (unwritten || !hasAudio)) live?.stop(failure);
    const { mode } = plan;
    return {
      facts: {
        id,
        mode: { id: mode.id, name: mode.name },
        delivery: body.delivery ?? 'paste',
        program: programView(program),
        private: isPrivate,
        ended_by: ending,
        duration_ms: Math.round(durationSeconds * 1000),
      },
      joins: mode.spaceBetweenDictations,
      recorded:
        audioPath === undefined || durationSeconds === 0 || unwritten
          ? undefined
          : { id, plan, audioPath, durationSeconds, private: isPrivate, live },
      failure,
      place: active.place,
      selection: active.selection,
      cleanUp: async () => {
        await live?.close();
        this.#privateFiles.get(id)?.close();
        this.#privateFiles.delete(id);
      },
    };
  }

  /** `status` undefined: nothing of it was kept. Gives why its end could not be written. */
  async #endRow(
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
      await recordings.end(id, status, durationSeconds);
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
