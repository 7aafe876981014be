import { contentTypeOf, type Word } from '@quoth/contract';
import type { Fields } from '../call-vendor.ts';
import {
  asMessage,
  type LiveEvent,
  type LiveJob,
  type LiveSpeech,
  oneCall,
  type SpeechAdapter,
  type SpeechDomain,
  type SpeechJob,
  type SpeechTranscript,
  usualCapabilities,
} from '../speech/speech-adapter.ts';
import {
  fieldsOf,
  fitTerms,
  languageOf,
  listOf,
  textOf,
  timedSegments,
  timedWord,
} from '../speech/vendor-fields.ts';
import type { Vendor } from '../vendor.ts';

/** The general model's medical sibling, where the speech is medical. */
function modelFor(model: string, domain: SpeechDomain): string {
  return domain === 'medical' && model === 'nova-3' ? 'nova-3-medical' : model;
}

/** "500 tokens" for all of them (https://developers.deepgram.com/docs/keyterm); a token is 3 characters or more. */
function keyterms(vocabulary: readonly string[]): string[] {
  return fitTerms(vocabulary, { count: 100, total: 1_500 });
}

/** Words of an alternative, with punctuation where there is some. */
function messageOf(words: unknown): Word[] {
  return listOf(words).flatMap((word) => timedWord(word.punctuated_word ?? word.word, word));
}

const SAMPLE_RATE = 16_000;

/**
 * `GET /listen` as a WebSocket: raw samples in binary frames. Parameters and messages: npm @deepgram/sdk 5.13.0,
 * ListenV1 (V1Client.ConnectArgs, ListenV1Results, ListenV1Metadata). "CloseStream": what is left is transcribed, then
 * comes `Metadata` (https://developers.deepgram.com/docs/close-stream).
 */
const live: LiveSpeech = {
  path: (job) => `/listen?${liveQuery(job)}`,
  sampleRate: SAMPLE_RATE,
  audioAfter: 'opening',
  audio: (samples) => samples,
  end: [asMessage({ type: 'CloseStream' })],
  read,
  // https://developers.deepgram.com/docs/stt-troubleshooting-websocket-data-and-net-errors: DATA-0000, audio that
  // cannot be decoded.
  closed: (code) => (code === 1008 ? 'rejected' : undefined),
};

function liveQuery(job: LiveJob): URLSearchParams {
  const parameters = new URLSearchParams({
    model: modelFor(job.model, job.domain),
    // Streams detect no language, but the multilingual model knows 55
    // (https://developers.deepgram.com/docs/nova-3-language-prompting).
    language: job.language ?? 'multi',
    encoding: 'linear16',
    sample_rate: String(SAMPLE_RATE),
    channels: '1',
    interim_results: 'true',
    smart_format: 'true',
  });
  if (job.keepNothing) parameters.set('mip_opt_out', 'true');
  for (const term of keyterms(job.vocabulary)) parameters.append('keyterm', term);
  return parameters;
}

function read(message: Fields): readonly LiveEvent[] {
  if (message.type === 'Metadata') return [{ kind: 'done' }];
  if (message.type !== 'Results') return [];
  const [best] = listOf(fieldsOf(message.channel).alternatives);
  if (!best) return [];
  const languages = Array.isArray(best.languages) ? best.languages : [];
  return [
    {
      kind: 'words',
      text: textOf(best.transcript),
      final: message.is_final === true,
      words: messageOf(best.words),
      language: languageOf(languages[0]),
    },
  ];
}

/**
 * Added from August 2025 to March 2026, one by one (https://developers.deepgram.com/changelog, "Nova-3 Model Update"),
 * beside English.
 */
const nova3Languages =
  'en es fr pt de nl sv da it tr no id bg cs fi hi hu ja ko pl ru uk vi ca et el lv lt ms ro sk be bn bs hr kn mk mr sr sl ta tl te zh'.split(
    ' ',
  );

const capabilities = { ...usualCapabilities, streaming: true };

/**
 * Models and parameters: npm @deepgram/sdk 5.13.0, MediaTranscribeRequestModel and MediaTranscribeRequestOctetStream.
 */
const speech: SpeechAdapter = {
  models: [
    {
      id: 'nova-3',
      displayName: 'Nova-3',
      languages: nova3Languages,
      capabilities,
      live: { id: 'nova-3' },
    },
    {
      id: 'nova-3-medical',
      displayName: 'Nova-3 Medical',
      // "Dutch, English, French, German, Hindi, Italian, Japanese, Portuguese, Russian, and Spanish" (changelog of
      // October 2026).
      languages: ['en', 'nl', 'fr', 'de', 'hi', 'it', 'ja', 'pt', 'ru', 'es'],
      capabilities,
      live: { id: 'nova-3-medical' },
      domains: ['medical'],
    },
    {
      id: 'nova-2',
      displayName: 'Nova-2',
      languages: ['*'],
      // "keyterm: only compatible with Nova-3" (the SDK's comment).
      capabilities: { ...capabilities, streaming: false, vocabulary: false },
    },
  ],
  defaultModel: 'nova-3',
  /** "The maximum file size is limited to 2 GB" (https://developers.deepgram.com/docs/pre-recorded-audio). */
  maxBytes: 2_000_000_000,
  maxSeconds: null,
  /**
   * "Over 100 formats", these among them (https://developers.deepgram.com/docs/supported-audio-formats). AIFF is not
   * named there.
   */
  formats: ['wav', 'mp3', 'm4a', 'flac', 'ogg', 'opus', 'webm', 'aac'],
  /** The vendor gives up after ten minutes of work of its own. */
  timeLimit: { baseMs: 60_000, perAudioSecondMs: 200 },
  begin: (job) =>
    oneCall(
      {
        method: 'POST',
        path: `/listen?${query(job)}`,
        body: { kind: 'audio', contentType: contentTypeOf(job.audio.format) },
      },
      transcriptOf,
    ),
  live,
};

function query(job: SpeechJob): URLSearchParams {
  const model = modelFor(job.model.id, job.domain);
  const parameters = new URLSearchParams({ model, smart_format: 'true' });
  if (job.language !== undefined) parameters.set('language', job.language);
  // The medical model detects nothing and takes several languages at once instead (changelog of October 2026).
  else if (model.endsWith('-medical')) parameters.set('language', 'multi');
  else parameters.set('detect_language', 'true');
  // "Opts out requests from the Deepgram Model Improvement Program" (the SDK's comment).
  if (job.keepNothing) parameters.set('mip_opt_out', 'true');
  if (job.wants.segments) parameters.set('utterances', 'true');
  if (model.startsWith('nova-3'))
    for (const term of keyterms(job.vocabulary)) parameters.append('keyterm', term);
  return parameters;
}

function transcriptOf(body: unknown): SpeechTranscript {
  const results = fieldsOf(fieldsOf(body).results);
  const channel = fieldsOf(listOf(results.channels)[0]);
  const best = fieldsOf(listOf(channel.alternatives)[0]);
  return {
    text: textOf(best.transcript).trim(),
    words: messageOf(best.words),
    segments: timedSegments(results.utterances, 'transcript'),
    language: languageOf(channel.detected_language),
  };
}

export const deepgram: Vendor = {
  id: 'deepgram',
  displayName: 'Deepgram',
  baseUrl: 'https://api.deepgram.com/v1',
  authorization: (key) => ({ authorization: `Token ${key}` }),
  probe: { method: 'GET', paths: ['/auth/token', '/projects'] },
  keysPage: 'https://console.deepgram.com',
  speech,
};
