import type { RecognizedAudio } from '../recognizer.ts';
import { Refusal } from '../refusal.ts';
import { checkQuery } from '../strict-fields.ts';
import { readMessage, wholeSamples } from './read-message.ts';
import type { SimulatedStream } from './simulated-stream.ts';

const parameters =
  'model language encoding sample_rate channels interim_results smart_format punctuate endpointing keyterm mip_opt_out numerals utterance_end_ms vad_events'.split(
    ' ',
  );

/**
 * npm @deepgram/sdk 5.13.0, V1Client.ConnectArgs, ListenV1Results, ListenV1Metadata;
 * https://developers.deepgram.com/docs/close-stream.
 */
export const deepgram: SimulatedStream = {
  path: /\/listen/,
  check: ({ query }) => {
    checkQuery(query, parameters);
    if (!/^nova-3(-medical)?$/.test(query.get('model') ?? '')) throw new Refusal(400, 'no such model');
    if (query.get('encoding') !== 'linear16' || query.get('sample_rate') !== '16000')
      throw new Refusal(400, 'raw audio needs an encoding and a sample rate');
  },
  open: ({ query }, peer) => {
    const heard = peer.listen(16_000);
    const results = (words: RecognizedAudio['words'], isFinal: boolean) => ({
      type: 'Results',
      channel_index: [0, 1],
      duration: 1,
      start: words[0]?.start ?? 0,
      is_final: isFinal,
      speech_final: isFinal,
      channel: {
        alternatives: [
          {
            transcript: words.map(({ word }) => word).join(' '),
            confidence: 0.99,
            ...(query.get('language') === 'multi' ? { languages: words.length === 0 ? [] : ['en'] } : {}),
            words: words.map((word) => ({ ...word, confidence: 0.99, punctuated_word: word.word })),
          },
        ],
      },
      metadata: { request_id: 'simulated', model_uuid: 'simulated' },
    });
    return {
      onAudio: async (samples) => {
        heard.add(wholeSamples(samples));
        if (query.get('interim_results') === 'true' && heard.isInterimDue())
          peer.say(results((await heard.recognize()).words, false));
      },
      onText: async (text) => {
        const { type } = readMessage(text, ['type', 'channel']);
        if (type === 'KeepAlive') return;
        if (type !== 'CloseStream') throw new Refusal(400, 'no such message');
        // In two parts, as a real one settles phrase by phrase.
        const { words, seconds } = await heard.recognize();
        const half = Math.ceil(words.length / 2);
        peer.say(results(words.slice(0, half), true));
        peer.say(results(words.slice(half), true));
        peer.say({ type: 'Metadata', transaction_key: 'deprecated', duration: seconds, channels: 1 });
        peer.close(1000);
      },
    };
  },
  refusal: () => ({ code: 1008 }),
};
