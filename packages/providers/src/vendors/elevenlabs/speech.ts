import type { Word } from '@quoth/contract';
import { fitTerms } from '../../speech/fit-terms.ts';
import { languageOf, primaryTag } from '../../speech/language-tag.ts';
import { fieldsOf, listOf, numberOf, textOf } from '../../speech/reply-fields.ts';
import { segmentsOfWords } from '../../speech/segments-of-words.ts';
import type { SpeechAdapter } from '../../speech/speech-adapter.ts';
import type { SpeechJob } from '../../speech/speech-job.ts';
import { oneCall, type SpeechTranscript } from '../../speech/speech-step.ts';
import { live } from './live.ts';

/** Fields, limits and the shape of the answer: npm @elevenlabs/elevenlabs-js 2.73.0, BodySpeechToTextV1SpeechToTextPost. */
export const speech: SpeechAdapter = {
  models: [
    {
      id: 'scribe_v2',
      displayName: 'Scribe v2',
      // "90+ languages" (https://elevenlabs.io/docs/overview/capabilities/speech-to-text).
      languages: ['*'],
      capabilities: {
        segment_timestamps: true,
        word_timestamps: true,
        streaming: true,
        vocabulary: true,
        translation: false,
      },
      live: { id: 'scribe_v2_realtime' },
    },
  ],
  defaultModel: 'scribe_v2',
  /** "The file size must be less than 5.0GB." */
  maximumBytes: 4_999_000_000,
  /** Ten hours (https://replicate.com/elevenlabs/scribe-v2; the vendor's own page could not be read). */
  maximumSeconds: 36_000,
  /** "All major audio and video formats are supported." */
  formats: ['wav', 'mp3', 'm4a', 'flac', 'ogg', 'opus', 'webm', 'aiff', 'aac'],
  timeLimit: { baseMs: 60_000, perAudioSecondMs: 500 },
  begin: (job) =>
    oneCall(
      {
        method: 'POST',
        // "When enable_logging is set to false zero retention mode will be used for the request." (npm @elevenlabs/elevenlabs-js, convert)
        path: job.keepNothing ? '/speech-to-text?enable_logging=false' : '/speech-to-text',
        body: { kind: 'form', fields: fields(job), audioField: 'file' },
      },
      (body) => transcriptOf(body, job),
    ),
  live,
};

function fields(job: SpeechJob): [string, string][] {
  const timed = job.wants.words || job.wants.segments;
  // "Less than 50 characters", "at most 5 words", "< > { } [ ] \ are not supported"; over 100 of them cost extra.
  const terms = fitTerms(job.vocabulary, {
    count: 100,
    characters: 49,
    words: 5,
    forbidden: /[<>{}[\]\\]/g,
  });
  return [
    ['model_id', job.model.id],
    ...(job.language === undefined ? [] : [['language_code', primaryTag(job.language)] as [string, string]]),
    // "(laughter)" is not what was said.
    ['tag_audio_events', 'false'],
    ['timestamps_granularity', timed ? 'word' : 'none'],
    ...terms.map((term): [string, string] => ['keyterms', term]),
  ];
}

function transcriptOf(body: unknown, job: SpeechJob): SpeechTranscript {
  const reply = fieldsOf(body);
  const words = listOf(reply.words)
    .filter(({ type }) => type === 'word')
    .flatMap(({ text, start, end, logprob }): Word[] => {
      const [from, to, log] = [numberOf(start), numberOf(end), numberOf(logprob)];
      if (from === undefined || to === undefined) return [];
      const timed = { word: textOf(text).trim(), start: from, end: to };
      return [log === undefined ? timed : { ...timed, confidence: Math.min(1, Math.exp(log)) }];
    });
  return {
    text: textOf(reply.text).trim(),
    words,
    segments: job.wants.segments ? segmentsOfWords(words) : [],
    language: languageOf(reply.language_code),
  };
}

/** A used-up account is answered with 401 and `detail.status` `quota_exceeded` (https://github.com/home-assistant/core/issues/160414). */
export function isOverLimit(status: number, body: unknown): boolean {
  if (status !== 401 || typeof body !== 'object' || body === null || !('detail' in body)) return false;
  const { detail } = body;
  return (
    typeof detail === 'object' && detail !== null && 'status' in detail && detail.status === 'quota_exceeded'
  );
}
