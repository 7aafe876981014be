import { languageOf } from '../../speech/language-tag.ts';
import { asMessage, type LiveJob, type LiveNews, type LiveSpeech } from '../../speech/live/live-speech.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../../speech/reply-fields.ts';
import { keyterms, modelFor, wordsOf } from './shared-fields.ts';

const SAMPLE_RATE = 16_000;

/**
 * `GET /listen` as a WebSocket: raw samples in binary frames. Parameters and messages: npm @deepgram/sdk 5.13.0, ListenV1 (V1Client.ConnectArgs,
 * ListenV1Results, ListenV1Metadata). "CloseStream": what is left is transcribed, then comes `Metadata`
 * (https://developers.deepgram.com/docs/close-stream).
 */
export const live: LiveSpeech = {
  path: (job) => `/listen?${query(job)}`,
  sampleRate: SAMPLE_RATE,
  audioAfter: 'opening',
  audio: (samples) => samples,
  end: [asMessage({ type: 'CloseStream' })],
  read,
  // https://developers.deepgram.com/docs/stt-troubleshooting-websocket-data-and-net-errors: DATA-0000, audio that cannot be decoded.
  closed: (code) => (code === 1008 ? 'rejected' : undefined),
};

function query(job: LiveJob): URLSearchParams {
  const parameters = new URLSearchParams({
    model: modelFor(job.model, job.domain),
    // Streams detect no language, but the multilingual model knows 55 (https://developers.deepgram.com/docs/nova-3-language-prompting).
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

function read(message: Fields): readonly LiveNews[] {
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
      words: wordsOf(best.words),
      language: languageOf(languages[0]),
    },
  ];
}
