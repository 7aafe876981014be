export { applyTextRules, type TextRules } from './apply-text-rules.ts';
