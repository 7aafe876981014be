export { dictionaryOf } from './known-words.ts';
export type { LanguageProvider } from './language-access.ts';
export { ruleText, ruleTexts } from './long-texts.ts';
export { createPostProcessing, type PostProcessingService, tryMode } from './post-processing.ts';
export { applyTextRules, spokenOptionsOf, type TextRules } from './text-rules.ts';
export { spokenTerms, UNSPACED } from './vocabulary.ts';
