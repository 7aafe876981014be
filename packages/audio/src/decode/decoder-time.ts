import { DecodeError } from './decoded-block.ts';

/**
 * The time that a decoder has. It passes only while somebody waits for the decoder: if its output is not being read, it cannot write, however
 * well it works. `onOver` is called when the time is up; what was written until then is not the whole recording.
 */
export class DecoderTime implements Disposable {
  readonly #stalledMs: number;
  readonly #onOver: (problem: DecodeError) => void;
  #leftMs: number;
  #since: number | undefined;
  #stalled: NodeJS.Timeout | undefined;
  #total: NodeJS.Timeout | undefined;

  /** Milliseconds: without output, and in total. It is not running yet. */
  constructor(
    { stalledMs, totalMs }: { readonly stalledMs: number; readonly totalMs: number },
    onOver: (problem: DecodeError) => void,
  ) {
    this.#stalledMs = stalledMs;
    this.#leftMs = totalMs;
    this.#onOver = onOver;
  }

  /** From now on, somebody is waiting for output. */
  run(): void {
    this.stop();
    this.#since = performance.now();
    this.#stalled = setTimeout(() => this.#onOver(stalled()), this.#stalledMs);
    this.#total = setTimeout(() => this.#onOver(tooLong()), Math.max(0, this.#leftMs));
  }

  stop(): void {
    clearTimeout(this.#stalled);
    clearTimeout(this.#total);
    if (this.#since !== undefined) this.#leftMs -= performance.now() - this.#since;
    this.#since = undefined;
  }

  [Symbol.dispose](): void {
    this.stop();
  }
}

/** For a decoder that has stopped writing and does not end. */
export function stalled(): DecodeError {
  return new DecodeError('The decoder stopped in the middle of the audio.');
}

/** For a decoder that never ends. */
export function tooLong(): DecodeError {
  return new DecodeError('Decoding the audio takes too long.');
}
