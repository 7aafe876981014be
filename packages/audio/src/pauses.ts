import loadFvad, { type FvadModule } from '@echogarden/fvad-wasm';
import { SAMPLE_RATE } from './spool.ts';

/** A frame of the detector, in samples: 30 ms. */
export const VOICE_FRAME = 480;
/** From 0, which keeps most, to 3, which drops most; 2 finds the pauses of ordinary speech. */
const AGGRESSIVENESS = 2;
/** Shorter gaps lie inside words. */
const MIN_PAUSE_FRAMES = 3;

/** A place to cut: a sample, and whether it lies in a pause. */
export interface CutPlace {
  readonly at: number;
  readonly isPause: boolean;
}

/**
 * Finds the place in a range of audio where a cut does the least harm. Pauses are found by libfvad, the voice activity detector of
 * WebRTC, compiled to WebAssembly: it runs everywhere that Node does, at 1/8,000 of real time.
 */
export class PauseFinder {
  readonly #fvad: FvadModule;
  readonly #detector: number;
  readonly #frame: number;

  private constructor(fvad: FvadModule) {
    this.#fvad = fvad;
    this.#detector = fvad._fvad_new();
    this.#frame = fvad._malloc(VOICE_FRAME * 2);
  }

  static async create(): Promise<PauseFinder> {
    return new PauseFinder(await loadFvad());
  }

  /** Where to cut: the middle of the longest pause (of the later one among equals), or else the quietest position. */
  find(samples: Int16Array): CutPlace {
    const pause = longestRun(this.#silent(samples));
    if (pause.length >= MIN_PAUSE_FRAMES) {
      return { at: Math.round((pause.start + pause.length / 2) * VOICE_FRAME), isPause: true };
    }
    return { at: quietestPlace(samples), isPause: false };
  }

  /** One boolean per frame: true if no one speaks. */
  #silent(samples: Int16Array): boolean[] {
    const fvad = this.#fvad;
    fvad._fvad_reset(this.#detector);
    fvad._fvad_set_sample_rate(this.#detector, SAMPLE_RATE);
    fvad._fvad_set_mode(this.#detector, AGGRESSIVENESS);
    const silent: boolean[] = [];
    for (let at = 0; at + VOICE_FRAME <= samples.length; at += VOICE_FRAME) {
      fvad.HEAP16.set(samples.subarray(at, at + VOICE_FRAME), this.#frame / 2);
      silent.push(fvad._fvad_process(this.#detector, this.#frame, VOICE_FRAME) === 0);
    }
    return silent;
  }
}

function longestRun(silent: readonly boolean[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (const [index, quiet] of [...silent, false].entries()) {
    if (quiet) continue;
    if (index - start > 0 && index - start >= best.length) best = { start, length: index - start };
    start = index + 1;
  }
  return best;
}

/** The middle of the 90 ms with the least energy. */
function quietestPlace(samples: Int16Array): number {
  const energies: number[] = [];
  for (let at = 0; at + VOICE_FRAME <= samples.length; at += VOICE_FRAME) {
    let sum = 0;
    for (const sample of samples.subarray(at, at + VOICE_FRAME)) sum += sample * sample;
    energies.push(sum);
  }
  let best = samples.length;
  let lowest = Number.POSITIVE_INFINITY;
  for (let frame = 1; frame + 1 < energies.length; frame++) {
    const sum = (energies[frame - 1] ?? 0) + (energies[frame] ?? 0) + (energies[frame + 1] ?? 0);
    if (sum > lowest) continue;
    lowest = sum;
    best = Math.round((frame + 0.5) * VOICE_FRAME);
  }
  return best;
}

/** Detects speech frame by frame, as sound arrives (libfvad, the detector of WebRTC). */
export class VoiceMeter {
  readonly #fvad: FvadModule;
  readonly #detector: number;
  readonly #memory: number;
  readonly #frame = new Int16Array(VOICE_FRAME);
  #filled = 0;

  private constructor(fvad: FvadModule) {
    this.#fvad = fvad;
    this.#detector = fvad._fvad_new();
    this.#memory = fvad._malloc(VOICE_FRAME * 2);
    this.reset();
  }

  static async create(): Promise<VoiceMeter> {
    return new VoiceMeter(await loadFvad());
  }

  /** Forgets everything before. */
  reset(): void {
    this.#filled = 0;
    this.#fvad._fvad_reset(this.#detector);
    this.#fvad._fvad_set_sample_rate(this.#detector, SAMPLE_RATE);
    this.#fvad._fvad_set_mode(this.#detector, AGGRESSIVENESS);
  }

  /** One boolean for each frame that these samples complete: true if somebody speaks. */
  push(samples: Int16Array): boolean[] {
    const voiced: boolean[] = [];
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + VOICE_FRAME - this.#filled);
      this.#frame.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled < VOICE_FRAME) break;
      this.#filled = 0;
      this.#fvad.HEAP16.set(this.#frame, this.#memory / 2);
      voiced.push(this.#fvad._fvad_process(this.#detector, this.#memory, VOICE_FRAME) === 1);
    }
    return voiced;
  }
}
