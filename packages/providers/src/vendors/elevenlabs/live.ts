import type { ProviderErrorKind } from '../../call/provider-error.ts';
import { fitTerms } from '../../speech/fit-terms.ts';
import { primaryTag } from '../../speech/language-tag.ts';
import {
  asMessage,
  base64Of,
  type LiveJob,
  type LiveNews,
  type LiveSpeech,
} from '../../speech/live/live-speech.ts';
import { type Fields, textOf } from '../../speech/reply-fields.ts';

const SAMPLE_RATE = 16_000;

/** Messages that end a session; whatever else has an `error` is taken as a refusal (npm @elevenlabs/elevenlabs-js 2.73.0, ServerErrorMessage). */
const errors: ReadonlyMap<string, ProviderErrorKind> = new Map([
  ['auth_error', 'unauthorized'],
  ['quota_exceeded', 'limited'],
  ['rate_limited', 'limited'],
  ['resource_exhausted', 'limited'],
  ['queue_overflow', 'unreachable'],
  ['transcriber_error', 'unreachable'],
  ['session_time_limit_exceeded', 'unreachable'],
]);

/**
 * Samples as base64 in JSON. Parameters, limits and messages: npm @elevenlabs/elevenlabs-js 2.73.0, wrapper/realtime. A commit makes text final:
 * "committing every 20-30 seconds is good practice", "automatically committed every 90 seconds"
 * (https://elevenlabs.io/docs/eleven-api/guides/how-to/speech-to-text/realtime/transcripts-and-commit-strategies).
 */
export const live: LiveSpeech = {
  path: (job) => `/speech-to-text/realtime?${query(job)}`,
  sampleRate: SAMPLE_RATE,
  audioAfter: 'started',
  audio: (samples) => chunk(base64Of(samples), false),
  // "Transcript processing starts after the first 2 seconds of audio are sent" (the page above).
  commit: { message: chunk('', true), leastSeconds: 2 },
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

function read(message: Fields): readonly LiveNews[] {
  const { message_type: type } = message;
  if (type === 'session_started') return [{ kind: 'started' }];
  if (type === 'partial_transcript') return [{ kind: 'words', text: textOf(message.text), final: false }];
  if (type === 'committed_transcript')
    return [{ kind: 'words', text: textOf(message.text), final: true }, { kind: 'committed' }];
  if (message.error === undefined) return [];
  return [{ kind: 'failed', error: errors.get(String(type)) ?? 'rejected' }];
}
