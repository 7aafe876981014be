import type { RecordingSource } from '@quoth/contract';
import type { PlannedTranscription } from '../planning/transcription-planner.ts';
import { textRulesOf } from '../text-rules-of.ts';
import { StablePartial } from './stable-partial.ts';

/** The stable text of a transcription in progress, after the text rules of its mode. */
export function stablePartialOf(
  { mode, options, plan }: PlannedTranscription,
  source: RecordingSource,
): StablePartial {
  const { vocabulary, rewrite, changesNothing } = textRulesOf(mode, options, source);
  const language = plan.language === 'auto' ? null : plan.language;
  return new StablePartial({
    rewrite: (text) => rewrite(text, language),
    changesNothing,
    longestPhrase: Math.max(0, ...vocabulary.map((entry) => entry.length)),
  });
}
