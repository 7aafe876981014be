import type { Mode, RecordingSource } from '@quoth/contract';
import { applyTextRules } from '../rewriting/index.ts';
import type { WorkOptions } from './planning/work-options.ts';

/** A mode's text rules for one transcription, with the words that its caller named. */
export interface JobTextRules {
  /** The caller's words and the mode's. */
  readonly vocabulary: readonly string[];
  /** Applies the rules to text in this language: BCP-47, or null where nobody knows. */
  readonly rewrite: (text: string, language: string | null) => string;
}

/** What is to become of the text of a transcription, whatever its language turns out to be. */
export function textRulesOf(
  mode: Mode,
  { vocabulary: given = [], translate }: Pick<WorkOptions, 'vocabulary' | 'translate'>,
  source: RecordingSource,
): JobTextRules {
  const vocabulary = [...given, ...mode.customVocabulary];
  return {
    vocabulary,
    rewrite: (text, language) =>
      applyTextRules(text, {
        ...mode,
        // Only who speaks to us means us.
        spokenLineBreaks: mode.spokenLineBreaks && source === 'dictation',
        customVocabulary: vocabulary,
        // A translation is English, whatever was spoken.
        language: translate === true ? 'en' : (language ?? 'auto'),
      }),
  };
}
