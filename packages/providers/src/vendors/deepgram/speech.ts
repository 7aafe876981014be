import { contentTypeOf } from '../../speech/audio-file-name.ts';
import { languageOf } from '../../speech/language-tag.ts';
import { fieldsOf, listOf, numberOf, textOf } from '../../speech/reply-fields.ts';
import type { SpeechAdapter } from '../../speech/speech-adapter.ts';
import type { SpeechJob } from '../../speech/speech-job.ts';
import { oneCall, type SpeechTranscript } from '../../speech/speech-step.ts';
import { live } from './live.ts';
import { keyterms, modelFor, wordsOf } from './shared-fields.ts';

/** Added from August 2025 to March 2026, one by one (https://developers.deepgram.com/changelog, "Nova-3 Model Update"), beside English. */
const nova3Languages =
  'en es fr pt de nl sv da it tr no id bg cs fi hi hu ja ko pl ru uk vi ca et el lv lt ms ro sk be bn bs hr kn mk mr sr sl ta tl te zh'.split(
    ' ',
  );

const capabilities = {
  segment_timestamps: true,
  word_timestamps: true,
  streaming: true,
  vocabulary: true,
  translation: false,
};

/** Models and parameters: npm @deepgram/sdk 5.13.0, MediaTranscribeRequestModel and MediaTranscribeRequestOctetStream. */
export const speech: SpeechAdapter = {
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
      // "Dutch, English, French, German, Hindi, Italian, Japanese, Portuguese, Russian, and Spanish" (changelog of October 2026).
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
  maximumBytes: 2_000_000_000,
  maximumSeconds: null,
  /** "Over 100 formats", these among them (https://developers.deepgram.com/docs/supported-audio-formats). AIFF is not named there. */
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
    words: wordsOf(best.words),
    segments: listOf(results.utterances).map(({ transcript, start, end }, id) => ({
      id,
      start: numberOf(start) ?? 0,
      end: numberOf(end) ?? 0,
      text: textOf(transcript).trim(),
    })),
    language: languageOf(channel.detected_language),
  };
}
