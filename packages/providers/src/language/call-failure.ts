import { APICallError } from '@ai-sdk/provider';
import { LanguageError } from './language-error.ts';
import type { LanguageFacts } from './language-facts.ts';

/** What an error of the SDK means. Nothing that a vendor wrote is kept. */
export function callFailure(error: unknown, language: Pick<LanguageFacts, 'refusesKey'>): LanguageError {
  const ours = causesOf(error).find((cause) => cause instanceof LanguageError);
  if (ours) return ours;
  if (!APICallError.isInstance(error) || error.statusCode === undefined)
    return new LanguageError('malformed', 'the answer is not what this provider documents');
  const { statusCode: status, responseHeaders = {}, responseBody = '' } = error;
  const answered = `it answered with status ${status}`;
  if (status === 401 || status === 403) return new LanguageError('unauthorized', answered, { status });
  if (status === 400 && language.refusesKey?.(responseBody))
    return new LanguageError('unauthorized', answered, { status });
  if (status === 404) return new LanguageError('unknown-model', answered, { status });
  if (status === 408) return new LanguageError('timeout', answered, { status });
  if (status === 429 || status >= 500) {
    const retryAfterMs = retryAfter(responseHeaders, Date.now());
    return new LanguageError(status === 429 ? 'limited' : 'unreachable', answered, { status, retryAfterMs });
  }
  if (status >= 400) return new LanguageError('rejected', answered, { status });
  return new LanguageError('malformed', 'the answer is not what this provider documents', { status });
}

/** Milliseconds of `retry-after-ms` or `Retry-After` (seconds or a date); undefined where neither makes sense. */
export function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'] || Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const written = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(written)) return Number(written) * 1000;
  const date = Date.parse(written);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let current = error; current instanceof Error && causes.length < 8; current = current.cause)
    causes.push(current);
  return causes;
}
