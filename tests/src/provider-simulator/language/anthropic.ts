import { Refusal } from '../refusal.ts';
import { call, type SimulatedRoute } from '../simulated-route.ts';
import { readJson, strictObject } from '../strict-fields.ts';
import { checkEffort, checkLimit, modelOf, textOf } from './chat-completions.ts';
import type { LanguageControl } from './language-control.ts';

const models = ['claude-haiku-5-5', 'claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-4-5-20251001'];

/** platform.claude.com/docs/en/api/messages: POST /v1/messages, GET /v1/models. */
export function anthropic(control: LanguageControl): readonly SimulatedRoute[] {
  return [
    call('GET', /\/models/, () => ({ data: models.map((id) => ({ id, type: 'model' })), has_more: false })),
    call('POST', /\/messages/, async (request) => {
      const body = readJson(request, [
        'model',
        'max_tokens',
        'system',
        'messages',
        'thinking',
        'output_config',
      ]);
      const model = modelOf(body.model, models);
      if (body.max_tokens === undefined) throw new Refusal(400, 'max_tokens: Field required');
      checkLimit([body.max_tokens]);
      checkThinking(body.thinking, body.output_config, model);
      const [message, ...more] = Array.isArray(body.messages) ? body.messages : [];
      const { role, content } = strictObject(message, ['role', 'content'], 'messages');
      if (role !== 'user' || more.length > 0) throw new Refusal(400, 'messages: one of the user is expected');
      const { text, reasoning, cutOff } = await control.say('anthropic', model, {
        system: textOf(body.system),
        user: textOf(content),
      });
      const thinks = body.thinking !== undefined && model !== 'claude-haiku-5-5' && reasoning !== undefined;
      return {
        id: 'msg_simulated',
        type: 'message',
        role: 'assistant',
        model,
        content: [
          ...(thinks ? [{ type: 'thinking', thinking: reasoning, signature: 'simulated' }] : []),
          ...(text === '' ? [] : [{ type: 'text', text }]),
        ],
        stop_reason: cutOff ? 'max_tokens' : 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 10, output_tokens: 5 },
      };
    }),
  ];
}

function checkThinking(thinking: unknown, config: unknown, model: string): void {
  const adaptive = ['claude-sonnet-5-5', 'claude-opus-5-5'].includes(model);
  const { type } = strictObject(thinking ?? {}, ['type', 'display'], 'thinking');
  if (type === 'disabled' && adaptive) throw new Refusal(400, 'thinking cannot be disabled for this model');
  if (type !== undefined && type !== 'disabled' && type !== 'adaptive')
    throw new Refusal(400, 'thinking.type is unknown');
  const { effort } = strictObject(config ?? {}, ['effort'], 'output_config');
  checkEffort(effort, adaptive ? ['low', 'medium', 'high'] : undefined);
}
