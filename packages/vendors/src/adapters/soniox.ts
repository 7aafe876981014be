import type { Word } from '@quoth/contract';
import { JobFailed, UnreadableReply, type VendorErrorKind } from '../call-error.ts';
import type { Fields } from '../call-vendor.ts';
import {
  asMessage,
  type LiveEvent,
  type LiveJob,
  type LiveSpeech,
  poll,
  type SpeechAdapter,
  type SpeechJob,
  type SpeechStep,
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
  segmentsOfWords,
  textOf,
} from '../speech/vendor-fields.ts';
import { bearer, type Vendor } from '../vendor.ts';

/** "Up to 10,000 characters" for the whole context (https://soniox.com/docs/stt/concepts/context). */
function contextTerms(vocabulary: readonly string[]): string[] {
  return fitTerms(vocabulary, { count: 500, total: 8_000 });
}

/** Tokens are parts of words; one that starts with a space starts a word. A word is as sure as its least sure part. */
function messageOf(tokens: readonly Fields[]): Word[] {
  const words: { word: string; start: number; end: number; confidence: number }[] = [];
  for (const { text, start_ms, end_ms, confidence } of tokens) {
    const part = textOf(text);
    const last = words.at(-1);
    const end = (numberOf(end_ms) ?? 0) / 1_000;
    const sure = numberOf(confidence) ?? 1;
    if (last && !/^\s/.test(part)) {
      last.word += part;
      last.end = end;
      last.confidence = Math.min(last.confidence, sure);
    } else if (part.trim() !== '')
      words.push({ word: part.trim(), start: (numberOf(start_ms) ?? 0) / 1_000, end, confidence: sure });
  }
  return words;
}

const SAMPLE_RATE = 16_000;

/** npm @soniox/node 2.3.0, mapErrorResponse. */
const errors: Readonly<Record<number, VendorErrorKind>> = {
  400: 'rejected',
  401: 'unauthorized',
  402: 'limited',
  408: 'unreachable',
  429: 'limited',
};

/**
 * A first message with the configuration, then samples in binary frames; an empty message ends the stream, and
 * `finished` is the answer. The key is in the header of the connection: in the first message it is refused from January
 * 2027 on (https://soniox.com/docs/guides/migrate-websocket-authentication). Fields and messages: npm @soniox/node
 * 2.3.0, RealtimeSttSession, and https://soniox.com/docs/api-reference/stt/websocket-api.
 */
const live: LiveSpeech = {
  baseUrl: 'https://stt-rt.soniox.com',
  path: () => '/transcribe-websocket',
  sampleRate: SAMPLE_RATE,
  opening,
  audioAfter: 'opening',
  audio: (samples) => samples,
  end: [''],
  read,
};

function opening(job: LiveJob): string {
  const terms = contextTerms(job.vocabulary);
  return asMessage({
    model: job.model,
    audio_format: 'pcm_s16le',
    sample_rate: SAMPLE_RATE,
    num_channels: 1,
    enable_language_identification: true,
    ...(job.language === undefined ? {} : { language_hints: [primaryTag(job.language)] }),
    ...(terms.length === 0 ? {} : { context: { terms } }),
  });
}

function read(message: Fields): readonly LiveEvent[] {
  if (message.error_code !== undefined)
    return [{ kind: 'failed', error: errors[Number(message.error_code)] ?? 'unreachable' }];
  // Marks of the end of a phrase, which are not said.
  const tokens = listOf(message.tokens).filter(({ text }) => text !== '<end>' && text !== '<fin>');
  const final = tokens.filter((token) => token.is_final === true);
  const others = tokens.filter((token) => token.is_final !== true);
  const events: LiveEvent[] = [];
  // A final token is sent once, any other with each message: one that is missing from the next message is dropped.
  if (final.length > 0)
    events.push({
      kind: 'words',
      text: spoken(final),
      final: true,
      joined: true,
      words: messageOf(final),
      language: languageOf(final.find(({ language }) => language)?.language),
    });
  events.push({ kind: 'words', text: spoken(others), final: false, joined: true });
  if (message.finished === true) events.push({ kind: 'done' });
  return events;
}

function spoken(tokens: readonly Fields[]): string {
  return tokens.map(({ text }) => textOf(text)).join('');
}

