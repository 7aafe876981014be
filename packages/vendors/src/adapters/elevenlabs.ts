import type { VendorErrorKind } from '../call-error.ts';
import type { Fields } from '../call-vendor.ts';
import {
  asMessage,
  base64Of,
  type LiveEvent,
  type LiveJob,
  type LiveSpeech,
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
  numberOf,
  primaryTag,
  segmentsOfWords,
  textOf,
  timedWord,
} from '../speech/vendor-fields.ts';
import type { Vendor } from '../vendor.ts';

const SAMPLE_RATE = 16_000;

/**
 * Messages that end a session; whatever else has an `error` is taken as a refusal (npm @elevenlabs/elevenlabs-js
 * 2.73.0, ServerErrorMessage).
 */
const errors: ReadonlyMap<string, VendorErrorKind> = new Map([
  ['auth_error', 'unauthorized'],
  ['quota_exceeded', 'limited'],
  ['rate_limited', 'limited'],
  ['resource_exhausted', 'limited'],
  ['queue_overflow', 'unreachable'],
  ['transcriber_error', 'unreachable'],
  ['session_time_limit_exceeded', 'unreachable'],
]);

/**
 * Samples as base64 in JSON. Parameters, limits and messages: npm @elevenlabs/elevenlabs-js 2.73.0, wrapper/realtime. A
 * commit makes text final: "committing every 20-30 seconds is good practice", "automatically committed every 90
 * seconds"
 * (https://elevenlabs.io/docs/eleven-api/guides/how-to/speech-to-text/realtime/transcripts-and-commit-strategies).
 */
const live: LiveSpeech = {
  path: (job) => `/speech-to-text/realtime?${query(job)}`,
  sampleRate: SAMPLE_RATE,
  audioAfter: 'started',
  audio: (samples) => chunk(base64Of(samples), false),
  // "Transcript processing starts after the first 2 seconds of audio are sent" (the page above).
  commit: { message: chunk('', true), minSeconds: 2 },
  end: [],
  read,
};

function query(job: LiveJob): URLSearchParams {
  const parameters = new URLSearchParams({
    model_id: job.model,
    audio_format: 'pcm_16000',
    commit_strategy: 'manual',
  });
  if (job.language !== undefined) parameters.set('language_code', primaryTag(job.language));
  if (job.keepNothing) parameters.set('enable_logging', 'false');
  // "Maximum 50 keyterms, each up to 20 characters."
  for (const term of fitTerms(job.vocabulary, { count: 50, characters: 20, forbidden: /[<>{}[\]\\]/g }))
    parameters.append('keyterms', term);
  return parameters;
}

function chunk(audio: string, commit: boolean): string {
  return asMessage({
    message_type: 'input_audio_chunk',
    audio_base_64: audio,
    commit,
    sample_rate: SAMPLE_RATE,
  });
}

function read(message: Fields): readonly LiveEvent[] {
  const { message_type: type } = message;
  if (type === 'session_started') return [{ kind: 'started' }];
  if (type === 'partial_transcript') return [{ kind: 'words', text: textOf(message.text), final: false }];
  if (type === 'committed_transcript')
    return [{ kind: 'words', text: textOf(message.text), final: true }, { kind: 'committed' }];
  if (message.error === undefined) return [];
  return [{ kind: 'failed', error: errors.get(String(type)) ?? 'rejected' }];
}

/**
 * Fields, limits and the shape of the answer: npm @elevenlabs/elevenlabs-js 2.73.0, BodySpeechToTextV1SpeechToTextPost.
 */
const speech: SpeechAdapter = {
  models: [
    {
      id: 'scribe_v2',
      displayName: 'Scribe v2',
      // "90+ languages" (https://elevenlabs.io/docs/overview/capabilities/speech-to-text).
      languages: ['*'],
      capabilities: { ...usualCapabilities, streaming: true },
      live: { id: 'scribe_v2_realtime' },
    },
  ],
  defaultModel: 'scribe_v2',
  /** "The file size must be less than 5.0GB." */
  maxBytes: 4_999_000_000,
  /** Ten hours (https://replicate.com/elevenlabs/scribe-v2; the vendor's own page could not be read). */
  maxSeconds: 36_000,
  /** "All major audio and video formats are supported." */
  formats: ['wav', 'mp3', 'm4a', 'flac', 'ogg', 'opus', 'webm', 'aiff', 'aac'],
  timeLimit: { baseMs: 60_000, perAudioSecondMs: 500 },
  begin: (job) =>
    oneCall(
      {
        method: 'POST',
        // "When enable_logging is set to false zero retention mode will be used for the request." (npm
        // @elevenlabs/elevenlabs-js, convert)
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
    .flatMap(({ text, start, end, logprob }) => {
      const log = numberOf(logprob);
      const confidence = log === undefined ? undefined : Math.min(1, Math.exp(log));
      return timedWord(text, { start, end, confidence });
    });
  return {
    text: textOf(reply.text).trim(),
    words,
    segments: job.wants.segments ? segmentsOfWords(words) : [],
    language: languageOf(reply.language_code),
  };
}

/**
 * A used-up account is answered with 401 and `detail.status` `quota_exceeded`
 * (https://github.com/home-assistant/core/issues/160414).
 */
function isOverLimit(status: number, body: unknown): boolean {
  if (status !== 401 || typeof body !== 'object' || body === null || !('detail' in body)) return false;
  const { detail } = body;
  return (
    typeof detail === 'object' && detail !== null && 'status' in detail && detail.status === 'quota_exceeded'
  );
}

export const elevenlabs: Vendor = {
  id: 'elevenlabs',
  displayName: 'ElevenLabs',
  baseUrl: 'https://api.elevenlabs.io/v1',
  authorization: (key) => ({ 'xi-api-key': key }),
  probe: { method: 'POST', paths: ['/speech-to-text'], healthyStatuses: [400, 422] },
  keysPage: 'https://elevenlabs.io/app/settings/api-keys',
  isOverLimit,
  speech,
};
