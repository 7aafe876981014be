import type { Mode } from '@quoth/contract';
import { caughtBy, type GuardName } from '../guards/index.ts';
import type { PresetFacts } from '../presets/index.ts';
import type { ComposedPrompt } from '../prompt/index.ts';
import { languageProfile, mainLanguage } from '../text/language-of.ts';
import { applyTextRules } from '../text-rules/index.ts';
import { tidyOutput } from './tidy-output.ts';

/** What a language model gave, with all that decides what becomes of it. Plain data, so that another thread can be handed it. */
export interface ModelOutput {
  /** What was dictated. */
  readonly text: string;
  readonly output: string;
  readonly preset: PresetFacts;
  readonly prompt: Pick<ComposedPrompt, 'ours' | 'theirs' | 'fence'>;
  readonly mode: Mode;
  /** BCP-47 or `auto`; used if the language cannot be detected from the text itself. */
  readonly language: string;
}

/** The text to use, or the guard that caught it. */
export type FinishedText = { readonly text: string } | { readonly caught: GuardName };

/** Tidies a model's output, checks it against the text, and applies the mode's text rules. Pure; takes time linear in the text. */
export function finishedText({ text, output, preset, prompt, mode, language }: ModelOutput): FinishedText {
  const rewritten = tidyOutput(output, { text, fence: prompt.fence, preset: preset.id });
  const guard = caughtBy({ text, rewritten, preset, prompt });
  if (guard) return { caught: guard.name };
  if (!preset.textRules) return { text: rewritten };
  // The rules come last, since a model does not always follow them.
  const rules = {
    ...mode,
    punctuation: true,
    capitalization: true,
    // What was spoken as a line break has become one before.
    spokenLineBreaks: false,
    language: mainLanguage(languageProfile(rewritten)) ?? language,
  };
  return { text: applyTextRules(rewritten, rules) };
}
