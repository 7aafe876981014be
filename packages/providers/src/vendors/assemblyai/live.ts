import type { ProviderErrorKind } from '../../call/provider-error.ts';
import { fitTerms } from '../../speech/fit-terms.ts';
import { languageOf, primaryTag } from '../../speech/language-tag.ts';
import { asMessage, type LiveJob, type LiveNews, type LiveSpeech } from '../../speech/live/live-speech.ts';
import { type Fields, listOf, numberOf, textOf } from '../../speech/reply-fields.ts';
import { MEDICAL, timedWord } from './shared-fields.ts';

const SAMPLE_RATE = 16_000;

/**
 * "Native multilingual code-switching" between these (https://assemblyai.com/docs/streaming/migration-guides/universal-to-universal-3-5-pro-streaming);
 * a recording in another one is sent when it has ended.
 */
export const liveLanguages = ['en', 'es', 'de', 'fr', 'pt', 'it'];

/** "Too many concurrent sessions" (https://assemblyai.com/docs/streaming/common-session-errors-and-closures), and what the SDK has of older ones. */
const errors: Readonly<Record<number, ProviderErrorKind>> = {
  3005: 'unreachable',
  3006: 'rejected',
  3007: 'rejected',
  3008: 'unreachable',
  3009: 'limited',
  4001: 'unauthorized',
  4002: 'limited',
  4003: 'limited',
  4029: 'limited',
  4102: 'limited',
};

/**
 * `/v3/ws`: samples in binary frames of 50 to 1,000 ms. Parameters and messages: npm assemblyai 4.41.5, StreamingTranscriber, and
 * https://www.assemblyai.com/docs/streaming/message-sequence.
 */
export const live: LiveSpeech = {
  baseUrl: 'https://streaming.assemblyai.com',
  path: (job) => `/v3/ws?${query(job)}`,
  sampleRate: SAMPLE_RATE,
  audioAfter: 'started',
  audio: (samples) => samples,
  // The turn that is being spoken becomes final first.
  end: [asMessage({ type: 'ForceEndpoint' }), asMessage({ type: 'Terminate' })],
  read,
  closed: (code) => errors[code],
};

function query(job: LiveJob): URLSearchParams {
  const parameters = new URLSearchParams({
    speech_model: job.model,
    sample_rate: String(SAMPLE_RATE),
    encoding: 'pcm_s16le',
    // Text while one speaks, not at pauses alone.
    continuous_partials: 'true',
  });
  if (job.language === undefined) parameters.set('language_detection', 'true');
  else parameters.set('language_codes', asMessage([primaryTag(job.language)]));
  // "Domain-term boosting via keyterms_prompt (up to 100 terms)" (the migration guide above).
  const terms = fitTerms(job.vocabulary, { count: 100, characters: 50, words: 6 });
  if (terms.length > 0) parameters.set('keyterms_prompt', asMessage(terms));
  if (job.domain === 'medical') parameters.set('domain', MEDICAL);
  return parameters;
}

function read(message: Fields): readonly LiveNews[] {
  switch (message.type) {
    case 'Begin':
      return [{ kind: 'started' }];
    case 'Turn': {
      const final = message.end_of_turn === true;
      return [
        {
          kind: 'words',
          part: `turn ${numberOf(message.turn_order) ?? 0}`,
          text: textOf(message.transcript),
          final,
          words: final ? listOf(message.words).map(timedWord) : [],
          language: languageOf(message.language_code),
        },
      ];
    }
    case 'Termination':
      return [{ kind: 'done' }];
    case 'Error':
      return [{ kind: 'failed', error: errorOf(message) }];
    default:
      return [];
  }
}

/** 1008 stands for a bad key and for an account that may not, or not now; only the words tell which. */
function errorOf({ error_code: code, error }: Fields): ProviderErrorKind {
  if (Number(code) !== 1008) return errors[Number(code)] ?? 'unreachable';
  return /balance|fund|credit|paid|concurren|too many/i.test(String(error)) ? 'limited' : 'unauthorized';
}
