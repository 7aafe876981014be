import type { LanguageFacts } from '../../language/language-facts.ts';

/** Models and limits: console.groq.com/docs/models and /docs/deprecations, read November 2026 (the Llama models ended in August). */
export const language: LanguageFacts = {
  defaultModel: 'openai/gpt-oss-20b',
  models: [
    {
      id: 'openai/gpt-oss-20b',
      displayName: 'GPT-OSS 20B',
      contextTokens: 131_072,
      outputTokens: 65_536,
      effort: 'low',
    },
    {
      id: 'openai/gpt-oss-120b',
      displayName: 'GPT-OSS 120B',
      contextTokens: 131_072,
      outputTokens: 65_536,
      effort: 'low',
    },
    {
      id: 'qwen/qwen3.6-27b',
      displayName: 'Qwen 3.6 27B',
      contextTokens: 131_072,
      outputTokens: 32_768,
      effort: 'none',
    },
  ],
  connect: async ({ baseUrl, key, model, fetch }) => {
    const { createGroq } = await import('@ai-sdk/groq');
    return createGroq({ baseURL: baseUrl, apiKey: key, fetch })(model);
  },
};
