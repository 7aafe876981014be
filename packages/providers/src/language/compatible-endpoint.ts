import type { LanguageFacts } from './language-facts.ts';

/** How a server that speaks OpenAI's chat completions writes text: Ollama, LM Studio, OpenRouter, or whatever a user names. */
export const compatibleEndpoint: LanguageFacts = {
  // What it has, it says itself (`list-endpoint-models.ts`).
  models: [],
  defaultModel: '',
  temperature: 0.2,
  connect: async ({ baseUrl, key, model, fetch }) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const name = 'endpoint';
    return createOpenAICompatible({ name, baseURL: baseUrl, fetch, ...(key !== '' && { apiKey: key }) })(
      model,
    );
  },
};
