import type { LanguageFacts } from '../../language/language-facts.ts';

/** Models and limits: docs.mistral.ai/models, read November 2026. */
export const language: LanguageFacts = {
  defaultModel: 'mistral-small-latest',
  temperature: 0.2,
  models: [
    {
      id: 'mistral-small-latest',
      displayName: 'Mistral Small',
      contextTokens: 262_144,
      outputTokens: 131_072,
      effort: 'none',
    },
    {
      id: 'mistral-medium-latest',
      displayName: 'Mistral Medium',
      contextTokens: 262_144,
      outputTokens: 131_072,
      effort: 'none',
    },
    {
      id: 'mistral-large-4',
      displayName: 'Mistral Large 4',
      contextTokens: 1_048_576,
      outputTokens: 131_072,
      effort: 'low',
    },
  ],
  connect: async ({ baseUrl, key, model, fetch }) => {
    const { createMistral } = await import('@ai-sdk/mistral');
    return createMistral({ baseURL: baseUrl, apiKey: key, fetch })(model);
  },
};
