import { z } from 'zod';
import { demand } from '../refusal.ts';
import { bearerKey, call, type SimulatedVendor } from '../simulated-vendor.ts';
import { anything, heardIn, readForm, readJson } from '../strict-reading.ts';
import { checkModel, limit, message, type Writers } from './language.ts';

const writers: Writers = {
  'grok-4.20-non-reasoning': [],
  'grok-4.3': ['none', 'low', 'medium', 'high'],
  'grok-4.7': ['low', 'medium', 'high'],
};

/**
 * docs.x.ai/developers/rest-api-reference: POST /v1/responses. What is not told to be forgotten is refused here: we
 * never leave a text there.
 */
const responses = z.strictObject({
  model: z.string(),
  input: z.tuple([message('system', 'input_text'), message('user', 'input_text')]),
  max_output_tokens: limit.optional(),
  store: z.literal(false),
  reasoning: z.strictObject({ effort: z.string().optional() }).optional(),
  ...anything('include'),
});

export const xai: SimulatedVendor = {
  id: 'xai',
  basePath: '/v1',
  keyOf: bearerKey,
  refusedKeyStatus: 400,
  refusedKey: (key) => ({
    code: 'Client specified an invalid argument',
    error: `Incorrect API key provided: ${key}.`,
  }),
  errorBody: (_, message) => ({ code: 'The request is invalid', error: message }),
  calls: [
    call('GET', /\/models/, () => ({ object: 'list', data: [{ id: 'grok-4' }] })),
    // https://docs.x.ai/developers/model-capabilities/audio/speech-to-text.
    call('POST', /\/stt/, async (request) => {
      const fields = 'language format diarize filler_words audio_format sample_rate keyterm*';
      const form = await readForm(request, fields, { fileLast: true });
      demand(form.one('format') !== 'true' || form.one('language') !== undefined, 'format requires language');
      const terms = form.all('keyterm');
      demand(terms.length <= 100 && terms.every(({ length }) => length <= 50), 'keyterm');
      const formats = ['wav', 'mp3', 'm4a', 'flac', 'ogg', 'opus', 'aac'];
      const heard = await heardIn(form.file, request, formats);
      const words = heard.words.map(({ word, start, end }) => ({ text: word, start, end }));
      return { text: heard.text, language: '', duration: heard.seconds, ...(words.length > 0 && { words }) };
    }),
    call('POST', /\/responses/, async (request) => {
      const { model, input, reasoning } = readJson(request, responses);
      checkModel(writers, model, reasoning?.effort);
      const [{ content: system }, { content: user }] = input;
      const { text, cutOff } = await request.language.say('xai', model, { system, user });
      const content = [{ type: 'output_text', text, annotations: [] }];
      return {
        id: 'resp_simulated',
        object: 'response',
        created_at: 1_790_000_000,
        model,
        status: cutOff ? 'incomplete' : 'completed',
        incomplete_details: cutOff ? { reason: 'max_output_tokens' } : null,
        output: [{ id: 'msg_simulated', type: 'message', role: 'assistant', status: 'completed', content }],
        usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
      };
    }),
  ],
};
