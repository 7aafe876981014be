import { randomUUID } from 'node:crypto';
import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import { appVersion, backoff, say } from '@quoth/contract';
import { JsonBudgetExceeded } from '@quoth/text';
import { connectionProblem, RETRIES, systemCode, UnreadableReply } from './call-error.ts';
import { checkBaseUrl, replyBytes } from './call-vendor.ts';
import { callFailure, LanguageError, type LanguageFacts } from './language-model.ts';
import type { Vendor } from './vendor.ts';

/** What is the same for every text that a model gets. */
interface ModelRequest {
  readonly language: LanguageFacts;
  /** True if the answer means that the key is refused, for statuses other than 401 and 403. */
  readonly refusesKey?: Vendor['refusesKey'];
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Empty for an endpoint that needs none. */
  readonly key: string;
  readonly model: string;
  readonly maxOutputTokens: number;
  /** Time limit for everything together, waiting included, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Tries after the first one; 2 if absent. 0 if somebody else is asked instead. */
  readonly retries?: number | undefined;
}

/** One text for a language model to write. */
export interface CompletionRequest extends ModelRequest {
  readonly system: string;
  readonly user: string;
}

/** A turn of a conversation. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A conversation for a language model to continue. */
export interface ChatRequest extends ModelRequest {
  readonly messages: readonly ChatMessage[];
  /** From 0 to 2; the vendor's default if absent. */
  readonly temperature?: number | undefined;
}

/** What a model wrote, and its usage according to the vendor. */
export interface ChatCompletion {
  readonly text: string;
  /** `length`: the text stops where `maxOutputTokens` ended it. */
  readonly finish: 'stop' | 'length';
  /** Undefined if the vendor does not say. */
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

/** What a completion needs from outside. */
export interface CompletionTools {
  readonly fetch: typeof globalThis.fetch;
  /** Rejects with the signal's reason when it is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Monotonic time in milliseconds. */
  readonly monotonic: () => number;
}

const MAX_BYTES = 8 * 1024 * 1024;
const FIRST_PAUSE_MS = 500;
/** If a vendor asks for a longer pause, the text fails instead: somebody is waiting for it. */
const MAX_PAUSE_MS = 10_000;

/**
 * Has a text written. After 429, 5xx and broken connections it is retried, at most twice, after the time that the
 * vendor asks for. Throws LanguageError, or the signal's reason when the caller canceled.
 */
export async function completeText(request: CompletionRequest, tools: CompletionTools): Promise<string> {
  const { system, user } = request;
  const { text, finish } = await completeChat(
    {
      ...request,
      temperature: request.language.temperature,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
    },
    tools,
  );
  if (finish === 'length') throw new LanguageError('cut-off', say('answerCutOff'));
  return text;
}

/**
 * Has a conversation continued. Tries again and throws as `completeText` does; a text that was cut off is returned as
 * it is.
 */
export async function completeChat(request: ChatRequest, tools: CompletionTools): Promise<ChatCompletion> {
  const deadline = tools.monotonic() + request.timeoutMs;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.timeoutMs)]);
  const idempotencyKey = randomUUID();
  for (let attempt = 0; ; attempt++) {
    const failure = await attempted(request, tools, idempotencyKey, signal);
    if (!(failure instanceof LanguageError)) return failure;
    const pause = failure.retryAfterMs ?? backoff(attempt, FIRST_PAUSE_MS);
    const left = deadline - tools.monotonic();
    if (!mayHelp(failure) || attempt >= (request.retries ?? RETRIES) || pause > Math.min(MAX_PAUSE_MS, left))
      throw failure;
    await tools.sleep(pause, request.signal);
  }
}

function mayHelp({ kind }: LanguageError): boolean {
  return kind === 'limited' || kind === 'unreachable';
}

