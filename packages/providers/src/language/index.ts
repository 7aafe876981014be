export { compatibleEndpoint } from './compatible-endpoint.ts';
export {
  type ChatCompletion,
  type ChatMessage,
  type ChatRequest,
  type CompletionRequest,
  type CompletionTools,
  completeChat,
  completeText,
} from './complete-text.ts';
export { LanguageError, type LanguageFailure } from './language-error.ts';
export type { LanguageFacts, LanguageModelFacts } from './language-facts.ts';
