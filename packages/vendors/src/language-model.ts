import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { englishText, type Message, parsedJson, retryAfter, say } from '@quoth/contract';
import { type CalledVendor, VendorError } from './call-error.ts';

/** How hard a model may think before it writes; as little as it can for cleaning up a dictation. */
type Effort = NonNullable<LanguageModelV4CallOptions['reasoning']>;

/** A model of a vendor that writes text. */
export interface LanguageModelFacts {
  /** As the vendor's API writes it. */
  readonly id: string;
  readonly displayName: string;
  /** Tokens that prompt and answer may have together. */
  readonly contextTokens: number;
  /** Tokens that an answer may have. */
  readonly outputTokens: number;
  /** The least effort that the model accepts; absent if it accepts none. */
  readonly effort?: Effort;
}

/** How to reach a model. */
interface LanguageConnection {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Empty for an endpoint that needs none. */
  readonly key: string;
  readonly model: string;
  readonly fetch: typeof globalThis.fetch;
  /** Random, and the same for every try of one text: a service that accepts such keys does the work once. */
  readonly idempotencyKey: string;
}

/** How a vendor writes text: facts, and the SDK that speaks its wire format, loaded when it is first needed. */
export interface LanguageFacts {
  readonly models: readonly LanguageModelFacts[];
  /** One of `models`; empty if only the server knows them. */
  readonly defaultModel: string;
  readonly connect: (connection: LanguageConnection) => Promise<LanguageModelV4>;
  /** Options sent with every request, as the vendor's SDK names them. */
  readonly options?: NonNullable<LanguageModelV4CallOptions['providerOptions']>;
  /** Sent only if a fact says so: many models refuse any temperature. */
  readonly temperature?: number;
}

/** What went wrong between us and a language model. */
export type LanguageFailure =
  /** The key is refused: 401, 403, or what the vendor says instead. */
  | 'unauthorized'
  /** 429, even after waiting as long as the vendor asked for. */
  | 'limited'
  /** No connection, a connection that broke off, 5xx, or a redirect. */
  | 'unreachable'
  | 'timeout'
  /** The vendor does not know the model: 404. */
  | 'unknown-model'
  /** The vendor understood and refuses: any other 4xx. */
  | 'rejected'
  /** An answer that is not what the vendor documents, or too large. */
  | 'malformed'
  /** The answer stopped before its end: out of tokens, or a filter of the vendor's. */
  | 'cut-off';

/**
 * A language model that gave no text. `why` is our own words; what the vendor wrote is never in it, because it may
 * quote the prompt.
 */
export class LanguageError extends Error {
  override readonly name = 'LanguageError';
  readonly kind: LanguageFailure;
  readonly why: Message;
  /** HTTP status; undefined if there was no answer. */
  readonly status: number | undefined;
  /** How long the vendor asks to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: LanguageFailure,
    why: Message,
    facts: { readonly status?: number | undefined; readonly retryAfterMs?: number | undefined } = {},
  ) {
    super(englishText(why));
    this.kind = kind;
    this.why = why;
    this.status = facts.status;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** What an error of the SDK means. Nothing that a vendor wrote is kept. */
export async function callFailure(
  error: unknown,
  refusesKey: CalledVendor['refusesKey'],
): Promise<LanguageError> {
  const ours = causesOf(error).find((cause) => cause instanceof LanguageError);
  if (ours) return ours;
  // The base address is no address to send anything to.
  if (error instanceof VendorError) return new LanguageError('rejected', say('addressNotAllowed'));
  // Loaded by the vendor's SDK already; the start of the application does without it.
  const { APICallError } = await import('@ai-sdk/provider');
  if (!APICallError.isInstance(error) || error.statusCode === undefined)
    return new LanguageError('malformed', say('answerUndocumented'));
  const { statusCode: status, responseHeaders = {}, responseBody = '' } = error;
  const answered = say('answeredWithStatus', { status });
  if (status === 401 || status === 403) return new LanguageError('unauthorized', answered, { status });
  // Only looked at to tell a refused key from other mistakes.
  if (refusesKey?.(status, parsedJson(responseBody)))
    return new LanguageError('unauthorized', answered, { status });
  if (status === 404) return new LanguageError('unknown-model', answered, { status });
  if (status === 408) return new LanguageError('timeout', answered, { status });
  const retryAfterMs = pauseOf(responseHeaders);
  // A conflict that passes: an earlier try of the same request is still in progress.
  const isInProgress = status === 409 && retryAfterMs !== undefined;
  if (status === 429 || status >= 500 || isInProgress) {
    return new LanguageError(status === 429 ? 'limited' : 'unreachable', answered, { status, retryAfterMs });
  }
  if (status >= 400) return new LanguageError('rejected', answered, { status });
  return new LanguageError('malformed', say('answerUndocumented'), { status });
}

/** Milliseconds that the vendor asks to wait; undefined where it does not say. */
function pauseOf(headers: Readonly<Record<string, string>>): number | undefined {
  const exact = Number(headers['retry-after-ms'] || Number.NaN);
  if (exact >= 0) return exact;
  // A date is meant by the vendor's clock.
  const now = Date.parse(headers.date ?? '') || Date.now();
  const seconds = retryAfter(headers['retry-after'] ?? null, now);
  return seconds === undefined ? undefined : seconds * 1_000;
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let current = error; current instanceof Error && causes.length < 8; current = current.cause)
    causes.push(current);
  return causes;
}

/** Text from a server with OpenAI's chat completions: Ollama, LM Studio, OpenRouter, or any other that a user adds. */
export const compatibleEndpoint: LanguageFacts = {
  // The server lists its own models (`core/providers/server-models.ts`).
  models: [],
  defaultModel: '',
  temperature: 0.2,
  connect: async ({ baseUrl, key, model, fetch }) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const name = 'endpoint';
    return createOpenAICompatible({ name, baseURL: baseUrl, fetch, ...(key !== '' && { apiKey: key }) })(
      model,
    );
  },
};
