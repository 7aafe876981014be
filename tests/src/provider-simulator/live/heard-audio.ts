import type { RecognizedAudio, Recognizer } from '../recognizer.ts';

const BYTES_PER_SAMPLE = 2;
/** New audio after which a vendor says what it hears so far. */
const INTERIM_SECONDS = 1;

/** What a stand-in hears of a stream: the samples since the last cut. */
export class HeardAudio {
  readonly #recognizer: Recognizer;
  readonly #sampleRate: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #reported = 0;

  constructor(recognizer: Recognizer, sampleRate: number) {
    this.#recognizer = recognizer;
    this.#sampleRate = sampleRate;
  }

  add(samples: Buffer): void {
    this.#chunks.push(samples);
    this.#bytes += samples.length;
  }

  get seconds(): number {
    return this.#bytes / BYTES_PER_SAMPLE / this.#sampleRate;
  }

  /** True once for each second of new audio. */
  isInterimDue(): boolean {
    if (this.seconds - this.#reported < INTERIM_SECONDS) return false;
    this.#reported = this.seconds;
    return true;
  }

  async recognize(): Promise<RecognizedAudio> {
    return this.#recognizer.transcribe(Buffer.concat([this.#header(), ...this.#chunks]));
  }

  /** What follows is heard by itself. */
  cut(): void {
    this.#chunks = [];
    this.#bytes = 0;
    this.#reported = 0;
  }

  #header(): Buffer {
    const header = Buffer.alloc(44);
    header.write('RIFF', 0, 'latin1');
    header.writeUInt32LE(36 + this.#bytes, 4);
    header.write('WAVEfmt ', 8, 'latin1');
    header.writeUInt32LE(16, 16);
    header.writeUInt16LE(1, 20);
    header.writeUInt16LE(1, 22);
    header.writeUInt32LE(this.#sampleRate, 24);
    header.writeUInt32LE(this.#sampleRate * BYTES_PER_SAMPLE, 28);
    header.writeUInt16LE(BYTES_PER_SAMPLE, 32);
    header.writeUInt16LE(16, 34);
    header.write('data', 36, 'latin1');
    header.writeUInt32LE(this.#bytes, 40);
    return header;
  }
}
