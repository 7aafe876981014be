import {
  AppError,
  limits,
  type Transcription,
  type WyomingAudioFormat,
  type WyomingTranscribe,
} from '@quoth/contract';
import type { LiveInput, LiveRecording } from '@quoth/core';
import { monoSamples } from './mono-samples.ts';
import type { RequestsInHand } from './requests-in-hand.ts';
import { optionsFor, type WyomingCore } from './served-models.ts';

export interface SpokenRequestOptions {
  readonly core: WyomingCore;
  readonly inHand: RequestsInHand;
  /** Which one of its connection it is. */
  readonly number: number;
  readonly format: WyomingAudioFormat;
  readonly asked: WyomingTranscribe;
  /** All text that does not change any more. */
  readonly onPartial: (text: string) => void;
  /** Some of the sound has reached the disk. */
  readonly onWritten: () => void;
  /** The sound cannot be taken; not called after the end. */
  readonly onFailure: (error: unknown) => void;
  /** The sound has taken longer to come than it may. */
  readonly onTooLong: () => void;
}

/** So much sound is converted in one go; it takes a few milliseconds. */
const PIECE_SAMPLES = 4_096;

/** One request of a connection: its sound becomes a recording as it comes, and the recording its text. */
export class SpokenRequest {
  readonly number: number;
  readonly #with: SpokenRequestOptions;
  readonly #recording: LiveRecording;
  readonly #input: Promise<LiveInput>;
  /** Gives its place to another request. */
  readonly #leave: () => void;
  /** Aborted when nobody waits for the text any more. */
  readonly #stop = new AbortController();
  readonly #tooLong: NodeJS.Timeout;
  /** Settles when the disk has all the sound so far. */
  #written: Promise<void> = Promise.resolve();
  #unwrittenBytes = 0;
  #isFinished = false;
  /** It failed here, not at its client: what came of it stays in the history where recordings are kept. */
  #hasFailed = false;
  #isOver = false;

  /** Throws at once whatever can be wrong with the request. */
  constructor(options: SpokenRequestOptions) {
    const { core, inHand, number, format, asked, onPartial, onTooLong } = options;
    this.#with = options;
    this.number = number;
    this.#leave = inHand.begin();
    try {
      this.#recording = core.liveAudio.begin(optionsFor(core, asked), {
        source: 'wyoming',
        onStablePartial: onPartial,
      });
      this.#input = core.liveAudio.input({ encoding: 'pcm16le', rate: format.rate });
    } catch (error) {
      this.#leave();
      throw error;
    }
    // Whoever needs it is told by an error; here it must only not go unhandled.
    this.#input.catch(() => undefined);
    this.#tooLong = setTimeout(onTooLong, limits.wyomingStreamMs).unref();
  }

  /** Sound that waits for the disk. */
  get unwrittenBytes(): number {
    return this.#unwrittenBytes;
  }

  /** What came first is written first. */
  append(bytes: Uint8Array): void {
    const { format, onWritten, onFailure } = this.#with;
    this.#unwrittenBytes += bytes.length;
    const write = async () => {
      const input = await this.#input;
      const step = PIECE_SAMPLES * format.width * format.channels;
      for (let at = 0; at < bytes.length && !this.#isOver; at += step)
        await this.#recording.take(input.push(monoSamples(bytes.subarray(at, at + step), format)));
      this.#unwrittenBytes -= bytes.length;
      onWritten();
    };
    this.#written = this.#written.then(write);
    this.#written.catch((error: unknown) => {
      this.#hasFailed = true;
      if (!this.#isOver) onFailure(error);
    });
  }

  /** The sound is complete; its text. */
  async finish(): Promise<Transcription> {
    clearTimeout(this.#tooLong);
    try {
      await this.#written;
      await this.#recording.take((await this.#input).end());
      // Its client may have gone meanwhile, and then it is discarded.
      this.#stop.signal.throwIfAborted();
      this.#isFinished = true;
      return await this.#recording.finish(this.#stop.signal);
    } finally {
      this.#leave();
    }
  }

  /** Nobody waits for the text any more. */
  async abandon(): Promise<void> {
    this.end();
    this.#stop.abort(new AppError('CANCELLED'));
    if (this.#isFinished) return;
    try {
      await (this.#hasFailed ? this.#recording.abandon() : this.#recording.discard());
    } finally {
      this.#leave();
    }
  }

  /** Nothing more is taken or told. */
  end(): void {
    clearTimeout(this.#tooLong);
    this.#isOver = true;
  }
}
