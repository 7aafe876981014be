import type { SoundBlock } from '@quoth/core';

const SAMPLES_PER_MS = 16;
/**
 * The microphone waits no longer for what is played: on a busy machine that comes late, and an output that sleeps gives
 * nothing.
 */
const PATIENCE_MS = 1_000;
/** The clocks of two devices drift: so far ahead of the microphone, silence is left out of what is played... */
const AHEAD_MS = 400;
const SILENT = 64;
/** ...and so far, anything. */
const MAX_AHEAD_MS = 2_000;

/**
 * Brings what the microphone hears and what the machine plays together. The microphone leads: each of its blocks waits
 * for as many samples of the other track, and gets silence where nothing is played. Times are milliseconds of one
 * monotonic clock.
 */
export class TwoTracks {
  readonly #onBlock: (block: SoundBlock) => void;
  #spoken: SoundBlock[] = [];
  #played: Int16Array[] = [];
  #playedSamples = 0;
  #playedAt = Number.NEGATIVE_INFINITY;

  constructor(onBlock: (block: SoundBlock) => void) {
    this.#onBlock = onBlock;
  }

  /** Takes a block of the microphone. */
  speak(block: SoundBlock, now: number): void {
    this.#spoken.push(block);
    this.#pair(now);
  }

  /** Takes samples that were played. */
  play(samples: Int16Array, now: number): void {
    this.#playedAt = now;
    const aheadMs = (this.#playedSamples - this.#waiting) / SAMPLES_PER_MS;
    if (aheadMs > AHEAD_MS && samples.every((sample) => Math.abs(sample) < SILENT)) return;
    if (aheadMs > MAX_AHEAD_MS) this.#take(samples.length);
    this.#played.push(samples);
    this.#playedSamples += samples.length;
    this.#pair(now);
  }

  /** Samples of the microphone that wait for the other track. */
  get #waiting(): number {
    return this.#spoken.reduce((sum, { samples }) => sum + samples.length, 0);
  }

  #pair(now: number): void {
    const isQuiet = now - this.#playedAt > PATIENCE_MS;
    for (let [block] = this.#spoken; block; [block] = this.#spoken) {
      const { length } = block.samples;
      const mayWait = !isQuiet && this.#waiting < PATIENCE_MS * SAMPLES_PER_MS;
      if (this.#playedSamples < length && mayWait) return;
      this.#spoken.shift();
      this.#onBlock(together(block, this.#take(length)));
    }
  }

  /** So many samples, the oldest first, and silence for those that are missing. */
  #take(length: number): Int16Array {
    const taken = new Int16Array(length);
    for (let at = 0; at < length; ) {
      const first = this.#played.shift();
      if (!first) break;
      const used = first.subarray(0, length - at);
      taken.set(used, at);
      at += used.length;
      this.#playedSamples -= used.length;
      if (used.length < first.length) this.#played.unshift(first.subarray(used.length));
    }
    return taken;
  }
}

function together({ samples: spoken, takenAt }: SoundBlock, played: Int16Array): SoundBlock {
  const samples = new Int16Array(spoken.length);
  const tracks = new Int16Array(spoken.length * 2);
  for (const [at, mine] of spoken.entries()) {
    const theirs = played[at] ?? 0;
    tracks[at * 2] = mine;
    tracks[at * 2 + 1] = theirs;
    samples[at] = Math.max(-32_768, Math.min(32_767, mine + theirs));
  }
  return { samples, tracks, takenAt };
}
