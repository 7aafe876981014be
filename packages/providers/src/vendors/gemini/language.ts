import type { LanguageFacts } from '../../language/language-facts.ts';

/** Models and limits: ai.google.dev/gemini-api/docs/models, read November 2026. */
export const language: LanguageFacts = {
  defaultModel: 'gemini-3.5-flash-lite',
  models: [
    {
      id: 'gemini-3.5-flash-lite',
      displayName: 'Gemini 3.5 Flash-Lite',
      contextTokens: 1_048_576,
      outputTokens: 65_536,
      effort: 'minimal',
    },
    {
      id: 'gemini-3.8-flash',
      displayName: 'Gemini 3.8 Flash',
      contextTokens: 1_048_576,
      outputTokens: 65_536,
      effort: 'low',
    },
    {
      id: 'gemini-3.5-flash',
      displayName: 'Gemini 3.5 Flash',
      contextTokens: 1_048_576,
      outputTokens: 65_536,
      effort: 'low',
    },
    {
      id: 'gemini-2.5-flash-lite',
      displayName: 'Gemini 2.5 Flash-Lite',
      contextTokens: 1_048_576,
      outputTokens: 65_536,
      effort: 'none',
    },
  ],
  connect: async ({ baseUrl, key, model, fetch }) => {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle({ baseURL: baseUrl, apiKey: key, fetch })(model);
  },
};
