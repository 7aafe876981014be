import type { LanguageFacts } from '../language-model.ts';
import { bearer, type Vendor } from '../vendor.ts';

/** Models and limits (of the free tier): inference-docs.cerebras.ai/models/overview, read November 2026. */
const language: LanguageFacts = {
  defaultModel: 'gpt-oss-120b',
  models: [
    {
      id: 'gpt-oss-120b',
      displayName: 'GPT-OSS 120B',
      contextTokens: 65_536,
      outputTokens: 32_768,
      effort: 'low',
    },
    {
      id: 'qwen-3.8-27b',
      displayName: 'Qwen 3.8 27B',
      contextTokens: 65_536,
      outputTokens: 32_768,
      effort: 'none',
    },
  ],
  connect: async ({ baseUrl, key, model, fetch }) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({
      name: 'cerebras',
      baseURL: baseUrl,
      apiKey: key,
      fetch,
      // The dialect's older name for it is not documented here.
      transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens }),
    })(model);
  },
};

export const cerebras: Vendor = {
  id: 'cerebras',
  displayName: 'Cerebras',
  baseUrl: 'https://api.cerebras.ai/v1',
  authorization: bearer,
  probe: { method: 'GET', paths: ['/models'] },
  keysPage: 'https://cloud.cerebras.ai',
  language,
};
