import { JobFailed, UnreadableReply } from '../../call/provider-error.ts';
import type { ProviderRequest } from '../../call/provider-request.ts';
import { fitTerms } from '../../speech/fit-terms.ts';
import { languageOf, primaryTag } from '../../speech/language-tag.ts';
import { type Fields, fieldsOf, idOf, listOf, textOf } from '../../speech/reply-fields.ts';
import type { SpeechAdapter } from '../../speech/speech-adapter.ts';
import type { SpeechJob } from '../../speech/speech-job.ts';
import { poll, type SpeechStep, type SpeechTranscript } from '../../speech/speech-step.ts';
import { live, liveLanguages } from './live.ts';
import { MEDICAL, seconds, timedWord } from './shared-fields.ts';

const capabilities = {
  segment_timestamps: true,
  word_timestamps: true,
  streaming: true,
  vocabulary: true,
  translation: false,
};

/**
 * Upload, submit, poll, and delete what is left. Steps and fields: npm assemblyai 4.41.5 (openapi.generated.d.ts) and
 * https://www.assemblyai.com/docs/pre-recorded-audio/universal-3-5-pro.
 */
export const speech: SpeechAdapter = {
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
  /** 2.2 GB by upload, ten hours (https://assemblyai.com/docs/faq/are-there-any-limits-on-file-size-or-file-duration-for-files-submitted-to-the-api). */
  maximumBytes: 2_200_000_000,
  maximumSeconds: 36_000,
  /** "Most common audio and video formats" (https://www.assemblyai.com/docs/faq/what-audio-and-video-file-types-are-supported-by-your-api). */
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
  // At most 1,000 words for the newer model, 200 for universal-2, phrases of at most six (docs, "Boost specific terms").
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
      const remove: ProviderRequest = { method: 'DELETE', path, reply: 'nothing' };
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
    // Null where nobody speaks.
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
