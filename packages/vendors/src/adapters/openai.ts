import type { VendorErrorKind } from '../call-error.ts';
import type { Fields } from '../call-vendor.ts';
import type { LanguageFacts } from '../language-model.ts';
import {
  asMessage,
  base64Of,
  type LiveEvent,
  type LiveJob,
  type LiveSpeech,
  type SpeechAdapter,
  type SpeechModel,
} from '../speech/speech-adapter.ts';
import { type EndpointDialect, keywordsOf, transcriptionsCall } from '../speech/transcriptions-endpoint.ts';
import { fieldsOf, primaryTag, textOf } from '../speech/vendor-fields.ts';
import { bearer, type Vendor } from '../vendor.ts';

/** The only rate that it takes as PCM. */
const SAMPLE_RATE = 24_000;
const TRANSCRIPTION = 'conversation.item.input_audio_transcription';

/** Codes of `error` events that say something of the account; any other is a refusal. */
const errors: ReadonlyMap<string, VendorErrorKind> = new Map([
  ['invalid_api_key', 'unauthorized'],
  ['insufficient_quota', 'limited'],
  ['rate_limit_exceeded', 'limited'],
]);

/**
 * The realtime API with `intent=transcription`: samples as base64 in JSON, turns that are committed by us, text by
 * `item_id` (https://developers.openai.com/api/docs/guides/realtime-transcription). Fields and events: npm openai
 * 7.55.0, resources/realtime.
 */
const live: LiveSpeech = {
  path: () => '/realtime?intent=transcription',
  sampleRate: SAMPLE_RATE,
  opening,
  audioAfter: 'started',
  audio: (samples) => asMessage({ type: 'input_audio_buffer.append', audio: base64Of(samples) }),
  // "Expected at least 100ms of audio" (https://community.openai.com/t/1365511).
  commit: { message: asMessage({ type: 'input_audio_buffer.commit' }), minSeconds: 0.2 },
  end: [],
  read,
};

function opening(job: LiveJob): string {
  const keywords = keywordsOf(job.vocabulary);
  return asMessage({
    type: 'session.update',
    session: {
      type: 'transcription',
      audio: {
        input: {
          format: { type: 'audio/pcm', rate: SAMPLE_RATE },
          transcription: {
            model: job.model,
            ...(job.language === undefined ? {} : { languages: [primaryTag(job.language)] }),
            ...(keywords.length === 0 ? {} : { keywords }),
          },
          // The model knows no other way (the guide above).
          turn_detection: null,
        },
      },
    },
  });
}

function read(message: Fields): readonly LiveEvent[] {
  switch (message.type) {
    case 'session.updated':
      return [{ kind: 'started' }];
    case 'input_audio_buffer.committed':
      return [{ kind: 'committed', part: textOf(message.item_id) }];
    case `${TRANSCRIPTION}.delta`: {
      const part = textOf(message.item_id);
      return [{ kind: 'words', part, text: textOf(message.delta ?? ''), adds: true, final: false }];
    }
    case `${TRANSCRIPTION}.completed`: {
      const part = textOf(message.item_id);
      return [{ kind: 'words', part, text: textOf(message.transcript), final: true }];
    }
    case `${TRANSCRIPTION}.failed`:
    case 'error':
      return [{ kind: 'failed', error: errors.get(String(fieldsOf(message.error).code)) ?? 'rejected' }];
    default:
      return [];
  }
}

const capabilities = {
  segment_timestamps: false,
  word_timestamps: false,
  streaming: false,
  vocabulary: true,
  translation: false,
};

/**
 * The newer models answer with at most 2,000 tokens of text, some ten minutes of speech, and cut off the rest without
 * saying so (https://developers.openai.com/api/docs/models/gpt-4o-transcribe). For gpt-transcribe no limit is
 * documented: the same is assumed.
 */
const ANSWERED_SECONDS = 600;

/**
 * gpt-transcribe is the recommended model since July 2026, whisper-1 the one with times and translation
 * (https://developers.openai.com/api/docs/guides/speech-to-text). Models: npm openai 6.49.0, AudioModel, and the
 * reference of Azure's copy of the API
 * (https://learn.microsoft.com/azure/foundry/reference/rest/audio-create-transcription).
 */
const models: readonly SpeechModel[] = [
  {
    id: 'gpt-transcribe',
    displayName: 'GPT Transcribe',
    languages: ['*'],
    capabilities: { ...capabilities, streaming: true },
    live: { id: 'gpt-live-transcribe' },
    maxSeconds: ANSWERED_SECONDS,
  },
  {
    id: 'gpt-4o-transcribe',
    displayName: 'GPT-4o Transcribe',
    languages: ['*'],
    capabilities,
    maxSeconds: ANSWERED_SECONDS,
  },
  {
    id: 'gpt-4o-mini-transcribe',
    displayName: 'GPT-4o mini Transcribe',
    languages: ['*'],
    capabilities,
    maxSeconds: ANSWERED_SECONDS,
  },
  {
    id: 'whisper-1',
    displayName: 'Whisper',
    languages: ['*'],
    capabilities: { ...capabilities, segment_timestamps: true, word_timestamps: true, translation: true },
  },
];

/**
 * Beside its text prompt, gpt-transcribe takes `keywords` and `languages`, and knows no `language` (the guide above).
 */
const dialects: Readonly<Record<string, EndpointDialect>> = {
  'gpt-transcribe': { vocabulary: 'keywords', language: 'languages[]', times: false },
  'whisper-1': { vocabulary: 'prompt', language: 'language', times: true },
};
const otherDialect: EndpointDialect = { vocabulary: 'prompt', language: 'language', times: false };

const speech: SpeechAdapter = {
  models,
  defaultModel: 'gpt-transcribe',
  /** "Files can be up to 25 MB" (the guide above). */
  maxBytes: 25_000_000,
  maxSeconds: null,
  /** "flac, mp3, mp4, mpeg, mpga, m4a, ogg, wav, or webm" (npm openai 6.49.0, TranscriptionCreateParamsBase.file). */
  formats: ['wav', 'mp3', 'm4a', 'flac', 'ogg', 'opus', 'webm'],
  timeLimit: { baseMs: 60_000, perAudioSecondMs: 500 },
  begin: (job) => transcriptionsCall(job, dialects[job.model.id] ?? otherDialect),
  live,
};

/**
 * Models and limits: developers.openai.com/api/docs/models, read November 2026. Chat completions are not stored unless
 * they are asked to be.
 */
const language: LanguageFacts = {
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

export const openai: Vendor = {
  id: 'openai',
  displayName: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  authorization: bearer,
  probe: { method: 'GET', paths: ['/models'] },
  keysPage: 'https://platform.openai.com/api-keys',
  language,
  speech,
};
