import { plainText } from '@quoth/contract';
import type { RecognizedSpeech } from './protocol.ts';

/** What a recogniser gave, safe to store and to print (`plainText`). */
export function plainSpeech<Speech extends RecognizedSpeech>(speech: Speech): Speech {
  return {
    ...speech,
    text: plainText(speech.text),
    words: speech.words.map((word) => ({ ...word, word: plainText(word.word) })),
    segments: speech.segments.map((segment) => ({ ...segment, text: plainText(segment.text) })),
  };
}

/** The same for a text that still grows. `stableCharacters` counts characters, so it is counted anew. */
export function plainPartial(
  text: string,
  stableCharacters: number | undefined,
): [text: string, stableCharacters: number | undefined] {
  return [
    plainText(text),
    stableCharacters === undefined ? undefined : plainText(text.slice(0, stableCharacters)).length,
  ];
}
