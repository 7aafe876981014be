export { createPostProcessing } from './create-post-processing.ts';
export { type Candidate, caughtBy } from './guards/index.ts';
export type { LanguageProvider } from './language-access.ts';
export type { PostProcessing } from './post-processing.ts';
export { presetFacts } from './presets/index.ts';
export type { Rewriting } from './rewriter.ts';
export {
  applyTextRules,
  ruleText,
  ruleTexts,
  type TextRules,
  withoutProfanity,
  wordsOf,
} from './text-rules/index.ts';
export { tryMode } from './try-mode.ts';
