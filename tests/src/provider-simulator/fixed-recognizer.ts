import { setTimeout as sleep } from 'node:timers/promises';
import type { RecognizedAudio, Recognizer } from './recognizer.ts';

/**
 * Recognises the same words in everything, each time after so many milliseconds, and any number of files at once: for
 * measurements.
 */
export class FixedRecognizer implements Recognizer {
  readonly #text: string;
  readonly #milliseconds: number;

  constructor(text: string, milliseconds: number) {
    this.#text = text;
    this.#milliseconds = milliseconds;
  }

  async transcribe(bytes: Uint8Array): Promise<RecognizedAudio> {
    if (this.#milliseconds > 0) await sleep(this.#milliseconds);
    const words = this.#text
      .split(' ')
      .map((word, index) => ({ word, start: index / 2, end: index / 2 + 0.4 }));
    const format = Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'fLaC' ? 'flac' : 'wav';
    return { text: this.#text, words, seconds: words.length / 2, format };
  }

  async close(): Promise<void> {}
}
