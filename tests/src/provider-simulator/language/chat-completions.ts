import { Refusal } from '../refusal.ts';
import { call, type SimulatedRoute } from '../simulated-route.ts';
import { readJson, strictObject } from '../strict-fields.ts';
import type { LanguageControl } from './language-control.ts';

/** Where one vendor's dialect of chat completions differs from another's. */
export interface ChatDialect {
  readonly vendor: string;
  /** Models that the vendor has; any where it is undefined. */
  readonly models?: readonly string[];
  /** Names of the field that limits the answer. */
  readonly limits: readonly string[];
  readonly temperature: boolean;
  /** Values of `reasoning_effort` by model; a model without any refuses the field. */
  readonly efforts?: Readonly<Record<string, readonly string[]>>;
  /** The role of the system prompt. */
  readonly systemRole: 'system' | 'developer';
}

/**
 * POST /chat/completions. OpenAI API reference, "Create chat completion"; console.groq.com/docs/api-reference;
 * docs.mistral.ai/api; inference-docs.cerebras.ai.
 */
export function chatCompletions(dialect: ChatDialect, control: LanguageControl): SimulatedRoute {
  return call('POST', /\/chat\/completions/, async (request) => {
    const allowed = ['model', 'messages', 'reasoning_effort', ...dialect.limits];
    const body = readJson(request, dialect.temperature ? [...allowed, 'temperature'] : allowed);
    const model = modelOf(body.model, dialect.models);
    checkLimit(dialect.limits.map((name) => body[name]));
    checkTemperature(body.temperature);
    checkEffort(body.reasoning_effort, dialect.efforts?.[model]);
    const { text, reasoning, cutOff } = await control.say(
      dialect.vendor,
      model,
      readMessages(body.messages, dialect.systemRole),
    );
    return {
      id: 'chatcmpl-simulated',
      object: 'chat.completion',
      created: 1_790_000_000,
      model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: text, ...(reasoning && { reasoning }) },
          finish_reason: cutOff ? 'length' : 'stop',
        },
      ],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    };
  });
}

/** The model that is asked for. Throws Refusal 404 for one that the vendor does not have. */
export function modelOf(value: unknown, models: readonly string[] | undefined): string {
  if (typeof value !== 'string' || value === '') throw new Refusal(400, 'model is missing');
  if (models && !models.includes(value)) throw new Refusal(404, `the model ${value} does not exist`);
  return value;
}

export function checkLimit(values: readonly unknown[]): void {
  const given = values.filter((value) => value !== undefined);
  if (given.length > 1) throw new Refusal(400, 'the length is limited twice');
  for (const value of given)
    if (!Number.isInteger(value) || Number(value) < 1) throw new Refusal(400, 'the limit is no whole number');
}

function checkTemperature(value: unknown): void {
  if (value !== undefined && !(typeof value === 'number' && value >= 0 && value <= 2))
    throw new Refusal(400, 'temperature must be between 0 and 2');
}

/** Throws Refusal 400 for an effort that the model does not take. */
export function checkEffort(value: unknown, efforts: readonly string[] | undefined): void {
  if (value !== undefined && !efforts?.includes(String(value)))
    throw new Refusal(400, `reasoning effort ${String(value)} is not supported with this model`);
}

function readMessages(value: unknown, systemRole: string) {
  if (!Array.isArray(value) || value.length !== 2) throw new Refusal(400, 'messages must hold two messages');
  const [system, user] = value.map((message: unknown) => {
    const { role, content } = strictObject(message, ['role', 'content'], 'messages');
    return { role, text: textOf(content) };
  });
  if (system?.role !== systemRole || user?.role !== 'user')
    throw new Refusal(400, 'messages have other roles');
  return { system: system.text, user: user.text };
}

/** A message's text, as a string or in parts. */
export function textOf(content: unknown, types: readonly string[] = ['text']): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) throw new Refusal(400, 'content must be text or parts');
  return content
    .map((part) => {
      const { type, text } = strictObject(part, ['type', 'text'], 'content');
      if (!types.includes(String(type)) || typeof text !== 'string')
        throw new Refusal(400, 'content is no text');
      return text;
    })
    .join('');
}
