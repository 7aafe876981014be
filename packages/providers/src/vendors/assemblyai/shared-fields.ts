import type { Word } from '@quoth/contract';
import { type Fields, numberOf, textOf } from '../../speech/reply-fields.ts';

/** https://www.assemblyai.com/solutions/multilingual-medical */
export const MEDICAL = 'medical-v1';

/** A word with its times. */
export function timedWord({ text, start, end, confidence }: Fields): Word {
  const timed = { word: textOf(text), start: seconds(start), end: seconds(end) };
  const sure = numberOf(confidence);
  return sure === undefined ? timed : { ...timed, confidence: sure };
}

/** From milliseconds. */
export function seconds(value: unknown): number {
  return (numberOf(value) ?? 0) / 1_000;
}
