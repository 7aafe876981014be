import { Refusal } from '../refusal.ts';
import { call, type SimulatedRoute } from '../simulated-route.ts';
import { readJson, strictObject } from '../strict-fields.ts';
import { checkEffort, checkLimit, modelOf, textOf } from './chat-completions.ts';
import type { LanguageControl } from './language-control.ts';

const efforts: Readonly<Record<string, readonly string[]>> = {
  'grok-4.20-non-reasoning': [],
  'grok-4.3': ['none', 'low', 'medium', 'high'],
  'grok-4.7': ['low', 'medium', 'high'],
};

/**
 * docs.x.ai/developers/rest-api-reference: POST /v1/responses. What is not told to be forgotten is refused here: we
 * never leave a text there.
 */
export function xai(control: LanguageControl): SimulatedRoute {
  return call('POST', /\/responses/, async (request) => {
    const body = readJson(request, ['model', 'input', 'max_output_tokens', 'store', 'include', 'reasoning']);
    const model = modelOf(body.model, Object.keys(efforts));
    if (body.store !== false) throw new Refusal(400, 'the stand-in keeps no responses: store must be false');
    checkLimit([body.max_output_tokens]);
    const { effort } = strictObject(body.reasoning ?? {}, ['effort'], 'reasoning');
    checkEffort(effort, efforts[model]);
    const [system, user, ...more] = (Array.isArray(body.input) ? body.input : []).map((item: unknown) => {
      const { role, content } = strictObject(item, ['role', 'content'], 'input');
      return { role, text: textOf(content, ['input_text']) };
    });
    if (system?.role !== 'system' || user?.role !== 'user' || more.length > 0)
      throw new Refusal(400, 'input has other roles');
    const { text, cutOff } = await control.say('xai', model, { system: system.text, user: user.text });
    return {
      id: 'resp_simulated',
      object: 'response',
      created_at: 1_790_000_000,
      model,
      status: cutOff ? 'incomplete' : 'completed',
      incomplete_details: cutOff ? { reason: 'max_output_tokens' } : null,
      output: [
        {
          id: 'msg_simulated',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        },
      ],
      usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
    };
  });
}
