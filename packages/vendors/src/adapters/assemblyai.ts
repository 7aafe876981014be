import type { Word } from '@quoth/contract';
import { JobFailed, UnreadableReply, type VendorErrorKind } from '../call-error.ts';
import type { Fields, VendorRequest } from '../call-vendor.ts';
import {
  asMessage,
  type LiveEvent,
  type LiveJob,
  type LiveSpeech,
  poll,
  type SpeechAdapter,
  type SpeechJob,
  type SpeechStep,
  type SpeechTranscript,
  usualCapabilities,
} from '../speech/speech-adapter.ts';
import {
  fieldsOf,
  fitTerms,
  idOf,
  languageOf,
  listOf,
  numberOf,
  primaryTag,
  textOf,
} from '../speech/vendor-fields.ts';
import type { Vendor } from '../vendor.ts';

/** https://www.assemblyai.com/solutions/multilingual-medical */
const MEDICAL = 'medical-v1';

/** A word with its times. */
function timedWord({ text, start, end, confidence }: Fields): Word {
  const timed = { word: textOf(text), start: seconds(start), end: seconds(end) };
  const sure = numberOf(confidence);
  return sure === undefined ? timed : { ...timed, confidence: sure };
}

/** From milliseconds. */
function seconds(value: unknown): number {
  return (numberOf(value) ?? 0) / 1_000;
}

const SAMPLE_RATE = 16_000;

/**
 * "Native multilingual code-switching" between these
 * (https://assemblyai.com/docs/streaming/migration-guides/universal-to-universal-3-5-pro-streaming); a recording in
 * another one is sent when it has ended.
 */
const liveLanguages = ['en', 'es', 'de', 'fr', 'pt', 'it'];

/**
 * "Too many concurrent sessions" (https://assemblyai.com/docs/streaming/common-session-errors-and-closures), and what
 * the SDK has of older ones.
 */
const errors: Readonly<Record<number, VendorErrorKind>> = {
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
 * `/v3/ws`: samples in binary frames of 50 to 1,000 ms. Parameters and messages: npm assemblyai 4.41.5,
 * StreamingTranscriber, and https://www.assemblyai.com/docs/streaming/message-sequence.
 */
const live: LiveSpeech = {
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

function read(message: Fields): readonly LiveEvent[] {
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
function errorOf({ error_code: code, error }: Fields): VendorErrorKind {
  if (Number(code) !== 1008) return errors[Number(code)] ?? 'unreachable';
  return /balance|fund|credit|paid|concurren|too many/i.test(String(error)) ? 'limited' : 'unauthorized';
}

const capabilities = { ...usualCapabilities, streaming: true };

/**
 * Upload, submit, poll, and delete what is left. Steps and fields: npm assemblyai 4.41.5 (openapi.generated.d.ts) and
 * https://www.assemblyai.com/docs/pre-recorded-audio/universal-3-5-pro.
 */
const speech: SpeechAdapter = {
  models: [
    {
      id: 'universal-3-5-pro',
      displayName: 'Universal-3.5 Pro',
      // 18 languages of its own; the others fall back to universal-2, the next in the list of models.
      languages: ['*'],
      capabilities,
      live: { id: 'universal-3-5-pro', languages: liveLanguages },
      domains: ['general', 'medical'],
    },
    {
      id: 'universal-2',
      displayName: 'Universal-2',
      // 99 languages (https://www.assemblyai.com/docs/getting-started/models).
      languages: ['*'],
      capabilities: { ...capabilities, streaming: false },
    },
  ],
  defaultModel: 'universal-3-5-pro',
  /**
   * 2.2 GB by upload, ten hours
   * (https://assemblyai.com/docs/faq/are-there-any-limits-on-file-size-or-file-duration-for-files-submitted-to-the-api).
   */
  maxBytes: 2_200_000_000,
  maxSeconds: 36_000,
  /**
   * "Most common audio and video formats"
   * (https://www.assemblyai.com/docs/faq/what-audio-and-video-file-types-are-supported-by-your-api).
   */
  formats: ['wav', 'mp3', 'm4a', 'flac', 'ogg', 'opus', 'webm', 'aiff', 'aac'],
  timeLimit: { baseMs: 120_000, perAudioSecondMs: 300 },
  begin: (job) => ({
    kind: 'call',
    request: {
      method: 'POST',
      path: '/v2/upload',
      body: { kind: 'audio', contentType: 'application/octet-stream' },
    },
    next: ({ body }) => submit(job, textOf(fieldsOf(body).upload_url)),
  }),
  live,
};

function submit(job: SpeechJob, audioUrl: string): SpeechStep {
  // At most 1,000 words for the newer model, 200 for universal-2, phrases of at most six (docs, "Boost specific
  // terms").
  const terms = fitTerms(job.vocabulary, { count: 200, words: 6 });
  const value = {
    audio_url: audioUrl,
    speech_models: job.model.id === 'universal-2' ? ['universal-2'] : [job.model.id, 'universal-2'],
    ...(job.language === undefined
      ? { language_detection: true }
      : { language_code: primaryTag(job.language) }),
    ...(terms.length === 0 ? {} : { keyterms_prompt: terms }),
    ...(job.domain === 'medical' ? { domain: MEDICAL } : {}),
  };
  return {
    kind: 'call',
    request: { method: 'POST', path: '/v2/transcript', body: { kind: 'json', value } },
    next: ({ body }) => {
      const path = `/v2/transcript/${idOf(fieldsOf(body).id)}`;
      const remove: VendorRequest = { method: 'DELETE', path, reply: 'nothing' };
      return poll({ method: 'GET', path }, (answer) => ready(job, path, fieldsOf(answer)), remove);
    },
  };
}

function ready(job: SpeechJob, path: string, transcript: Fields): SpeechStep | undefined {
  const status = textOf(transcript.status);
  if (status === 'queued' || status === 'processing') return undefined;
  if (status === 'error') throw new JobFailed(status);
  if (status !== 'completed') throw new UnreadableReply('status');
  const whole: SpeechTranscript = {
    // Null where no one speaks.
    text: textOf(transcript.text ?? '').trim(),
    words: listOf(transcript.words).map(timedWord),
    segments: [],
    language: languageOf(transcript.language_code),
  };
  if (!job.wants.segments || whole.text === '') return { kind: 'done', transcript: whole };
  return {
    kind: 'call',
    request: { method: 'GET', path: `${path}/sentences` },
    next: ({ body }) => ({
      kind: 'done',
      transcript: {
        ...whole,
        segments: listOf(fieldsOf(body).sentences).map(({ text, start, end }, id) => ({
          id,
          start: seconds(start),
          end: seconds(end),
          text: textOf(text),
        })),
      },
    }),
  };
}

export const assemblyai: Vendor = {
  id: 'assemblyai',
  displayName: 'AssemblyAI',
  baseUrl: 'https://api.assemblyai.com',
  authorization: (key) => ({ authorization: key }),
  probe: { method: 'GET', paths: ['/v2/transcript?limit=1'] },
  keysPage: 'https://www.assemblyai.com/app/api-keys',
  speech,
};
