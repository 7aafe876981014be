import type { LanguageFacts } from '../language-model.ts';
import {
  oneCall,
  type SpeechAdapter,
  type SpeechJob,
  type SpeechTranscript,
  usualCapabilities,
} from '../speech/speech-adapter.ts';
import {
  fieldsOf,
  fitTerms,
  languageOf,
  listOf,
  primaryTag,
  segmentsOfWords,
  textOf,
  timedWord,
} from '../speech/vendor-fields.ts';
import { bearer, type Vendor } from '../vendor.ts';

/** The table of https://docs.x.ai/developers/model-capabilities/audio/speech-to-text. */
const languages = 'ar cs da nl en fil fr de hi id it ja ko mk ms fa pl pt ro ru es sv th tr vi'.split(' ');

/** `POST /stt`, described there and under https://docs.x.ai/developers/rest-api-reference/inference/speech-to-text. */
const speech: SpeechAdapter = {
  models: [
    {
      // The endpoint has one model and accepts no name; this is its name elsewhere.
      id: 'grok-stt',
      displayName: 'Grok STT',
      languages,
      capabilities: usualCapabilities,
    },
  ],
  defaultModel: 'grok-stt',
  /** "Files up to 500 MB" */
  maxBytes: 500_000_000,
  maxSeconds: null,
  /** "flac, mp3, mp4, m4a, mkv, ogg, opus, wav, aac" */
  formats: ['wav', 'mp3', 'm4a', 'flac', 'ogg', 'opus', 'aac'],
  timeLimit: { baseMs: 60_000, perAudioSecondMs: 300 },
  begin: (job) =>
    oneCall(
      {
        method: 'POST',
        path: '/stt',
        // "The file parameter must be provided after all other parameters."
        body: { kind: 'form', fields: fields(job), audioField: 'file' },
      },
      (body) => transcriptOf(body, job),
    ),
};

function fields(job: SpeechJob): [string, string][] {
  const tag = job.language === undefined ? undefined : primaryTag(job.language);
  // `language` only chooses how numbers are written; "format requires language to be set".
  const formatted: [string, string][] =
    tag !== undefined && languages.includes(tag)
      ? [
          ['format', 'true'],
          ['language', tag],
        ]
      : [];
  // "Max 100 terms, each up to 50 characters"
  const terms = fitTerms(job.vocabulary, { count: 100, characters: 50 });
  return [...formatted, ...terms.map((term): [string, string] => ['keyterm', term])];
}

function transcriptOf(body: unknown, job: SpeechJob): SpeechTranscript {
  const reply = fieldsOf(body);
  const words = listOf(reply.words).flatMap((word) => timedWord(word.text, word));
  return {
    text: textOf(reply.text).trim(),
    words,
    segments: job.wants.segments ? segmentsOfWords(words) : [],
    // "Currently empty: language detection is not yet enabled."
    language: languageOf(reply.language),
  };
}

/**
 * A bad key is answered with 400 and "Incorrect API key provided", at times percent-encoded (seen in several public
 * issues).
 */
function refusesKey(status: number, body: unknown): boolean {
  if (status !== 400 || typeof body !== 'object' || body === null || !('error' in body)) return false;
  return /api(%20|\s)key/i.test(String(body.error));
}

/**
 * Models and limits: docs.x.ai/developers/models, read November 2026. Chat completions are deprecated there; the
 * responses that took their place are kept for 30 days unless `store` says no
 * (docs.x.ai/developers/model-capabilities/text/comparison).
 */
const language: LanguageFacts = {
  defaultModel: 'grok-4.20-non-reasoning',
  models: [
    {
      id: 'grok-4.20-non-reasoning',
      displayName: 'Grok 4.20',
      contextTokens: 1_000_000,
      outputTokens: 131_072,
    },
    {
      id: 'grok-4.3',
      displayName: 'Grok 4.3',
      contextTokens: 1_000_000,
      outputTokens: 131_072,
      effort: 'low',
    },
    { id: 'grok-4.7', displayName: 'Grok 4.7', contextTokens: 500_000, outputTokens: 131_072, effort: 'low' },
  ],
  options: { xai: { store: false } },
  connect: async ({ baseUrl, key, model, fetch }) => {
    const { createXai } = await import('@ai-sdk/xai');
    return createXai({ baseURL: baseUrl, apiKey: key, fetch })(model);
  },
};

export const xai: Vendor = {
  id: 'xai',
  displayName: 'xAI',
  baseUrl: 'https://api.x.ai/v1',
  authorization: bearer,
  probe: { method: 'GET', paths: ['/models'], unauthorizedStatuses: [400] },
  keysPage: 'https://console.x.ai',
  language,
  refusesKey,
  speech,
};
