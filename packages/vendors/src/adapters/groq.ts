import type { LanguageFacts } from '../language-model.ts';
import { type SpeechAdapter, usualCapabilities } from '../speech/speech-adapter.ts';
import { transcriptionsCall } from '../speech/transcriptions-endpoint.ts';
import { bearer, type Vendor } from '../vendor.ts';

const capabilities = { ...usualCapabilities, translation: true };

/**
 * Models, formats, fields: npm groq-sdk 1.6.0, resources/audio/transcriptions.d.ts;
 * https://console.groq.com/docs/speech-to-text.
 */
const speech: SpeechAdapter = {
  models: [
    {
      id: 'whisper-large-v3-turbo',
      displayName: 'Whisper large v3 turbo',
      languages: ['*'],
      // "whisper-large-v3-turbo: translation support: no" (https://console.groq.com/docs/speech-text, table of models).
      capabilities: { ...capabilities, translation: false },
    },
    { id: 'whisper-large-v3', displayName: 'Whisper large v3', languages: ['*'], capabilities },
  ],
  defaultModel: 'whisper-large-v3-turbo',
  /** 25 MB on the free tier; more on paid ones, which a key does not tell. */
  maxBytes: 25_000_000,
  maxSeconds: null,
  formats: ['wav', 'mp3', 'm4a', 'flac', 'ogg', 'opus', 'webm'],
  timeLimit: { baseMs: 60_000, perAudioSecondMs: 200 },
  begin: (job) => transcriptionsCall(job, { vocabulary: 'prompt', language: 'language', times: true }),
};

/**
 * Models and limits: console.groq.com/docs/models and /docs/deprecations, read November 2026 (the Llama models ended in
 * August).
 */
const language: LanguageFacts = {
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

export const groq: Vendor = {
  id: 'groq',
  displayName: 'Groq',
  baseUrl: 'https://api.groq.com/openai/v1',
  authorization: bearer,
  probe: { method: 'GET', paths: ['/models'] },
  keysPage: 'https://console.groq.com/keys',
  language,
  speech,
};
