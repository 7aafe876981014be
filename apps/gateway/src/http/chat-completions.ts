import { say } from '@quoth/contract';
import { callerSignal } from '@quoth/http';
import { type ChatMessage, completeChat, LanguageError } from '@quoth/vendors';
import * as z from 'zod';
import { GatewayError } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { countedTokens, largest, maxTokens, type TextPrice, textCharge } from '../ledger/prices.ts';
import { type Answer, requestKey } from '../relay/answer.ts';
import type { Member, RequestedModel } from '../relay/chains.ts';
import { type AskOptions, relay } from '../relay/relay.ts';
import type { RouteContext } from './answers.ts';
import { readJson } from './bodies.ts';
import { clientKeyOf, deviceOf, pricesOf, sendAnswer, unknownModel, withLimits } from './guards.ts';

const BODY_BYTES = 4 * 1024 * 1024;
const DEFAULT_OUTPUT_TOKENS = 4_096;

/** `POST /v1/chat/completions`: a conversation continued, charged by tokens. */
export function createChatCompletion(context: RouteContext, gateway: Gateway): Promise<Response> {
  return withLimits(context, gateway, async (caller) => {
    const { config, queue } = gateway;
    const clientKey = clientKeyOf(context);
    const client = callerSignal(context.env.outgoing);
    const { value, sha256 } = await readJson(
      context.env.incoming,
      BODY_BYTES,
      config.limits.idleSeconds * 1_000,
    );
    const asked = parseChatBody(value);
    const choice = choiceOf(asked.model, gateway);
    const prices = await pricesOf(choice, gateway, ({ vendor, model }) => gateway.prices.text(vendor, model));
    const outputTokens = asked.max_completion_tokens ?? asked.max_tokens ?? DEFAULT_OUTPUT_TOKENS;
    const text = asked.messages.map((message) => message.content).join('\n');
    const leave = await queue.enter(caller.tokenId, client);
    try {
      const answer = await relay(gateway, {
        requestId: context.get('requestId'),
        caller,
        key: requestKey({ ...caller, clientKey, bodyHash: sha256 }),
        kind: 'text',
        choice: { ...choice, members: [...prices.keys()] },
        device: deviceOf(context),
        quantity: BigInt(Buffer.byteLength(text)),
        // A few tokens more for the marks around each message.
        hold: largest(
          [...prices.values()].map((price) =>
            textCharge(price, maxTokens(text) + BigInt(asked.messages.length * 16), BigInt(outputTokens)),
          ),
        ),
        deadlineMs: config.limits.deadlineSeconds * 1_000,
        ask: (member, options) => ask({ member, asked, outputTokens, text, prices, gateway, options }),
        client,
      });
      return asked.stream === true
        ? sendAnswer(
            context,
            gateway,
            answer,
            asEvents(answer.body, asked.stream_options?.include_usage === true),
          )
        : sendAnswer(context, gateway, answer);
    } finally {
      leave();
    }
  });
}

/** A chain of the configuration, or `vendor/model`, which stands alone. */
function choiceOf(model: string, { config, vendors }: Gateway): RequestedModel {
  const chain = Object.hasOwn(config.textChains, model) ? config.textChains[model] : undefined;
  if (chain) return { name: model, members: chain };
  const slash = model.indexOf('/');
  const vendor = vendors.find(({ id }) => id === model.slice(0, Math.max(0, slash)));
  const name = model.slice(slash + 1);
  if (vendor?.language?.models.some(({ id }) => id === name))
    return { name: model, members: [{ vendor: vendor.id, model: name }] };
  throw unknownModel(model);
}

interface Asked {
  readonly member: Member;
  readonly asked: ChatBody;
  readonly outputTokens: number;
  readonly text: string;
  readonly prices: ReadonlyMap<Member, TextPrice>;
  readonly gateway: Gateway;
  readonly options: AskOptions;
}

/** Has one vendor write the text. Throws LanguageError. */
async function ask({ member, asked, outputTokens, text, prices, gateway, options }: Asked): Promise<Answer> {
  const { config, vendors, io, monotonic } = gateway;
  const vendor = vendors.find(({ id }) => id === member.vendor);
  const access = config.vendors[member.vendor];
  const price = prices.get(member);
  if (!vendor?.language || !access || !price)
    throw new LanguageError('unreachable', say('providerUnreachable', { provider: member.vendor }));
  const completion = await completeChat(
    {
      language: vendor.language,
      refusesKey: vendor.refusesKey,
      baseUrl: access.baseUrl ?? vendor.baseUrl,
      key: access.key,
      model: member.model,
      messages: asked.messages.map(
        (message): ChatMessage => ({
          role: message.role === 'developer' ? 'system' : message.role,
          content: message.content,
        }),
      ),
      temperature: asked.temperature ?? undefined,
      maxOutputTokens: outputTokens,
      timeoutMs: options.timeoutMs,
      signal: options.signal,
      retries: options.retries,
    },
    { fetch: io.fetch, sleep: io.sleep, monotonic },
  );
  const input = countedTokens(completion.inputTokens, text);
  const output = countedTokens(completion.outputTokens, completion.text);
  return {
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify({
      id: `chatcmpl-${crypto.randomUUID()}`,
      object: 'chat.completion',
      created: Math.floor(io.now() / 1_000),
      model: `${member.vendor}/${member.model}`,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: completion.text, refusal: null },
          logprobs: null,
          finish_reason: completion.finish,
        },
      ],
      usage: {
        prompt_tokens: Number(input),
        completion_tokens: Number(output),
        total_tokens: Number(input + output),
      },
    }),
    isEmpty: false,
    charge: textCharge(price, input, output),
    priceId: price.id,
  };
}

/** The answer as the events of a stream, with all text in one delta. */
function asEvents(written: string, includesUsage: boolean) {
  const { choices, usage, ...rest } = JSON.parse(written) as {
    choices: readonly { message: { content: string }; finish_reason: string }[];
    usage: object;
  };
  const [choice] = choices;
  const event = (deltas: readonly object[], more: object = {}) => ({
    ...rest,
    object: 'chat.completion.chunk',
    choices: deltas,
    ...more,
  });
  const delta = (content: object, finish_reason: string | null) => [
    { index: 0, delta: content, finish_reason },
  ];
  const events = [
    event(delta({ role: 'assistant', content: choice?.message.content ?? '' }, null)),
    event(delta({}, choice?.finish_reason ?? 'stop')),
    ...(includesUsage ? [event([], { usage })] : []),
  ];
  return {
    contentType: 'text/event-stream; charset=utf-8',
    body: `${events.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')}data: [DONE]\n\n`,
  };
}

const MAX_OUTPUT_TOKENS = 32_768;

const content = z.union([
  z.string(),
  z
    .array(z.strictObject({ type: z.literal('text'), text: z.string() }))
    .transform((parts) => parts.map(({ text }) => text).join('')),
]);
const tokens = z.int().min(1).max(MAX_OUTPUT_TOKENS).nullish();
/** Empty values that some clients always send. */
const nothing = z.union([z.null(), z.tuple([]), z.strictObject({})]).optional();
const label = z.string().max(1_000).nullish();

/**
 * The accepted part of OpenAI's body. A field that would change the answer and is not supported is refused before
 * anything is held: if it were dropped silently, the client would pay for another answer than it asked for. Its neutral
 * value, which many clients always send, is accepted.
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
type ChatBody = z.output<typeof body>;

/** Throws invalid_value, which names the field. */
function parseChatBody(value: unknown): ChatBody {
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
