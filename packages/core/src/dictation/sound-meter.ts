import { VoiceMeter } from '@quoth/audio';

const FULL_SCALE = 32_768;
/** How many of the last frames of 30 ms must be voiced to count as speech; a click or a chair is shorter. */
const SPEECH_FRAMES = 5;
const WINDOW_FRAMES = 8;

/** What a block of samples holds. */
export interface MeteredSound {
  /** The loudest sample, 0 to 1. */
  readonly level: number;
  /** False where every sample is zero. */
  readonly hasSound: boolean;
  readonly hasSpeech: boolean;
  /** One boolean for each frame of 30 ms that this block completes: somebody speaks. */
  readonly voiced: readonly boolean[];
}

/** Measures sound as it comes. */
export class SoundMeter {
  readonly #voice: VoiceMeter;
  #window: boolean[] = [];

  private constructor(voice: VoiceMeter) {
    this.#voice = voice;
  }

  static async create(): Promise<SoundMeter> {
    return new SoundMeter(await VoiceMeter.create());
  }

  reset(): void {
    this.#voice.reset();
    this.#window = [];
  }

  push(samples: Int16Array): MeteredSound {
    let peak = 0;
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
    const voiced = this.#voice.push(samples);
    this.#window = [...this.#window, ...voiced].slice(-WINDOW_FRAMES);
    return {
      level: peak / FULL_SCALE,
      hasSound: peak > 0,
      hasSpeech: this.#window.filter(Boolean).length >= SPEECH_FRAMES,
      voiced,
    };
  }
}
