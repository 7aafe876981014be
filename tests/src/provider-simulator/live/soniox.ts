import type { RecognizedAudio } from '../recognizer.ts';
import { Refusal } from '../refusal.ts';
import { checkQuery, strictObject, textList } from '../strict-fields.ts';
import { readMessage, wholeSamples } from './read-message.ts';
import type { SimulatedStream } from './simulated-stream.ts';

// The key is not among them: it belongs into the header
// (https://soniox.com/docs/guides/migrate-websocket-authentication).
const fields =
  'model audio_format sample_rate num_channels language_hints language_hints_strict enable_language_identification enable_speaker_diarization enable_endpoint_detection context translation client_reference_id'.split(
    ' ',
  );

/** npm @soniox/node 2.3.0, RealtimeSttSession; https://soniox.com/docs/api-reference/stt/websocket-api. */
export const soniox: SimulatedStream = {
  path: /\/transcribe-websocket/,
  check: ({ query }) => checkQuery(query, []),
  open: (_, peer) => {
    const heard = peer.listen(16_000);
    let isConfigured = false;
    const tokens = (words: RecognizedAudio['words'], isFinal: boolean) =>
      words.flatMap(({ word, start, end }, index) => {
        const middle = Math.ceil(word.length / 2);
        const parts = [`${index === 0 ? '' : ' '}${word.slice(0, middle)}`, word.slice(middle)];
        return parts.filter(Boolean).map((text) => ({
          text,
          start_ms: Math.round(start * 1_000),
          end_ms: Math.round(end * 1_000),
          confidence: 0.95,
          is_final: isFinal,
          language: 'en',
        }));
      });
    const result = { final_audio_proc_ms: 0, total_audio_proc_ms: 0 };
    return {
      onAudio: async (samples) => {
        if (!isConfigured) throw new Refusal(400, 'the configuration comes first');
        heard.add(wholeSamples(samples));
        if (heard.isInterimDue())
          peer.say({ tokens: tokens((await heard.recognize()).words, false), ...result });
      },
      onText: async (text) => {
        if (isConfigured && text === '') {
          const { words } = await heard.recognize();
          const all = tokens(words, true);
          peer.say({ tokens: [...all.slice(0, 3), { text: '<end>', is_final: true }], ...result });
          peer.say({ tokens: all.slice(3), ...result });
          peer.say({ tokens: [], ...result, finished: true });
          return peer.close(1000);
        }
        if (isConfigured) {
          const { type } = readMessage(text, ['type', 'trailing_silence_ms']);
          if (type === 'keepalive') return;
          throw new Refusal(400, 'no such message');
        }
        const asked = readMessage(text, fields);
        if (asked.model !== 'stt-rt-v5') throw new Refusal(400, 'Invalid model specified.');
        if (asked.audio_format !== 'pcm_s16le' || asked.sample_rate !== 16_000 || asked.num_channels !== 1)
          throw new Refusal(400, 'raw audio needs a sample rate and channels');
        textList(asked.language_hints, 'language_hints', 100);
        const { terms } = strictObject(asked.context ?? {}, ['general', 'text', 'terms'], 'context');
        if (textList(terms, 'context.terms', 10_000).join('').length > 10_000)
          throw new Refusal(400, 'the context is too long');
        isConfigured = true;
      },
    };
  },
  refusal: (status, message) => ({ message: { error_code: status, error_message: message }, code: 1000 }),
};
