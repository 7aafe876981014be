import { Refusal } from '../refusal.ts';
import { call, type SimulatedRoute } from '../simulated-route.ts';
import { checkQuery } from '../strict-fields.ts';

const parameters =
  'model language detect_language smart_format punctuate utterances keyterm keywords mip_opt_out numerals paragraphs'.split(
    ' ',
  );

/** npm @deepgram/sdk 5.13.0: MediaTranscribeRequestOctetStream, ListenV1Response. */
export const deepgram: readonly SimulatedRoute[] = [
  call('GET', /\/auth\/token/, () => ({ api_key_id: 'simulated' })),
  call('POST', /\/listen/, async ({ query, headers, body }, { recognizer }) => {
    checkQuery(query, parameters);
    const model = query.get('model') ?? 'base';
    if (!/^nova-[23](-medical|-general)?$/.test(model)) throw new Refusal(400, `No such model: ${model}`);
    if (query.has('keyterm') && !model.startsWith('nova-3'))
      throw new Refusal(400, 'Keyterm is only for Nova-3.');
    if (query.has('language') && query.has('detect_language'))
      throw new Refusal(400, 'language and detect_language exclude each other');
    if (!headers.get('content-type')?.startsWith('audio/'))
      throw new Refusal(415, 'The content type is no audio.');
    const result = await recognizer.transcribe(body);
    const words = result.words.map(({ word, start, end }) => ({
      word,
      start,
      end,
      confidence: 0.99,
      ...(query.get('smart_format') === 'true' ? { punctuated_word: word } : {}),
    }));
    const utterance = {
      start: 0,
      end: result.seconds,
      confidence: 0.99,
      channel: 0,
      transcript: result.text,
      words,
    };
    return {
      metadata: { request_id: 'simulated', duration: result.seconds, channels: 1, models: [model] },
      results: {
        channels: [
          {
            alternatives: [{ transcript: result.text, confidence: 0.99, words }],
            ...(query.get('detect_language') === 'true'
              ? { detected_language: 'en', language_confidence: 0.99 }
              : {}),
          },
        ],
        ...(query.get('utterances') === 'true' ? { utterances: result.text === '' ? [] : [utterance] } : {}),
      },
    };
  }),
];
