export { applyTextRules, type TextRules } from './apply-text-rules.ts';
export { ruleText } from './rule-text.ts';
