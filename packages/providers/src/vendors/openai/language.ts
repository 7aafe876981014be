import type { LanguageFacts } from '../../language/language-facts.ts';

/** Models and limits: developers.openai.com/api/docs/models, read November 2026. Chat completions are not stored unless they are asked to be. */
export const language: LanguageFacts = {
  defaultModel: 'gpt-6-luna',
  models: [
    {
      id: 'gpt-6-luna',
      displayName: 'GPT-6 Luna',
      contextTokens: 1_050_000,
      outputTokens: 128_000,
      effort: 'none',
    },
    {
      id: 'gpt-5.6-luna',
      displayName: 'GPT-5.6 Luna',
      contextTokens: 1_000_000,
      outputTokens: 128_000,
      effort: 'none',
    },
    {
      id: 'gpt-5.4-mini',
      displayName: 'GPT-5.4 mini',
      contextTokens: 400_000,
      outputTokens: 128_000,
      effort: 'none',
    },
    {
      id: 'gpt-5.4-nano',
      displayName: 'GPT-5.4 nano',
      contextTokens: 400_000,
      outputTokens: 128_000,
      effort: 'none',
    },
  ],
  connect: async ({ baseUrl, key, model, fetch }) => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ baseURL: baseUrl, apiKey: key, fetch }).chat(model);
  },
};
