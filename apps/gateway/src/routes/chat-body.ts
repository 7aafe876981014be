import * as z from 'zod';
import { GatewayError } from '../http/gateway-error.ts';

const MOST_OUTPUT_TOKENS = 32_768;

const content = z.union([
  z.string(),
  z
    .array(z.strictObject({ type: z.literal('text'), text: z.string() }))
    .transform((parts) => parts.map(({ text }) => text).join('')),
]);
const tokens = z.int().min(1).max(MOST_OUTPUT_TOKENS).nullish();
/** Empty values that some clients always send. */
const nothing = z.union([z.null(), z.tuple([]), z.strictObject({})]).optional();
const label = z.string().max(1_000).nullish();

/**
 * The accepted part of OpenAI's body. A field that would change the answer and is not supported is refused before anything is held: if it were dropped
 * silently, the client would pay for another answer than it asked for. Its neutral value, which many clients always send, is accepted.
 */
const body = z.strictObject({
  model: z.string().max(200).default('default'),
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['system', 'developer', 'user', 'assistant']),
        content,
        // Present in an earlier answer that is sent back as part of the conversation.
        refusal: nothing,
        annotations: nothing,
        tool_calls: nothing,
        function_call: nothing,
        audio: nothing,
      }),
    )
    .min(1)
    .max(500),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  temperature: z.number().min(0).max(2).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z
    .strictObject({ include_usage: z.boolean().nullish(), include_obfuscation: z.boolean().nullish() })
    .nullish(),
  n: z.literal(1).nullish(),
  top_p: z.literal(1).nullish(),
  frequency_penalty: z.literal(0).nullish(),
  presence_penalty: z.literal(0).nullish(),
  logprobs: z.literal(false).nullish(),
  logit_bias: nothing,
  stop: nothing,
  response_format: z.strictObject({ type: z.literal('text') }).nullish(),
  modalities: z.tuple([z.literal('text')]).nullish(),
  /** Calling functions is no part of rewriting. */
  tools: nothing,
  tool_choice: z.enum(['none', 'auto']).nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  functions: nothing,
  store: z.literal(false).nullish(),
  service_tier: z.enum(['auto', 'default']).nullish(),
  /** Labels for OpenAI's own bookkeeping. They change no answer and are not passed on to vendors. */
  user: label,
  safety_identifier: label,
  prompt_cache_key: label,
  metadata: z.record(z.string(), z.unknown()).nullish(),
});

/** A conversation to be continued, checked. */
export type ChatBody = z.output<typeof body>;

/** Throws invalid_value, which names the field. */
export function parseChatBody(value: unknown): ChatBody {
  const result = body.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...(issue?.path ?? []), ...unknown];
  const field = String(path[0] ?? '').slice(0, 100);
  const isOffered = offered.has(field);
  const written = isOffered ? path.join('.').slice(0, 100) : field;
  throw new GatewayError('invalid_value', {
    message:
      isOffered && unknown.length === 0
        ? `"${written}": ${issue?.message}`
        : `"${written}" is not offered here: leave it out.`,
    param: field,
  });
}

/** Fields that have more values than the neutral one. */
const offered: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'stream',
  'stream_options',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'metadata',
]);