/** The completion, or why it is missing. Throws the signal's reason when the caller canceled. */
async function attempted(
  request: ChatRequest,
  tools: CompletionTools,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<ChatCompletion | LanguageError> {
  try {
    const { language, baseUrl, key, model } = request;
    const fetch = guardedFetch({ fetch: tools.fetch, baseUrl, maxBytes: MAX_BYTES });
    const connected = await language.connect({ baseUrl, key, model, fetch, idempotencyKey });
    signal.throwIfAborted();
    return completionOf(await connected.doGenerate(optionsOf(request, signal)));
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason;
    if (signal.aborted)
      return new LanguageError(
        'timeout',
        say('noAnswerInTime', { seconds: Math.round(request.timeoutMs / 1000) }),
      );
    return callFailure(error, request.refusesKey);
  }
}

function optionsOf(
  { language, model, messages, maxOutputTokens, temperature }: ChatRequest,
  signal: AbortSignal,
): LanguageModelV4CallOptions {
  const facts = language.models.find(({ id }) => id === model);
  return {
    prompt: messages.map(({ role, content }) =>
      role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] },
    ),
    maxOutputTokens: Math.min(maxOutputTokens, facts?.outputTokens ?? maxOutputTokens),
    abortSignal: signal,
    ...(temperature !== undefined && { temperature }),
    ...(facts?.effort !== undefined && { reasoning: facts.effort }),
    ...(language.options !== undefined && { providerOptions: language.options }),
  };
}

/** The text alone; the model's reasoning is a separate part and is dropped. */
function completionOf({ content, finishReason, usage }: LanguageModelV4GenerateResult): ChatCompletion {
  if (finishReason.unified === 'content-filter') throw new LanguageError('cut-off', say('answerFiltered'));
  // One SDK passes the status of the whole response on where others have a reason.
  const isCut = finishReason.unified === 'length' || finishReason.raw === 'incomplete';
  return {
    text: content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    finish: isCut ? 'length' : 'stop',
    inputTokens: usage.inputTokens.total,
    outputTokens: usage.outputTokens.total,
  };
}

/**
 * The answer of a language model is one long text and about fifty other values, which the vendor's library parses in
 * one go.
 */
const MAX_VALUES = 10_000;

export interface GuardedFetchOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Nothing below another address is ever asked. */
  readonly baseUrl: string;
  /** The most bytes that a reply may have. */
  readonly maxBytes: number;
}

/**
 * A fetch that is restricted to addresses below the base address, over https (http only on this machine and in the
 * local network), and follows no redirect, which would take the key to a stranger. The reply is read completely, up to
 * its size limit, to distinguish a truncated reply from a wrong one. Throws LanguageError `unreachable` or `malformed`,
 * and the signal's reason. Proxies are Node's own business: the process is started with the system's, and never one for
 * this machine.
 */
export function guardedFetch({ fetch, baseUrl, maxBytes }: GuardedFetchOptions): typeof globalThis.fetch {
  const base = checkBaseUrl(baseUrl, 'the provider');
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!`${url.origin}${url.pathname}`.startsWith(`${base}/`))
      throw new LanguageError('rejected', say('addressLeft'));
    const headers = new Headers(init.headers);
    headers.set('user-agent', `Quoth/${appVersion}`);
    let response: Response | undefined;
    try {
      response = await fetch(url, { ...init, headers, redirect: 'error' });
      const body = response.body && (await replyBytes(response, { maxBytes, maxValues: MAX_VALUES }));
      const kept = new Headers(response.headers);
      // The bytes are unpacked already.
      kept.delete('content-encoding');
      kept.delete('content-length');
      return new Response(body, { status: response.status, headers: kept });
    } catch (error) {
      if (init.signal?.aborted) throw init.signal.reason;
      if (response) throw answerFailure(error);
      throw isRedirect(error)
        ? new LanguageError('rejected', say('redirectNotFollowed'))
        : new LanguageError(
            'unreachable',
            connectionProblem(systemCode(error)) ?? say('thereWasNoConnection'),
          );
    }
  };
}

function answerFailure(error: unknown): LanguageError {
  if (error instanceof UnreadableReply) return new LanguageError('malformed', say('answerTooLarge'));
  if (error instanceof JsonBudgetExceeded) return new LanguageError('malformed', say('answerWithoutText'));
  return new LanguageError('unreachable', say('answerLost'));
}

function isRedirect(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && /redirect/i.test(error.cause.message);
}
