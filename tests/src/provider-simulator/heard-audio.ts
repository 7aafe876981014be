import { wavBytes } from '@quoth/audio/fixtures/wav-bytes.ts';
import type { RecognizedAudio, Recognizer } from './recognizer.ts';

const BYTES_PER_SAMPLE = 2;
/** New audio after which a vendor says what it hears so far. */
const INTERIM_SECONDS = 1;

/** What a stand-in hears of a stream: the samples since the last cut. */
export class HeardAudio {
  readonly #recognizer: Recognizer;
  readonly #rate: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #reported = 0;

  constructor(recognizer: Recognizer, rate: number) {
    this.#recognizer = recognizer;
    this.#rate = rate;
  }

  add(samples: Buffer): void {
    this.#chunks.push(samples);
    this.#bytes += samples.length;
  }

  get seconds(): number {
    return this.#bytes / BYTES_PER_SAMPLE / this.#rate;
  }

  /** True once for each second of new audio. */
  isInterimDue(): boolean {
    if (this.seconds - this.#reported < INTERIM_SECONDS) return false;
    this.#reported = this.seconds;
    return true;
  }

  async recognize(): Promise<RecognizedAudio> {
    return this.#recognizer.transcribe(wavBytes(Buffer.concat(this.#chunks), { rate: this.#rate }));
  }

  /** What follows is heard by itself. */
  cut(): void {
    this.#chunks = [];
    this.#bytes = 0;
    this.#reported = 0;
  }
}
