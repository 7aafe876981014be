import { JobFailed, UnreadableReply } from '../../call/provider-error.ts';
import { languageOf, primaryTag } from '../../speech/language-tag.ts';
import { type Fields, fieldsOf, idOf, listOf, textOf } from '../../speech/reply-fields.ts';
import { segmentsOfWords } from '../../speech/segments-of-words.ts';
import type { SpeechAdapter } from '../../speech/speech-adapter.ts';
import type { SpeechJob } from '../../speech/speech-job.ts';
import { poll, type SpeechStep } from '../../speech/speech-step.ts';
import { live } from './live.ts';
import { contextTerms, wordsOf } from './shared-fields.ts';

/**
 * Upload, create, poll, read, and delete both: "files are not deleted automatically". Steps and fields: npm @soniox/node 2.3.0,
 * https://api.soniox.com/v1/openapi.json, https://soniox.com/docs/stt/async/async-transcription.
 */
export const speech: SpeechAdapter = {
  models: [
    {
      id: 'stt-async-v5',
      displayName: 'Soniox v5',
      // "60+ languages" (https://soniox.com/docs/stt/concepts/supported-languages).
      languages: ['*'],
      capabilities: {
        segment_timestamps: true,
        word_timestamps: true,
        streaming: true,
        vocabulary: true,
        translation: true,
      },
      live: { id: 'stt-rt-v5' },
    },
  ],
  defaultModel: 'stt-async-v5',
  /** Only the sum of all stored files is documented: 10 GB. One file should not fill a tenth of it. */
  maximumBytes: 1_000_000_000,
  /** 300 minutes (https://soniox.com/docs/stt/async/limits-and-quotas). */
  maximumSeconds: 18_000,
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
      const words = wordsOf(spoken.filter((token) => token.is_audio_event !== true));
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
