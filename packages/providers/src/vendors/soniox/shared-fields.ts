import type { Word } from '@quoth/contract';
import { fitTerms } from '../../speech/fit-terms.ts';
import { type Fields, numberOf, textOf } from '../../speech/reply-fields.ts';

/** "Up to 10,000 characters" for the whole context (https://soniox.com/docs/stt/concepts/context). */
export function contextTerms(vocabulary: readonly string[]): string[] {
  return fitTerms(vocabulary, { count: 500, total: 8_000 });
}

/** Tokens are parts of words; one that starts with a space starts a word. A word is as sure as its least sure part. */
export function wordsOf(tokens: readonly Fields[]): Word[] {
  const words: { word: string; start: number; end: number; confidence: number }[] = [];
  for (const { text, start_ms, end_ms, confidence } of tokens) {
    const part = textOf(text);
    const last = words.at(-1);
    const end = (numberOf(end_ms) ?? 0) / 1_000;
    const sure = numberOf(confidence) ?? 1;
    if (last && !/^\s/.test(part)) {
      last.word += part;
      last.end = end;
      last.confidence = Math.min(last.confidence, sure);
    } else if (part.trim() !== '')
      words.push({ word: part.trim(), start: (numberOf(start_ms) ?? 0) / 1_000, end, confidence: sure });
  }
  return words;
}
