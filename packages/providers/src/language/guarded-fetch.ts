import { appVersion, JsonBudget, JsonBudgetExceeded } from '@quoth/contract';
import { checkBaseUrl } from '../call/base-url.ts';
import { connectionWords } from '../call/connection-words.ts';
import { LanguageError } from './language-error.ts';

/** The answer of a language model is one long text and about fifty other values, which the vendor's library parses in one go. */
const MOST_VALUES = 10_000;

/** What a guarded fetch is made from. */
export interface GuardedFetchOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Nothing below another address is ever asked. */
  readonly baseUrl: string;
  /** The most bytes that a reply may have. */
  readonly maximumBytes: number;
}

/**
 * A fetch that is restricted to addresses below the base address, over https (http only on this machine), and follows no redirect, which would take
 * the key to a stranger. The reply is read completely, up to its size limit, to distinguish a truncated reply from a wrong one. Throws
 * LanguageError `unreachable` or `malformed`, and the signal's reason. Proxies are Node's own business: the process is started with the system's,
 * and never one for this machine.
 */
export function guardedFetch({ fetch, baseUrl, maximumBytes }: GuardedFetchOptions): typeof globalThis.fetch {
  const base = checkBaseUrl(baseUrl, 'the provider');
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!`${url.origin}${url.pathname}`.startsWith(`${base}/`))
      throw new LanguageError('rejected', 'the request would have left the configured address');
    const headers = new Headers(init.headers);
    headers.set('user-agent', `Quoth/${appVersion}`);
    const response = await sent(() => fetch(url, { ...init, headers, redirect: 'error' }), init.signal);
    const body = await wholeBody(response, maximumBytes, init.signal);
    const kept = new Headers(response.headers);
    // The bytes are unpacked already.
    kept.delete('content-encoding');
    kept.delete('content-length');
    return new Response(body, { status: response.status, headers: kept });
  };
}

async function sent(
  send: () => Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw isRedirect(error)
      ? new LanguageError('rejected', 'it answered with a redirect, and redirects are not followed')
      : new LanguageError('unreachable', reasonOf(error));
  }
}

async function wholeBody(
  response: Response,
  maximumBytes: number,
  signal: AbortSignal | null | undefined,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!response.body) return null;
  const chunks: Uint8Array[] = [];
  const budget = new JsonBudget({ mostValues: MOST_VALUES });
  let bytes = 0;
  try {
    for await (const chunk of response.body) {
      budget.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > maximumBytes) throw new LanguageError('malformed', 'the answer is too large for a text');
      chunks.push(chunk);
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof LanguageError) throw error;
    if (error instanceof JsonBudgetExceeded)
      throw new LanguageError('malformed', 'the answer does not have the structure of a text');
    throw new LanguageError('unreachable', 'the connection was lost before the answer was complete');
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function isRedirect(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && /redirect/i.test(error.cause.message);
}

/** Why a request got no answer, in words. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return connectionWords(code) ?? 'there was no connection';
}
