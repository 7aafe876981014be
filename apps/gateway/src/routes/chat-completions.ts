import { type ChatMessage, completeChat, LanguageError } from '@quoth/providers';
import type { Choice, Member } from '../chain/chains.ts';
import type { Gateway } from '../gateway.ts';
import { clientSignal, type RouteContext } from '../http/environment.ts';
import { GatewayError } from '../http/gateway-error.ts';
import { readJson } from '../http/read-body.ts';
import { largest } from '../ledger/micro.ts';
import { estimatedTokens, mostTokens, type TextPrice, textCharge } from '../prices/price.ts';
import type { Answer } from '../relay/answer.ts';
import type { AskOptions } from '../relay/relay-job.ts';
import { requestKey } from '../relay/request-key.ts';
import { type ChatBody, parseChatBody } from './chat-body.ts';
import { clientKeyOf, deviceOf, sendAnswer, withLimits } from './guarded-work.ts';

const BODY_BYTES = 4 * 1024 * 1024;
const DEFAULT_OUTPUT_TOKENS = 4_096;

/** `POST /v1/chat/completions`: a conversation continued, charged by tokens. */
export function createChatCompletion(context: RouteContext, gateway: Gateway): Promise<Response> {
  return withLimits(context, gateway, async (caller) => {
    const { config, queue, relay } = gateway;
    const clientKey = clientKeyOf(context);
    const client = clientSignal(context);
    const { value, sha256 } = await readJson(
      context.env.incoming,
      BODY_BYTES,
      config.limits.idleSeconds * 1_000,
    );
    const asked = parseChatBody(value);
    const choice = choiceOf(asked.model, gateway);
    const prices = await pricesOf(choice, gateway);
    const outputTokens = asked.max_completion_tokens ?? asked.max_tokens ?? DEFAULT_OUTPUT_TOKENS;
    const text = asked.messages.map((message) => message.content).join('\n');
    const leave = await queue.enter(caller.tokenId, client);
    try {
      const answer = await relay.relay({
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
            textCharge(price, mostTokens(text) + BigInt(asked.messages.length * 16), BigInt(outputTokens)),
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
function choiceOf(model: string, { config, vendors }: Gateway): Choice {
  const chain = Object.hasOwn(config.textChains, model) ? config.textChains[model] : undefined;
  if (chain) return { name: model, members: chain };
  const slash = model.indexOf('/');
  const vendor = vendors.find(({ id }) => id === model.slice(0, Math.max(0, slash)));
  const name = model.slice(slash + 1);
  if (vendor?.language?.models.some(({ id }) => id === name))
    return { name: model, members: [{ vendor: vendor.id, model: name }] };
  throw new GatewayError('model_not_found', {
    message: `There is no model "${model.slice(0, 100)}" here. GET /v1/models lists them.`,
  });
}

async function pricesOf(
  { name, members }: Choice,
  { config, prices }: Gateway,
): Promise<ReadonlyMap<Member, TextPrice>> {
  const known = new Map<Member, TextPrice>();
  for (const member of members) {
    const price = config.vendors[member.vendor] && (await prices.text(member.vendor, member.model));
    if (price) known.set(member, price);
  }
  if (known.size > 0) return known;
  throw new GatewayError('unavailable', {
    message: `Nobody can be asked for "${name}": the gateway has no vendor's key or no price for it. Tell its operator.`,
  });
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
    throw new LanguageError('unreachable', 'this vendor cannot be asked');
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
      maximumOutputTokens: outputTokens,
      timeoutMs: options.timeoutMs,
      signal: options.signal,
      retries: options.retries,
    },
    { fetch: io.fetch, sleep: io.sleep, monotonic },
  );
  // A vendor that does not count: four bytes are a token.
  const input = completion.inputTokens === undefined ? estimatedTokens(text) : BigInt(completion.inputTokens);
  const output =
    completion.outputTokens === undefined
      ? estimatedTokens(completion.text)
      : BigInt(completion.outputTokens);
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
