import { type FileHandle, open } from 'node:fs/promises';
import { repairWav, SAMPLE_RATE, type WavFile, writeAll } from '@quoth/audio';
import type { LiveTranscription } from '../transcription/index.ts';

export interface RecordedSoundOptions {
  /** Creates the recording's file, and its row unless it is private. */
  readonly begin: () => Promise<{ readonly path: string; readonly wav: WavFile }>;
  /** Transcribes it while it goes on. */
  readonly live: Pick<LiveTranscription, 'spoolPath' | 'chunks' | 'splitter'> | undefined;
  /** Called once when the disk does not take any more. */
  readonly onFailure: (error: unknown) => void;
}

/** Takes a recording's samples as they arrive: into its file, and to the live transcription. */
export class RecordedSound {
  readonly #options: RecordedSoundOptions;
  #work: Promise<void>;
  #wav: WavFile | undefined;
  #path: string | undefined;
  #spool: FileHandle | undefined;
  #spooled = 0;
  #samples = 0;
  #hasFailed = false;

  constructor(options: RecordedSoundOptions) {
    this.#options = options;
    this.#work = this.#begin().catch((error: unknown) => this.#failed(error));
  }

  get durationMs(): number {
    return (this.#samples * 1000) / SAMPLE_RATE;
  }

  /** Path of its audio; undefined if the disk could not even store its beginning. */
  get path(): string | undefined {
    return this.#path;
  }

  /** Takes samples over. `voiced` says, for each frame that they complete, whether it contains speech. */
  take(samples: Int16Array, voiced: readonly boolean[]): void {
    this.#samples += samples.length;
    this.#then(async () => {
      // The live transcription first, so that text comes sooner; the file right behind it.
      await this.#spoolLive(samples, voiced);
      await this.#wav?.append(samples);
    });
  }

  /** Resolves when everything so far has been handed to the disk, or the disk takes no more. */
  get written(): Promise<void> {
    return this.#work;
  }

  /** Nothing more comes: the live transcription is told first, then the file is made whole. Gives its length in seconds. Never rejects. */
  async finish(): Promise<number> {
    this.#then(async () => this.#options.live?.chunks.end(this.#spooled));
    await this.#work;
    this.#options.live?.chunks.end(this.#spooled);
    // The spool is a copy that is deleted next; the recording itself lies in the file below.
    await this.#spool?.close().catch(() => undefined);
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
    const { begin, live } = this.#options;
    if (live) this.#spool = await open(live.spoolPath, 'a', 0o600);
    const { path, wav } = await begin();
    this.#wav = wav;
    this.#path = path;
  }

  async #spoolLive(samples: Int16Array, voiced: readonly boolean[]): Promise<void> {
    const { live } = this.#options;
    if (!live || !this.#spool) return;
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    await writeAll(this.#spool, bytes);
    this.#spooled += samples.length;
    for (const frame of voiced) {
      const cut = live.splitter.push(frame);
      // Never beyond what lies in the spool.
      if (cut !== undefined) live.chunks.cut(Math.min(cut, this.#spooled));
    }
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#hasFailed) return;
      try {
        await work();
      } catch (error) {
        this.#failed(error);
      }
    });
  }

  #failed(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#options.onFailure(error);
  }
}
