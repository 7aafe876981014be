import { readFileSync } from 'node:fs';
import { comparableWords, wordErrors } from '@quoth/text';

/** A sentence that comes with the application, spoken by a natural synthetic voice (16 kHz, 16 bits, mono). */
const TEXT = 'it was the best of times it was the worst of times';
const HEADER_BYTES = 44;

/** The language that the test is in; models that do not know it are not tested. */
export const SELF_TEST_LANGUAGE = 'en';

/** Its samples, from -1 to 1. */
export function selfTestSamples(): Float32Array {
  const file = readFileSync(new URL('./sentence.wav', import.meta.url));
  const bytes = file.buffer.slice(file.byteOffset + HEADER_BYTES, file.byteOffset + file.length);
  return Float32Array.from(new Int16Array(bytes), (sample) => sample / 32_768);
}

/** Word error rate of a model's text: 0 is perfect, 1 and more is nonsense. */
export function selfTestErrorRate(recognized: string): number {
  const { errors, words } = wordErrors(comparableWords(TEXT), comparableWords(recognized));
  return errors / words;
}
