import type { LanguageFacts } from '../../language/language-facts.ts';

/**
 * Models and limits: docs.x.ai/developers/models, read November 2026. Chat completions are deprecated there; the responses that took their
 * place are kept for 30 days unless `store` says no (docs.x.ai/developers/model-capabilities/text/comparison).
 */
export const language: LanguageFacts = {
  defaultModel: 'grok-4.20-non-reasoning',
  models: [
    {
      id: 'grok-4.20-non-reasoning',
      displayName: 'Grok 4.20',
      contextTokens: 1_000_000,
      outputTokens: 131_072,
    },
    {
      id: 'grok-4.3',
      displayName: 'Grok 4.3',
      contextTokens: 1_000_000,
      outputTokens: 131_072,
      effort: 'low',
    },
    { id: 'grok-4.7', displayName: 'Grok 4.7', contextTokens: 500_000, outputTokens: 131_072, effort: 'low' },
  ],
  options: { xai: { store: false } },
  connect: async ({ baseUrl, key, model, fetch }) => {
    const { createXai } = await import('@ai-sdk/xai');
    return createXai({ baseURL: baseUrl, apiKey: key, fetch })(model);
  },
};
