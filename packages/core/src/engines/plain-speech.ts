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
