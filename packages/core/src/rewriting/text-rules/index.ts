export { applyTextRules, type TextRules } from './apply-text-rules.ts';
export { withoutProfanity, wordsOf } from './hide-profanity.ts';
export { ruleText, ruleTexts } from './rule-text.ts';
