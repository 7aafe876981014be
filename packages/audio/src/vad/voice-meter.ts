import loadFvad, { type FvadModule } from '@echogarden/fvad-wasm';
import { SAMPLE_RATE } from '../spool/spool-format.ts';

/** A frame of the detector, in samples: 30 ms. */
export const VOICE_FRAME = 480;
/** From 0, which keeps most, to 3, which drops most. */
const AGGRESSIVENESS = 2;

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
