export { dictionaryOf } from './known-words.ts';
export type { LanguageProvider } from './language-access.ts';
export { loadTextRules, ruleText, ruleTexts } from './long-texts.ts';
export { createPostProcessing, type PostProcessingService, tryMode } from './post-processing.ts';
export { withSnippetsBack } from './rewriter.ts';
export {
  filledText,
  hasWordsBesideMarks,
  holdsMarks,
  keptText,
  type MarkedText,
  withParts,
} from './snippets.ts';
export type { RuledText, TextRules } from './text-rules.ts';
export { spokenTerms, UNSPACED } from './vocabulary.ts';
