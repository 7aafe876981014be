import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repairWav, SAMPLE_RATE, VoiceLine, WAV_HEADER_BYTES, WavFile } from '@quoth/audio';
import { AppError, asAppError, DatabaseLocked, DiskFull, NotWritable, say } from '@quoth/contract';
import { UnlinkedFile, untilWritten } from '../base/index.ts';
import {
  type BegunRecording,
  beginRecording,
  deleteDiscarded,
  discardRecording,
  dropNote,
  endRecording,
  failRecording,
  markDiscarded,
  noteRow,
  placeRecording,
  type RecordingPlaces,
  undoDiscard,
} from '../recordings/index.ts';
import type { LiveWords } from '../transcription/index.ts';

export interface RecordedSoundOptions {
  /** Creates the recording's file, and its row unless it is private. */
  readonly begin: () => Promise<{ readonly path: string; readonly wav: WavFile }>;
  /** Transcribes it while it goes on. */
  readonly live: Pick<LiveWords, 'take' | 'end'> | undefined;
}

/** Takes a recording's samples as they arrive: into its file, and to the live transcription. */
export class RecordedSound {
  readonly #options: RecordedSoundOptions;
  #work: Promise<void>;
  #wav: WavFile | undefined;
  #path: string | undefined;
  readonly #line = new VoiceLine();
  #diskError: { readonly error: unknown } | undefined;

  constructor(options: RecordedSoundOptions) {
    this.#options = options;
    this.#work = this.#begin().catch((error: unknown) => this.#failed(error));
  }

  /** Path of its audio; undefined if the disk could not even store its beginning. */
  get path(): string | undefined {
    return this.#path;
  }

  /** True where the disk has more of its audio than the beginning of the file. */
  async hasSound(): Promise<boolean> {
    if (this.#path === undefined) return false;
    const { size } = await stat(this.#path).catch(() => ({ size: 0 }));
    return size > WAV_HEADER_BYTES + 1;
  }

  /** How loud it is so far. */
  get voiceLine(): Uint8Array | undefined {
    return this.#line.bars();
  }

  /** What the disk said when it took no more. */
  get diskError(): unknown {
    return this.#diskError?.error;
  }

  /**
   * Takes samples over; `tracks` are those of each channel in turn, where the file has two, and `samples` their mix.
   */
  take(samples: Int16Array, tracks: Int16Array = samples): void {
    this.#then(async () => {
      // The live transcription first, so that text comes sooner; the file right behind it.
      await this.#options.live?.take(samples, tracks);
      await this.#wav?.append(tracks);
      this.#line.add(samples);
    });
  }

  /** Resolves when everything so far has been handed to the disk, or the disk takes no more. */
  get written(): Promise<void> {
    return this.#work;
  }

  /**
   * Nothing more comes: the live transcription gets its end first, then the file is made whole. Gives its length in
   * seconds. Never rejects.
   */
  async finish(): Promise<number> {
    await this.#work;
    this.#options.live?.end();
    if (!this.#wav || this.#path === undefined) return 0;
    try {
      await this.#wav.finish();
      return this.#wav.samples / SAMPLE_RATE;
    } catch (error) {
      this.#failed(error);
      return (await repairWav(this.#path).catch(() => 0)) / SAMPLE_RATE;
    }
  }

  async #begin(): Promise<void> {
    const { path, wav } = await this.#options.begin();
    this.#wav = wav;
    this.#path = path;
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#diskError) return;
      try {
        await work();
      } catch (error) {
        this.#failed(error);
      }
    });
  }

  #failed(error: unknown): void {
    this.#diskError ??= { error };
  }
}

/** Between two attempts, once the database has stopped waiting for the lock. */
const LOCKED_RETRY_MS = 500;
const LOCKED_PATIENCE_MS = 5 * 60_000;

/** A row that takes longer than this, in milliseconds, gets a note beside. */
const ROW_MS = 250;

/**
 * Tries again while another program holds the database's lock, for some minutes. Throws what the database says then:
 * what was written beside it stays for the next start.
 */
export async function whileLocked<Result>(
  work: () => Promise<Result>,
  patienceMs = LOCKED_PATIENCE_MS,
): Promise<Result> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(asAppError(error) instanceof DatabaseLocked) || performance.now() > end) throw error;
      await sleep(LOCKED_RETRY_MS);
    }
  }
}

/** What becomes of a recording that has ended: it is transcribed, kept as canceled, or was discarded by its speaker. */
export type EndedStatus = 'pending' | 'cancelled' | 'discarded';

export interface RecordingEnd {
  readonly id: string;
  readonly isPrivate: boolean;
  readonly status: EndedStatus;
}

/** What became of its sound. */
export interface CompletedRecording {
  readonly durationSeconds: number;
  /** Undefined where there is no sound, or its row does not know of it yet. */
  readonly audioPath: string | undefined;
  /** Why its end could not be written at once. */
  readonly unwritten: AppError | undefined;
  /** Why the disk took no more of it. */
  readonly ofDisk: AppError | undefined;
}

/** The files and rows of recordings that go on: in the history, or, if private, a file of which nothing remains. */
export class RecordingFiles {
  readonly #recordings: RecordingPlaces;
  readonly #privateFiles = new Map<string, UnlinkedFile>();
  /** Rows that could not be written at once. */
  readonly #rows = new Map<string, Promise<void>>();

  constructor(recordings: RecordingPlaces) {
    this.#recordings = recordings;
  }

