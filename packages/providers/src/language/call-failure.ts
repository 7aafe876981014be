import { ProviderError } from '../call/provider-error.ts';
import { retryAfter } from '../call/retry-delay.ts';
import type { Vendor } from '../vendor.ts';
import { LanguageError } from './language-error.ts';

/** What an error of the SDK means. Nothing that a vendor wrote is kept. */
export async function callFailure(error: unknown, refusesKey: Vendor['refusesKey']): Promise<LanguageError> {
  const ours = causesOf(error).find((cause) => cause instanceof LanguageError);
  if (ours) return ours;
  // The base address is no address to send anything to.
  if (error instanceof ProviderError)
    return new LanguageError('rejected', 'requests to its address are not allowed');
  // Loaded by the vendor's SDK already; the start of the application does without it.
  const { APICallError } = await import('@ai-sdk/provider');
  if (!APICallError.isInstance(error) || error.statusCode === undefined)
    return new LanguageError('malformed', "the answer does not match the provider's documentation");
  const { statusCode: status, responseHeaders = {}, responseBody = '' } = error;
  const answered = `it answered with status ${status}`;
  if (status === 401 || status === 403) return new LanguageError('unauthorized', answered, { status });
  if (refusesKey?.(status, jsonOf(responseBody)))
    return new LanguageError('unauthorized', answered, { status });
  if (status === 404) return new LanguageError('unknown-model', answered, { status });
  if (status === 408) return new LanguageError('timeout', answered, { status });
  const retryAfterMs = pauseOf(responseHeaders);
  // A conflict that passes: an earlier try of the same request is still at work.
  const isAtWork = status === 409 && retryAfterMs !== undefined;
  if (status === 429 || status >= 500 || isAtWork) {
    return new LanguageError(status === 429 ? 'limited' : 'unreachable', answered, { status, retryAfterMs });
  }
  if (status >= 400) return new LanguageError('rejected', answered, { status });
  return new LanguageError('malformed', "the answer does not match the provider's documentation", { status });
}

/** Milliseconds that the vendor asks to wait; undefined where it does not say. */
function pauseOf(headers: Readonly<Record<string, string>>): number | undefined {
  const exact = Number(headers['retry-after-ms'] || Number.NaN);
  if (exact >= 0) return exact;
  const seconds = retryAfter(headers['retry-after'] ?? null, Date.now());
  return seconds === undefined ? undefined : seconds * 1_000;
}

/** Only looked at to tell a refused key from other mistakes. */
function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let current = error; current instanceof Error && causes.length < 8; current = current.cause)
    causes.push(current);
  return causes;
}
