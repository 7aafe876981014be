export { applyTextRules, type TextRules } from './apply-text-rules.ts';
export { ruleText, ruleTexts } from './rule-text.ts';
