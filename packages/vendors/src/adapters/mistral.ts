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
  primaryTag,
  segmentsOfWords,
  textOf,
  timedSegments,
} from '../speech/vendor-fields.ts';
import { bearer, type Vendor } from '../vendor.ts';

/**
 * Fields: npm @mistralai/mistralai 2.7.0 (AudioTranscriptionRequest, TranscriptionResponse);
 * https://docs.mistral.ai/studio/audio/speech-to-text/transcribe-files.
 */
const speech: SpeechAdapter = {
  models: [
    {
      id: 'voxtral-mini-latest',
      displayName: 'Voxtral Mini Transcribe',
      // The thirteen of Voxtral Mini Transcribe 2, to which the name pointed when this was written (voxtral-mini-2602).
      languages: ['en', 'zh', 'hi', 'es', 'ar', 'fr', 'pt', 'ru', 'de', 'ja', 'ko', 'it', 'nl'],
      capabilities: usualCapabilities,
    },
  ],
  defaultModel: 'voxtral-mini-latest',
  /** 512 MB is the documented limit of files (https://docs.mistral.ai/resources/known-limitations). */
  maxBytes: 500_000_000,
  /** "Up to 3 hours in a single request" (announcement of Voxtral Transcribe 2; not confirmed by the reference). */
  maxSeconds: 10_800,
  /** Named in the same announcement; whether m4a's kin go too is not confirmed, so that they are sent as FLAC. */
  formats: ['wav', 'mp3', 'm4a', 'flac', 'ogg'],
  timeLimit: { baseMs: 60_000, perAudioSecondMs: 300 },
  begin: (job) =>
    oneCall(
      {
        method: 'POST',
        path: '/audio/transcriptions',
        body: { kind: 'form', fields: fields(job), audioField: 'file' },
      },
      (body) => transcriptOf(body, job),
    ),
};

function fields(job: SpeechJob): [string, string][] {
  const { words, segments } = job.wants;
  const fitting = fitTerms(job.vocabulary, { count: 100 });
  // "Context bias items must not contain commas or whitespace"; an underscore stands for a space (npm @ai-sdk/mistral
  // 4.0.17).
  const terms = fitting.map((term) => term.replace(/[\s,]+/g, '_'));
  const list: [string, string][] = [['model', job.model.id]];
  // The two can't be combined (https://ostt.ai/reference/providers/mistral): where times are wanted, it finds out the
  // language.
  if (words || segments) list.push(['timestamp_granularities', words ? 'word' : 'segment']);
  else if (job.language !== undefined) list.push(['language', primaryTag(job.language)]);
  return [...list, ...terms.map((term): [string, string] => ['context_bias', term])];
}

/**
 * Words come as segments of one word each. That is not said anywhere, so what holds more than one word counts as a
 * segment.
 */
function transcriptOf(body: unknown, job: SpeechJob): SpeechTranscript {
  const reply = fieldsOf(body);
  const timed = timedSegments(reply.segments);
  const areWords = job.wants.words && timed.every(({ text }) => !/\s/.test(text));
  const words = areWords ? timed.map(({ start, end, text }) => ({ word: text, start, end })) : [];
  return {
    text: textOf(reply.text).trim(),
    words,
    segments: areWords ? segmentsOfWords(words) : timed,
    language: languageOf(reply.language),
  };
}

/** Models and limits: docs.mistral.ai/models, read November 2026. */
const language: LanguageFacts = {
  defaultModel: 'mistral-small-latest',
  temperature: 0.2,
  models: [
    {
      id: 'mistral-small-latest',
      displayName: 'Mistral Small',
      contextTokens: 262_144,
      outputTokens: 131_072,
      effort: 'none',
    },
    {
      id: 'mistral-medium-latest',
      displayName: 'Mistral Medium',
      contextTokens: 262_144,
      outputTokens: 131_072,
      effort: 'none',
    },
    {
      id: 'mistral-large-4',
      displayName: 'Mistral Large 4',
      contextTokens: 1_048_576,
      outputTokens: 131_072,
      effort: 'low',
    },
  ],
  connect: async ({ baseUrl, key, model, fetch }) => {
    const { createMistral } = await import('@ai-sdk/mistral');
    return createMistral({ baseURL: baseUrl, apiKey: key, fetch })(model);
  },
};

export const mistral: Vendor = {
  id: 'mistral',
  displayName: 'Mistral',
  baseUrl: 'https://api.mistral.ai/v1',
  authorization: bearer,
  probe: { method: 'GET', paths: ['/models'] },
  keysPage: 'https://console.mistral.ai/api-keys',
  language,
  speech,
};
