import type { Word } from '@quoth/contract';
import { fitTerms } from '../../speech/fit-terms.ts';
import { languageOf, primaryTag } from '../../speech/language-tag.ts';
import { fieldsOf, listOf, numberOf, textOf } from '../../speech/reply-fields.ts';
import { segmentsOfWords } from '../../speech/segments-of-words.ts';
import type { SpeechAdapter } from '../../speech/speech-adapter.ts';
import type { SpeechJob } from '../../speech/speech-job.ts';
import { oneCall, type SpeechTranscript } from '../../speech/speech-step.ts';

/** The table of https://docs.x.ai/developers/model-capabilities/audio/speech-to-text. */
const languages = 'ar cs da nl en fil fr de hi id it ja ko mk ms fa pl pt ro ru es sv th tr vi'.split(' ');

/** `POST /stt`, described there and under https://docs.x.ai/developers/rest-api-reference/inference/speech-to-text. */
export const speech: SpeechAdapter = {
  models: [
    {
      // The endpoint has one model and accepts no name; this is its name elsewhere.
      id: 'grok-stt',
      displayName: 'Grok STT',
      languages,
      capabilities: {
        segment_timestamps: true,
        word_timestamps: true,
        streaming: false,
        vocabulary: true,
        translation: false,
      },
    },
  ],
  defaultModel: 'grok-stt',
  /** "Files up to 500 MB" */
  maximumBytes: 500_000_000,
  maximumSeconds: null,
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
  const words = listOf(reply.words).flatMap(({ text, start, end, confidence }): Word[] => {
    const [from, to, sure] = [numberOf(start), numberOf(end), numberOf(confidence)];
    if (from === undefined || to === undefined) return [];
    const timed = { word: textOf(text).trim(), start: from, end: to };
    return [sure === undefined ? timed : { ...timed, confidence: sure }];
  });
  return {
    text: textOf(reply.text).trim(),
    words,
    segments: job.wants.segments ? segmentsOfWords(words) : [],
    // "Currently empty: language detection is not yet enabled."
    language: languageOf(reply.language),
  };
}

/** A bad key is answered with 400 and "Incorrect API key provided", at times percent-encoded (seen in several public issues). */
export function refusesKey(status: number, body: unknown): boolean {
  if (status !== 400 || typeof body !== 'object' || body === null || !('error' in body)) return false;
  return /api(%20|\s)key/i.test(String(body.error));
}
