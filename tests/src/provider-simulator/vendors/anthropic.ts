import { z } from 'zod';
import { demand } from '../refusal.ts';
import { call, type SimulatedVendor } from '../simulated-vendor.ts';
import { readJson } from '../strict-reading.ts';
import { checkModel, limit, message, text, type Writers } from './language.ts';

const efforts = ['low', 'medium', 'high'];
const writers: Writers = {
  'claude-haiku-5-5': [],
  'claude-sonnet-5-5': efforts,
  'claude-opus-5-5': efforts,
  'claude-haiku-4-5-20251001': [],
};

const messages = z.strictObject({
  model: z.string(),
  max_tokens: limit,
  system: text(),
  messages: z.tuple([message('user')]),
  thinking: z
    .strictObject({
      type: z.enum(['disabled', 'adaptive']).optional(),
      display: z.unknown().optional(),
    })
    .optional(),
  output_config: z.strictObject({ effort: z.string().optional() }).optional(),
});

/** platform.claude.com/docs/en/api/messages: POST /v1/messages, GET /v1/models. */
export const anthropic: SimulatedVendor = {
  id: 'anthropic',
  basePath: '/v1',
  keyOf: (headers) =>
    headers.has('anthropic-version') ? (headers.get('x-api-key') ?? undefined) : undefined,
  refusedKey: () => ({
    type: 'error',
    error: { type: 'authentication_error', message: 'invalid x-api-key' },
  }),
  errorBody: (_, message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
  calls: [
    call('GET', /\/models/, () => ({
      data: Object.keys(writers).map((id) => ({ id, type: 'model' })),
      has_more: false,
    })),
    call('POST', /\/messages/, async (request) => {
      const { model, system, messages: asked, thinking, output_config } = readJson(request, messages);
      checkModel(writers, model, output_config?.effort);
      const adapts = writers[model] === efforts;
      demand(!(adapts && thinking?.type === 'disabled'), 'thinking cannot be disabled for this model');
      const said = await request.language.say('anthropic', model, { system, user: asked[0].content });
      const thinks = thinking !== undefined && model !== 'claude-haiku-5-5' && said.reasoning !== undefined;
      return {
        id: 'msg_simulated',
        type: 'message',
        role: 'assistant',
        model,
        content: [
          ...(thinks ? [{ type: 'thinking', thinking: said.reasoning, signature: 'simulated' }] : []),
          ...(said.text === '' ? [] : [{ type: 'text', text: said.text }]),
        ],
        stop_reason: said.cutOff ? 'max_tokens' : 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 10, output_tokens: 5 },
      };
    }),
  ],
};
