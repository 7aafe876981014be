import { Refusal } from '../refusal.ts';
import { checkQuery } from '../strict-fields.ts';
import { readMessage, wholeSamples } from './read-message.ts';
import type { SimulatedStream } from './simulated-stream.ts';

const parameters =
  'speech_model sample_rate encoding continuous_partials language_codes language_detection keyterms_prompt domain prompt min_turn_silence max_turn_silence vad_threshold inactivity_timeout'.split(
    ' ',
  );

/**
 * npm assemblyai 4.41.5, StreamingTranscriber; https://www.assemblyai.com/docs/streaming/message-sequence and
 * .../common-session-errors-and-closures.
 */
export const assemblyai: SimulatedStream = {
  path: /\/v3\/ws/,
  check: ({ query }) => {
    checkQuery(query, parameters);
    if (query.get('speech_model') !== 'universal-3-5-pro') throw new Refusal(400, 'no such model');
    if (query.get('sample_rate') !== '16000' || query.get('encoding') !== 'pcm_s16le')
      throw new Refusal(400, 'raw audio needs a sample rate');
    for (const name of ['language_codes', 'keyterms_prompt']) {
      const list: unknown = JSON.parse(query.get(name) ?? '[]');
      if (!Array.isArray(list) || list.length > 100 || list.some((item) => typeof item !== 'string'))
        throw new Refusal(400, name);
    }
  },
  open: (_, peer) => {
    const heard = peer.listen(16_000);
    let turn = 0;
    peer.say({ type: 'Begin', id: 'simulated', expires_at: 1_900_000_000 });
    const tell = async (isEnd: boolean) => {
      const { words, text } = await heard.recognize();
      if (text === '') return;
      peer.say({
        type: 'Turn',
        turn_order: turn,
        turn_is_formatted: isEnd,
        end_of_turn: isEnd,
        end_of_turn_confidence: isEnd ? 1 : 0.1,
        transcript: text,
        utterance: isEnd ? text : '',
        language_code: 'en',
        words: words.map(({ word, start, end }) => ({
          text: word,
          start: Math.round(start * 1_000),
          end: Math.round(end * 1_000),
          confidence: 0.95,
          word_is_final: isEnd,
        })),
      });
      if (!isEnd) return;
      turn += 1;
      heard.cut();
    };
    return {
      onAudio: async (samples) => {
        const milliseconds = wholeSamples(samples).length / 32;
        if (milliseconds < 50 || milliseconds > 1_000)
          throw new Refusal(
            3007,
            `Input duration violation: ${milliseconds} ms. Expected between 50 and 1000 ms`,
          );
        heard.add(samples);
        if (heard.isInterimDue()) await tell(false);
      },
      onText: async (text) => {
        const { type } = readMessage(text, ['type']);
        if (type === 'ForceEndpoint') return heard.seconds > 0 ? tell(true) : undefined;
        if (type === 'KeepAlive') return;
        if (type !== 'Terminate') throw new Refusal(3006, `Invalid Message Type: ${String(type)}`);
        if (heard.seconds > 0) await tell(false);
        peer.say({ type: 'Termination', audio_duration_seconds: 1, session_duration_seconds: 1 });
        peer.close(1000);
      },
    };
  },
  refusal: (status, message) => {
    const code = status >= 3000 ? status : 3006;
    return { message: { type: 'Error', error_code: code, error: message }, code };
  },
};
