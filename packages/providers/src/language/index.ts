export { compatibleEndpoint } from './compatible-endpoint.ts';
export { type CompletionRequest, type CompletionTools, completeText } from './complete-text.ts';
export { LanguageError, type LanguageFailure } from './language-error.ts';
export type { LanguageFacts, LanguageModelFacts } from './language-facts.ts';
