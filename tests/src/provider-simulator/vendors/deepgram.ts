import { z } from 'zod';
import type { RecognizedAudio } from '../recognizer.ts';
import { demand } from '../refusal.ts';
import { call, type SimulatedVendor } from '../simulated-vendor.ts';
import { checkQuery, parsed, samplesOf } from '../strict-reading.ts';

const shared = 'model language smart_format punctuate keyterm mip_opt_out numerals';
const fileParameters = `${shared} detect_language utterances keywords paragraphs`;
const streamParameters = `${shared} encoding sample_rate channels interim_results endpointing utterance_end_ms vad_events`;
const control = z.strictObject({
  type: z.enum(['KeepAlive', 'CloseStream']),
  channel: z.unknown().optional(),
});

export const deepgram: SimulatedVendor = {
  id: 'deepgram',
  basePath: '/v1',
  keyOf: (headers) => /^Token (.+)$/.exec(headers.get('authorization') ?? '')?.[1],
  refusedKey: (key) => ({
    err_code: 'INVALID_AUTH',
    err_msg: `Invalid credentials ${key}.`,
    request_id: 'simulated',
  }),
  errorBody: (_, message) => ({ err_code: 'Bad Request', err_msg: message, request_id: 'simulated' }),
  calls: [
    call('GET', /\/auth\/token/, () => ({ api_key_id: 'simulated' })),
    // npm @deepgram/sdk 5.13.0: MediaTranscribeRequestOctetStream, ListenV1Response.
    call('POST', /\/listen/, async ({ query, headers, body, recognizer }) => {
      checkQuery(query, fileParameters);
      const model = query.get('model') ?? 'base';
      demand(/^nova-[23](-medical|-general)?$/.test(model), `No such model: ${model}`);
      demand(!query.has('keyterm') || model.startsWith('nova-3'), 'Keyterm is only for Nova-3.');
      const detects = query.has('detect_language');
      demand(!(detects && query.has('language')), 'language and detect_language exclude each other');
      demand(
        headers.get('content-type')?.startsWith('audio/') === true,
        'The content type is no audio.',
        415,
      );
      const { text: transcript, words: heard, seconds } = await recognizer.transcribe(body);
      const formats = query.get('smart_format') === 'true';
      const words = heard.map((word) => ({
        ...word,
        confidence: 0.99,
        ...(formats && { punctuated_word: word.word }),
      }));
      const alternative = { transcript, confidence: 0.99, words };
      const utterances = transcript === '' ? [] : [{ start: 0, end: seconds, channel: 0, ...alternative }];
      const detected = query.get('detect_language') === 'true' && { detected_language: 'en' };
      return {
        metadata: { request_id: 'simulated', duration: seconds, channels: 1, models: [model] },
        results: {
          channels: [{ alternatives: [alternative], ...detected }],
          ...(query.get('utterances') === 'true' && { utterances }),
        },
      };
    }),
  ],
  // npm @deepgram/sdk 5.13.0, V1Client.ConnectArgs, ListenV1Results, ListenV1Metadata;
  // https://developers.deepgram.com/docs/close-stream.
  stream: {
    path: /\/listen/,
    check: (query) => {
      checkQuery(query, streamParameters);
      demand(/^nova-3(-medical)?$/.test(query.get('model') ?? ''), 'no such model');
      const isRaw = query.get('encoding') === 'linear16' && query.get('sample_rate') === '16000';
      demand(isRaw, 'raw audio needs an encoding and a sample rate');
    },
    open: (query, peer) => {
      const heard = peer.listen(16_000);
      const isMulti = query.get('language') === 'multi';
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
              ...(isMulti && { languages: words.length === 0 ? [] : ['en'] }),
              words: words.map((word) => ({ ...word, confidence: 0.99, punctuated_word: word.word })),
            },
          ],
        },
        metadata: { request_id: 'simulated', model_uuid: 'simulated' },
      });
      return {
        onAudio: async (samples) => {
          heard.add(samplesOf(samples));
          if (query.get('interim_results') === 'true' && heard.isInterimDue())
            peer.say(results((await heard.recognize()).words, false));
        },
        onText: async (text) => {
          if (parsed(text, control).type === 'KeepAlive') return;
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
  },
};
