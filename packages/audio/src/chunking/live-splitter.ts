import { SAMPLE_RATE } from '../spool/spool-format.ts';
import { VOICE_FRAME } from '../vad/voice-meter.ts';

/** When a recording in progress is cut. In samples. */
export interface LiveLengths {
  /** A chunk with speech is cut at a pause once it has this length. */
  readonly shortest: number;
  /** And anywhere once it has this one. */
  readonly longest: number;
  /** A silence of this length is a pause. */
  readonly pause: number;
}

/** For a model that takes whole phrases: finished ones are transcribed while the next is spoken. */
export const phraseLengths: LiveLengths = {
  shortest: 3 * SAMPLE_RATE,
  longest: 28 * SAMPLE_RATE,
  pause: 0.54 * SAMPLE_RATE,
};

/** For a streaming model: cut rarely, just to limit its memory and to give others their turn. */
export const streamLengths: LiveLengths = {
  shortest: 20 * SAMPLE_RATE,
  longest: 60 * SAMPLE_RATE,
  pause: 0.42 * SAMPLE_RATE,
};

/** Shorter gaps lie inside words. */
const SHORTEST_PAUSE_FRAMES = 3;
/** From this share of the longest on, any pause will do. */
const LATE = 0.7;

/** Cuts a recording at pauses while it is being made, frame by frame. */
export class LiveSplitter {
  readonly #lengths: LiveLengths;
  #frames = 0;
  #start = 0;
  #silentFrames = 0;
  #hasSpeech = false;
  /** The longest pause in the late part of this chunk: its middle, in frames, and its length. */
  #best = { middle: 0, frames: 0 };

  constructor(lengths: LiveLengths) {
    this.#lengths = lengths;
  }

  /** Takes one more frame; returns the sample at which to cut, if it is time to. */
  push(isVoiced: boolean): number | undefined {
    this.#frames++;
    this.#hasSpeech ||= isVoiced;
    this.#silentFrames = isVoiced ? 0 : this.#silentFrames + 1;
    const { shortest, longest, pause } = this.#lengths;
    const length = this.#frames * VOICE_FRAME - this.#start;
    const middle = this.#frames - this.#silentFrames / 2;
    const isLate = length >= longest * LATE;
    if (isLate && this.#silentFrames >= Math.max(SHORTEST_PAUSE_FRAMES, this.#best.frames)) {
      this.#best = { middle, frames: this.#silentFrames };
    }
    const isPause = this.#silentFrames * VOICE_FRAME >= pause;
    if (isPause && this.#hasSpeech && length >= shortest) return this.#cut(middle);
    // Whoever waits for a longer pause than this may wait in vain.
    if (isLate && isVoiced && this.#best.frames > 0) return this.#cut(this.#best.middle);
    if (length >= longest) return this.#cut(this.#best.frames > 0 ? this.#best.middle : this.#frames);
    return undefined;
  }

  #cut(atFrame: number): number {
    const cut = Math.round(atFrame * VOICE_FRAME);
    this.#start = cut;
    // Of a silence that goes on, only what lies behind the cut belongs to the next chunk: its middle is counted from there.
    this.#silentFrames = Math.min(this.#silentFrames, Math.floor(this.#frames - atFrame));
    this.#hasSpeech = this.#silentFrames === 0;
    this.#best = { middle: 0, frames: 0 };
    return cut;
  }
}
