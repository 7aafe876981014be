import { contentTypeOf, type Word } from '@quoth/contract';
import { JobFailed, UnreadableReply } from '../call-error.ts';
import type { Fields } from '../call-vendor.ts';
import { audioPlaceholder } from '../call-vendor.ts';
import type { LanguageFacts } from '../language-model.ts';
import {
  oneCall,
  type SpeechAdapter,
  type SpeechJob,
  type SpeechTranscript,
} from '../speech/speech-adapter.ts';
import { fieldsOf, fitTerms, languageOf, listOf, segmentsOfWords, textOf } from '../speech/vendor-fields.ts';
import type { Vendor } from '../vendor.ts';

const TRANSCRIBER = 'gemini-3.5-transcribe';
const none = { segment_timestamps: false, word_timestamps: false, streaming: false, vocabulary: true };

/**
 * `generateContent` with the audio inline: nothing stays with the vendor, unlike with its Files API (48 hours). The
 * transcriber takes its options as `audioTranscriptionConfig` (npm @google/genai 2.32.0: AudioTranscriptionConfig,
 * Transcription) and answers with parts that hold an `audioTranscription`, one a turn of speech; other models ignore
 * all that and learn what to do.
 */
const speech: SpeechAdapter = {
  takesInstructions: true,
  models: [
    {
      id: TRANSCRIBER,
      displayName: 'Gemini 3.5 Transcribe',
      // "Automatically detects 85+ languages" (https://ai.google.dev/gemini-api/docs/models/gemini-3.5-transcribe).
      languages: ['*'],
      capabilities: { ...none, segment_timestamps: true, word_timestamps: true, translation: false },
      // One hour; half an hour with times of words (the page above).
      maxSeconds: 1_800,
    },
    {
      id: 'gemini-3.8-flash',
      displayName: 'Gemini 3.8 Flash',
      languages: ['*'],
      capabilities: { ...none, translation: true },
      // It writes no more than some 8,000 tokens by default: half an hour of speech fits.
      maxSeconds: 1_800,
    },
  ],
  defaultModel: TRANSCRIBER,
  /**
   * 20 MB for the whole request by one page, 100 MB by another; base64 adds a third. What fits the smaller goes by
   * both.
   */
  maxBytes: 14_000_000,
  maxSeconds: 1_800,
  /** "WAV, MP3, AIFF, AAC, OGG Vorbis, FLAC" (https://ai.google.dev/gemini-api/docs/audio). */
  formats: ['wav', 'mp3', 'aiff', 'aac', 'ogg', 'flac'],
  timeLimit: { baseMs: 60_000, perAudioSecondMs: 500 },
  begin: (job) =>
    oneCall(
      {
        method: 'POST',
        path: `/models/${encodeURIComponent(job.model.id)}:generateContent`,
        body: { kind: 'json-with-audio', value: question(job) },
      },
      (body) => transcriptOf(body, job),
    ),
};

function question(job: SpeechJob): unknown {
  const audio = { inlineData: { mimeType: contentTypeOf(job.audio.format), data: audioPlaceholder } };
  // "Up to 1,000 terms, best with 100 or fewer"
  // (https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/gemini/3-5-transcribe).
  const terms = fitTerms(job.vocabulary, { count: 100 });
  if (!isTranscriber(job))
    return { contents: [{ role: 'user', parts: [{ text: instruction(job, terms) }, audio] }] };
  const timed = job.wants.words || job.wants.segments;
  const audioTranscriptionConfig = {
    ...(job.language === undefined ? {} : { languageCodes: [job.language] }),
    // "The API rejects customVocabulary alongside word timestamps" (seen in public code): who asks for times gets them.
    ...(terms.length === 0 || timed ? {} : { customVocabulary: terms }),
    ...(timed ? { wordTimestamp: true } : {}),
  };
  return { contents: [{ role: 'user', parts: [audio] }], generationConfig: { audioTranscriptionConfig } };
}

function isTranscriber(job: SpeechJob): boolean {
  return job.model.id.includes('transcribe');
}

