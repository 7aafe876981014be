import type { SoundBlock } from '@quoth/core';

const SAMPLES_PER_MS = 16;
/**
 * Milliseconds that a block of the microphone waits for what was played at its time: both come from programs of their
 * own, and an output that sleeps gives nothing. Less than a recording waits for its last syllable.
 */
const PATIENCE_MS = 300;
/** The tracks are put right when their times are so far apart: less is how exactly the times are known. */
const APART_MS = 80;
/** So much of what was played is kept for the microphone. */
const MAX_KEPT_MS = 3_000;

/**
 * Brings what the microphone hears and what the machine plays together, by the times at which their samples were taken.
 * The microphone leads: where nothing was played, its blocks get silence. Times are milliseconds of one monotonic
 * clock.
 */
export class TwoTracks {
  readonly #onBlock: (block: SoundBlock) => void;
  #spoken: { readonly block: SoundBlock; readonly cameAt: number }[] = [];
  #played: Int16Array[] = [];
  #playedSamples = 0;
  /** When the next played sample was taken, whether it is here or still to come; undefined before the first. */
  #playedFrom: number | undefined;

  constructor(onBlock: (block: SoundBlock) => void) {
    this.#onBlock = onBlock;
  }

  /** Takes a block of the microphone. */
  speak(block: SoundBlock, now: number): void {
    this.#spoken.push({ block, cameAt: now });
    this.#pair(now);
  }

  /** Takes a block of what was played. */
  play({ samples, takenAt }: SoundBlock, now: number): void {
    const from = takenAt - inMs(samples.length);
    this.#playedFrom ??= from;
    const gapMs = from - this.#playedFrom - inMs(this.#playedSamples);
    if (gapMs > MAX_KEPT_MS) {
      this.#drop(this.#playedSamples);
      this.#playedFrom = from;
    } else if (gapMs > APART_MS) this.#keep(new Int16Array(inSamples(gapMs)));
    // What comes too late was silence already.
    this.#keep(gapMs < -APART_MS ? samples.subarray(inSamples(-gapMs)) : samples);
    this.#drop(this.#playedSamples - inSamples(MAX_KEPT_MS));
    this.#pair(now);
  }

  /** Hands on what still waits: nothing more is played for it. */
  flush(): void {
    this.#pair(Number.POSITIVE_INFINITY);
  }

  #pair(now: number): void {
    for (let [first] = this.#spoken; first; [first] = this.#spoken) {
      const { block, cameAt } = first;
      const { length } = block.samples;
      this.#align(block.takenAt - inMs(length));
      if (this.#playedSamples < length && now - cameAt < PATIENCE_MS) return;
      this.#spoken.shift();
      this.#onBlock(together(block, this.#take(length)));
    }
  }

  /** Has the played samples begin at this time: drops what is older, or puts silence in front. */
  #align(from: number): void {
    const aheadMs = (this.#playedFrom ?? from) - from;
    if (Math.abs(aheadMs) <= APART_MS) return;
    if (aheadMs > 0) {
      const silence = new Int16Array(inSamples(aheadMs));
      this.#played.unshift(silence);
      this.#playedSamples += silence.length;
    } else this.#drop(inSamples(-aheadMs));
    this.#playedFrom = from;
  }

  #keep(samples: Int16Array): void {
    if (samples.length === 0) return;
    this.#played.push(samples);
    this.#playedSamples += samples.length;
  }

  #drop(count: number): void {
    if (count > 0) this.#take(Math.min(count, this.#playedSamples));
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
    if (this.#playedFrom !== undefined) this.#playedFrom += inMs(length);
    return taken;
  }
}

function inMs(samples: number): number {
  return samples / SAMPLES_PER_MS;
}

function inSamples(ms: number): number {
  return Math.round(ms * SAMPLES_PER_MS);
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
