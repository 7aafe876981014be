import type { LanguageFacts } from '../language-model.ts';
import type { Vendor } from '../vendor.ts';

/** Models and limits: platform.claude.com/docs/en/models, read November 2026. */
const language: LanguageFacts = {
  defaultModel: 'claude-haiku-5-5',
  models: [
    {
      id: 'claude-haiku-5-5',
      displayName: 'Claude Haiku 5.5',
      contextTokens: 1_000_000,
      outputTokens: 128_000,
      effort: 'none',
    },
    {
      id: 'claude-sonnet-5-5',
      displayName: 'Claude Sonnet 5.5',
      contextTokens: 1_000_000,
      outputTokens: 128_000,
      effort: 'low',
    },
    {
      id: 'claude-opus-5-5',
      displayName: 'Claude Opus 5.5',
      contextTokens: 1_000_000,
      outputTokens: 128_000,
      effort: 'low',
    },
    {
      id: 'claude-haiku-4-5-20251001',
      displayName: 'Claude Haiku 4.5',
      contextTokens: 200_000,
      outputTokens: 64_000,
    },
  ],
  connect: async ({ baseUrl, key, model, fetch }) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: baseUrl, apiKey: key, fetch })(model);
  },
};

export const anthropic: Vendor = {
  id: 'anthropic',
  displayName: 'Anthropic',
  baseUrl: 'https://api.anthropic.com/v1',
  authorization: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  probe: { method: 'GET', paths: ['/models'] },
  keysPage: 'https://console.anthropic.com/settings/keys',
  language,
};