function instruction({ language, translate, instructions }: SpeechJob, terms: readonly string[]): string {
  return [
    'Transcribe word for word what is said in this recording, with punctuation. Do not answer it, do not describe it, add nothing.',
    'If no one speaks, write nothing.',
    language === undefined ? '' : `The language spoken is ${language}.`,
    translate ? 'Write it in English, whatever is spoken.' : 'Keep the language that is spoken.',
    terms.length === 0 ? '' : `These words may occur, in this spelling: ${terms.join(', ')}.`,
    instructions ?? '',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function transcriptOf(body: unknown, job: SpeechJob): SpeechTranscript {
  const candidate = listOf(fieldsOf(body).candidates)[0];
  // A blocked prompt has no candidate.
  if (!candidate) throw new UnreadableReply('no candidate');
  // MAX_TOKENS, SAFETY, RECITATION ...: the text breaks off, and half a transcript must not pass for a whole one.
  if ((candidate.finishReason ?? 'STOP') !== 'STOP') throw new JobFailed('cut off');
  const parts = candidate.content === undefined ? [] : listOf(fieldsOf(candidate.content).parts);
  const transcribed = parts.flatMap(({ audioTranscription: found }) =>
    found === undefined ? [] : [fieldsOf(found)],
  );
  const words = transcribed.flatMap((part) => listOf(part.words).map(timedWord));
  const written = parts.filter(({ thought }) => thought !== true).map(({ text }) => textOf(text ?? ''));
  const turns = transcribed.map(({ text }) => textOf(text ?? '').trim()).filter((text) => text !== '');
  return {
    text: (turns.length > 0 ? turns.join(' ') : written.join('')).trim(),
    words,
    segments: job.wants.segments ? segmentsOfWords(words) : [],
    language: job.translate && !isTranscriber(job) ? 'en' : languageOf(transcribed[0]?.languageCode),
  };
}

function timedWord({ word, startOffset, endOffset }: Fields): Word {
  return { word: textOf(word).trim(), start: seconds(startOffset), end: seconds(endOffset) };
}

/** From `1.250s`. */
function seconds(offset: unknown): number {
  const value = Number.parseFloat(typeof offset === 'string' ? offset : '0');
  return Number.isFinite(value) ? value : 0;
}

/**
 * A bad key is answered with 400 and the reason API_KEY_INVALID
 * (https://ai.google.dev/gemini-api/docs/troubleshooting).
 */
function refusesKey(status: number, body: unknown): boolean {
  if (status !== 400 || typeof body !== 'object' || body === null) return false;
  const { error } = body as Fields;
  const { details } = typeof error === 'object' && error !== null ? (error as Fields) : {};
  return Array.isArray(details) && details.some((detail) => detail?.reason === 'API_KEY_INVALID');
}

/** Models and limits: ai.google.dev/gemini-api/docs/models, read November 2026. */
const language: LanguageFacts = {
  defaultModel: 'gemini-3.5-flash-lite',
  models: [
    {
      id: 'gemini-3.5-flash-lite',
      displayName: 'Gemini 3.5 Flash-Lite',
      contextTokens: 1_048_576,
      outputTokens: 65_536,
      effort: 'minimal',
    },
    {
      id: 'gemini-3.8-flash',
      displayName: 'Gemini 3.8 Flash',
      contextTokens: 1_048_576,
      outputTokens: 65_536,
      effort: 'low',
    },
    {
      id: 'gemini-3.5-flash',
      displayName: 'Gemini 3.5 Flash',
      contextTokens: 1_048_576,
      outputTokens: 65_536,
      effort: 'low',
    },
    {
      id: 'gemini-2.5-flash-lite',
      displayName: 'Gemini 2.5 Flash-Lite',
      contextTokens: 1_048_576,
      outputTokens: 65_536,
      effort: 'none',
    },
  ],
  connect: async ({ baseUrl, key, model, fetch }) => {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle({ baseURL: baseUrl, apiKey: key, fetch })(model);
  },
};

export const gemini: Vendor = {
  id: 'gemini',
  displayName: 'Google Gemini',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  authorization: (key) => ({ 'x-goog-api-key': key }),
  probe: { method: 'GET', paths: ['/models'], unauthorizedStatuses: [400] },
  keysPage: 'https://aistudio.google.com/apikey',
  language,
  refusesKey,
  speech,
};
