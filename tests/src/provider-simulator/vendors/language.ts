import { z } from 'zod';
import { demand } from '../refusal.ts';
import { call, type SimulatedCall } from '../simulated-vendor.ts';
import { readJson } from '../strict-reading.ts';

/** Models of a vendor that write text; how much each may be asked to reason. */
export type Writers = Readonly<Record<string, readonly string[]>>;

/** Where one vendor's dialect of chat completions differs from another's. */
export interface ChatDialect {
  /** Any model, and none that reasons, where it is undefined. */
  readonly writers?: Writers;
  /** Names of the field that limits the answer; one of them at a time. */
  readonly limits: readonly string[];
  readonly temperature: boolean;
  readonly systemRole: 'system' | 'developer';
}

/** How long an answer may be. */
export const limit = z.int().min(1);

/** A text as a string, or in parts of this type. */
export const text = (type = 'text') =>
  z.union([
    z.string(),
    z
      .array(z.strictObject({ type: z.literal(type), text: z.string() }))
      .transform((parts) => parts.map((part) => part.text).join('')),
  ]);

export const message = (role: string, type?: string) =>
  z.strictObject({ role: z.literal(role), content: text(type) });

/** Refuses a model that the vendor does not have, and an effort that the model does not take. */
export function checkModel(writers: Writers, model: string, effort: string | undefined): void {
  demand(Object.hasOwn(writers, model), `the model ${model} does not exist`, 404);
  const isTaken = effort === undefined || writers[model]?.includes(effort) === true;
  demand(isTaken, `reasoning effort ${effort} is not supported with this model`);
}

/**
 * POST /chat/completions. OpenAI API reference, "Create chat completion"; console.groq.com/docs/api-reference;
 * docs.mistral.ai/api; inference-docs.cerebras.ai.
 */
export function chatCompletions(
  vendor: string,
  { writers, limits, temperature, systemRole }: ChatDialect,
): SimulatedCall {
  const optional = [
    ...limits.map((name) => [name, limit.optional()] as const),
    ...(temperature ? [['temperature', z.number().min(0).max(2).optional()] as const] : []),
  ];
  const shape = z.strictObject({
    model: z.string().min(1),
    messages: z.tuple([message(systemRole), message('user')]),
    reasoning_effort: z.string().optional(),
    ...Object.fromEntries(optional),
  });
  return call('POST', /\/chat\/completions/, async (request) => {
    const asked: Readonly<Record<string, unknown>> & z.infer<typeof shape> = readJson(request, shape);
    const { model, messages, reasoning_effort: effort } = asked;
    demand(limits.filter((name) => asked[name] !== undefined).length < 2, 'the length is limited twice');
    checkModel(writers ?? { [model]: [] }, model, effort);
    const [{ content: system }, { content: user }] = messages;
    const { text, reasoning, cutOff } = await request.language.say(vendor, model, { system, user });
    const said = { role: 'assistant', content: text, ...(reasoning && { reasoning }) };
    return {
      id: 'chatcmpl-simulated',
      object: 'chat.completion',
      created: 1_790_000_000,
      model,
      choices: [{ index: 0, message: said, finish_reason: cutOff ? 'length' : 'stop' }],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    };
  });
}