  /**
   * The file of a recording that is kept, and its row. Where another program holds the database's lock, the sound goes
   * into its file all the same, and a note beside stands for the row until it can be written: a kill loses nothing.
   */
  async kept(begun: BegunRecording, channels = 1): Promise<{ readonly path: string; readonly wav: WavFile }> {
    const recordings = this.#recordings;
    const placed = await placeRecording(recordings, begun);
    const { path } = placed;
    const row = whileLocked(() => beginRecording(recordings, placed));
    const isWritten = await Promise.race([row.then(() => true), sleep(ROW_MS, false, { ref: false })]);
    if (!isWritten) {
      await noteRow(recordings, placed);
      this.#late(begun.id, row);
    }
    try {
      return { path, wav: await WavFile.create(path, channels) };
    } catch (error) {
      await this.#discard(begun.id);
      throw error;
    }
  }

  #late(id: string, row: Promise<void>): void {
    const written = row.then(() => dropNote(this.#recordings, id));
    this.#rows.set(id, written);
    // Its end waits for it and fails with it; the note stays for the next start.
    written.catch(() => undefined).finally(() => this.#rows.delete(id));
  }

  /** The file of one that is not; `close` deletes it. */
  async nameless(id: string, channels = 1): Promise<{ readonly path: string; readonly wav: WavFile }> {
    const file = UnlinkedFile.create(join(this.#recordings.folder.spool, `${id}.wav`));
    this.#privateFiles.set(id, file);
    return { path: file.path, wav: await WavFile.fill(file.path, channels) };
  }

  /** Deletes the file of a private recording. */
  close(id: string): void {
    this.#privateFiles.get(id)?.close();
    this.#privateFiles.delete(id);
  }

  /**
   * Completes a recording's file, then its row. Calling it late loses nothing. Never rejects: if its end cannot be
   * written, it has failed, and its row says so as soon as the disk allows.
   */
  async complete(
    sound: RecordedSound | undefined,
    { id, isPrivate, status }: RecordingEnd,
  ): Promise<CompletedRecording> {
    const durationSeconds = (await sound?.finish()) ?? 0;
    const path = sound?.path;
    const hasAudio = path !== undefined && durationSeconds > 0;
    const isWritten = !isPrivate && path !== undefined;
    if (isWritten && hasAudio && status === 'discarded') await this.discard(id);
    const unwritten =
      !isWritten || (hasAudio && status === 'discarded')
        ? undefined
        : // What was canceled is shown even without any sound in it.
          await this.#endRow(
            id,
            hasAudio || status === 'cancelled' ? status : undefined,
            durationSeconds,
            sound?.voiceLine,
          );
    return {
      durationSeconds,
      audioPath: hasAudio && !unwritten ? path : undefined,
      unwritten,
      ofDisk: sound?.diskError === undefined ? undefined : notKept(sound.diskError, hasAudio && !isPrivate),
    };
  }

  /** Nothing of it is kept, whatever came. */
  async drop(sound: RecordedSound | undefined, id: string, isPrivate: boolean): Promise<void> {
    await sound?.finish();
    if (sound && !isPrivate) await this.#discard(id);
  }

  /**
   * Its speaker does not want it: out of reach from now on, and gone with `remove` or the next start. Where that cannot
   * be written, it is gone at once. Never rejects.
   */
  async discard(id: string): Promise<void> {
    const recordings = this.#recordings;
    try {
      await this.#rows.get(id);
      await whileLocked(() => markDiscarded(recordings, id));
    } catch {
      const remove = async () => {
        await markDiscarded(recordings, id);
        await deleteDiscarded(recordings, id);
      };
      await untilWritten(remove, { logger: recordings.logger, what: 'that a recording was discarded' });
    }
  }

  /** Puts a discarded recording back. Throws RECORDING_NOT_FOUND once it is gone. */
  async undoDiscard(id: string): Promise<void> {
    await undoDiscard(this.#recordings, id);
  }

  /** Deletes a discarded recording; what cannot be deleted now is deleted by the next start. Never rejects. */
  async remove(id: string): Promise<void> {
    const recordings = this.#recordings;
    await untilWritten(() => deleteDiscarded(recordings, id), {
      logger: recordings.logger,
      what: 'that a discarded recording is deleted',
    });
  }

  /** Completes a row. `status` undefined: nothing of it is kept. Gives why its end could not be written at once. */
  async #endRow(
    id: string,
    status: EndedStatus | undefined,
    durationSeconds: number,
    voiceLine: Uint8Array | undefined,
  ): Promise<AppError | undefined> {
    const recordings = this.#recordings;
    if (status === undefined || status === 'discarded') {
      await this.#discard(id);
      return undefined;
    }
    try {
      await this.#rows.get(id);
      await whileLocked(() => endRecording(recordings, id, status, durationSeconds, voiceLine));
      return undefined;
    } catch (error) {
      const failure = notKept(error, true);
      const write = () =>
        status === 'cancelled'
          ? endRecording(recordings, id, status, durationSeconds, voiceLine)
          : failRecording(recordings, id, failure, durationSeconds);
      await untilWritten(write, { logger: recordings.logger, what: 'that a recording has ended' });
      return failure;
    }
  }

  async #discard(id: string): Promise<void> {
    const recordings = this.#recordings;
    await this.#rows.get(id)?.catch(() => undefined);
    await untilWritten(() => discardRecording(recordings, id), {
      logger: recordings.logger,
      what: 'that nothing of a recording was kept',
    });
  }
}

/**
 * The disk did not take it, or what the database says of it. `hasAudio`: there is something that can become text later.
 */
export function notKept(error: unknown, hasAudio: boolean): AppError {
  const known = asAppError(error);
  const isFull = known instanceof DiskFull;
  return new AppError(isFull || known instanceof NotWritable ? 'DISK_FULL' : 'TRANSCRIPTION_FAILED', {
    message: isFull ? say('diskFullWhileRecording') : say('recordingNotWritten'),
    hint: hasAudio ? say('freeSpaceThenTranscribe') : say('freeSpaceThenRecord'),
  });
}
