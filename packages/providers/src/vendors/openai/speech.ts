import type { SpeechAdapter } from '../../speech/speech-adapter.ts';
import type { SpeechModel } from '../../speech/speech-model.ts';
import { type EndpointDialect, transcriptionsCall } from '../../speech/transcriptions-endpoint.ts';
import { live } from './live.ts';

const capabilities = {
  segment_timestamps: false,
  word_timestamps: false,
  streaming: false,
  vocabulary: true,
  translation: false,
};

/**
 * The newer models answer with at most 2,000 tokens of text, some ten minutes of speech, and cut off the rest without saying so
 * (https://developers.openai.com/api/docs/models/gpt-4o-transcribe). For gpt-transcribe no limit is documented: the same is assumed.
 */
const ANSWERED_SECONDS = 600;

/**
 * gpt-transcribe is the recommended model since July 2026, whisper-1 the one with times and translation
 * (https://developers.openai.com/api/docs/guides/speech-to-text). Models: npm openai 6.49.0, AudioModel, and the reference of Azure's
 * copy of the API (https://learn.microsoft.com/azure/foundry/reference/rest/audio-create-transcription).
 */
const models: readonly SpeechModel[] = [
  {
    id: 'gpt-transcribe',
    displayName: 'GPT Transcribe',
    languages: ['*'],
    capabilities: { ...capabilities, streaming: true },
    live: { id: 'gpt-live-transcribe' },
    maximumSeconds: ANSWERED_SECONDS,
  },
  {
    id: 'gpt-4o-transcribe',
    displayName: 'GPT-4o Transcribe',
    languages: ['*'],
    capabilities,
    maximumSeconds: ANSWERED_SECONDS,
  },
  {
    id: 'gpt-4o-mini-transcribe',
    displayName: 'GPT-4o mini Transcribe',
    languages: ['*'],
    capabilities,
    maximumSeconds: ANSWERED_SECONDS,
  },
  {
    id: 'whisper-1',
    displayName: 'Whisper',
    languages: ['*'],
    capabilities: { ...capabilities, segment_timestamps: true, word_timestamps: true, translation: true },
  },
];

/** Beside its text prompt, gpt-transcribe takes `keywords` and `languages`, and knows no `language` (the guide above). */
const dialects: Readonly<Record<string, EndpointDialect>> = {
  'gpt-transcribe': { vocabulary: 'keywords', language: 'languages[]', times: false },
  'whisper-1': { vocabulary: 'prompt', language: 'language', times: true },
};
const otherDialect: EndpointDialect = { vocabulary: 'prompt', language: 'language', times: false };

export const speech: SpeechAdapter = {
  models,
  defaultModel: 'gpt-transcribe',
  /** "Files can be up to 25 MB" (the guide above). */
  maximumBytes: 25_000_000,
  maximumSeconds: null,
  /** "flac, mp3, mp4, mpeg, mpga, m4a, ogg, wav, or webm" (npm openai 6.49.0, TranscriptionCreateParamsBase.file). */
  formats: ['wav', 'mp3', 'm4a', 'flac', 'ogg', 'opus', 'webm'],
  timeLimit: { baseMs: 60_000, perAudioSecondMs: 500 },
  begin: (job) => transcriptionsCall(job, dialects[job.model.id] ?? otherDialect),
  live,
};