/**
 * Upload, create, poll, read, and delete both: "files are not deleted automatically". Steps and fields: npm
 * @soniox/node 2.3.0, https://api.soniox.com/v1/openapi.json, https://soniox.com/docs/stt/async/async-transcription.
 */
const speech: SpeechAdapter = {
  models: [
    {
      id: 'stt-async-v5',
      displayName: 'Soniox v5',
      // "60+ languages" (https://soniox.com/docs/stt/concepts/supported-languages).
      languages: ['*'],
      capabilities: { ...usualCapabilities, streaming: true, translation: true },
      live: { id: 'stt-rt-v5' },
    },
  ],
  defaultModel: 'stt-async-v5',
  /** Only the sum of all stored files is documented: 10 GB. One file should not fill a tenth of it. */
  maxBytes: 1_000_000_000,
  /** 300 minutes (https://soniox.com/docs/stt/async/limits-and-quotas). */
  maxSeconds: 18_000,
  /** "aac, aiff, amr, asf, flac, mp3, ogg, wav, webm, m4a, mp4" */
  formats: ['wav', 'mp3', 'm4a', 'flac', 'ogg', 'opus', 'webm', 'aiff', 'aac'],
  timeLimit: { baseMs: 120_000, perAudioSecondMs: 300 },
  begin: (job) => ({
    kind: 'call',
    request: { method: 'POST', path: '/files', body: { kind: 'form', fields: [], audioField: 'file' } },
    next: ({ body }) => create(job, idOf(fieldsOf(body).id)),
  }),
  live,
};

function create(job: SpeechJob, fileId: string): SpeechStep {
  const terms = contextTerms(job.vocabulary);
  const value = {
    model: job.model.id,
    file_id: fileId,
    enable_language_identification: true,
    ...(job.language === undefined ? {} : { language_hints: [primaryTag(job.language)] }),
    ...(terms.length === 0 ? {} : { context: { terms } }),
    ...(job.translate ? { translation: { type: 'one_way', target_language: 'en' } } : {}),
  };
  return {
    kind: 'call',
    request: { method: 'POST', path: '/transcriptions', body: { kind: 'json', value } },
    cleanUp: { method: 'DELETE', path: `/files/${fileId}`, reply: 'nothing' },
    next: ({ body }) => {
      const path = `/transcriptions/${idOf(fieldsOf(body).id)}`;
      return poll({ method: 'GET', path }, (answer) => ready(job, path, fieldsOf(answer)), {
        method: 'DELETE',
        path,
        reply: 'nothing',
      });
    },
  };
}

function ready(job: SpeechJob, path: string, transcription: Fields): SpeechStep | undefined {
  const status = textOf(transcription.status);
  if (status === 'queued' || status === 'processing') return undefined;
  if (status === 'error') throw new JobFailed(status);
  if (status !== 'completed') throw new UnreadableReply('status');
  return {
    kind: 'call',
    request: { method: 'GET', path: `${path}/transcript` },
    next: ({ body }) => {
      const tokens = listOf(fieldsOf(body).tokens);
      const spoken = tokens.filter((token) => token.translation_status !== 'translation');
      const words = messageOf(spoken.filter((token) => token.is_audio_event !== true));
      return {
        kind: 'done',
        transcript: {
          text: job.translate ? translated(tokens) : textOf(fieldsOf(body).text).trim(),
          words: job.translate ? [] : words,
          segments: job.wants.segments && !job.translate ? segmentsOfWords(words) : [],
          language: job.translate ? 'en' : languageOf(spoken.find(({ language }) => language)?.language),
        },
      };
    },
  };
}

/** What was said in English already, and the translation of the rest. */
function translated(tokens: readonly Fields[]): string {
  return tokens
    .filter(({ translation_status: status }) => status !== 'original')
    .map(({ text }) => textOf(text))
    .join('')
    .trim();
}

export const soniox: Vendor = {
  id: 'soniox',
  displayName: 'Soniox',
  baseUrl: 'https://api.soniox.com/v1',
  authorization: bearer,
  probe: { method: 'GET', paths: ['/models'] },
  keysPage: 'https://console.soniox.com',
  speech,
};
