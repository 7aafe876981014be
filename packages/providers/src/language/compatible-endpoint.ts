import type { LanguageFacts } from './language-facts.ts';

/** Text from a server with OpenAI's chat completions: Ollama, LM Studio, OpenRouter, or any other that a user adds. */
export const compatibleEndpoint: LanguageFacts = {
  // The server lists its own models (`list-endpoint-models.ts`).
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
