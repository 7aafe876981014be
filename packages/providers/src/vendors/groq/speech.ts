import type { SpeechAdapter } from '../../speech/speech-adapter.ts';
import { transcriptionsCall } from '../../speech/transcriptions-endpoint.ts';

const capabilities = {
  segment_timestamps: true,
  word_timestamps: true,
  streaming: false,
  vocabulary: true,
  translation: true,
};

/** Models, formats, fields: npm groq-sdk 1.6.0, resources/audio/transcriptions.d.ts; https://console.groq.com/docs/speech-to-text. */
export const speech: SpeechAdapter = {
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
  maximumBytes: 25_000_000,
  maximumSeconds: null,
  formats: ['wav', 'mp3', 'm4a', 'flac', 'ogg', 'opus', 'webm'],
  timeLimit: { baseMs: 60_000, perAudioSecondMs: 200 },
  begin: (job) => transcriptionsCall(job, { vocabulary: 'prompt', language: 'language', times: true }),
};
