import * as z from 'zod';
import { guardedFetch } from './guarded-fetch.ts';
import { LanguageError } from './language-error.ts';

/** Where a server that speaks OpenAI's dialect is, and what is sent to it. */
export interface EndpointAddress {
  /** Without a slash at the end, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  /** The headers that carry its own key; none for a server that asks for none. */
  readonly headers: Readonly<Record<string, string>>;
}

const reply = z.object({ data: z.array(z.object({ id: z.string().min(1).max(500) })).max(10_000) });
const MAXIMUM_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** Ids of the models that the server has, as it lists them. Throws LanguageError. */
export async function listEndpointModels(
  { baseUrl, headers }: EndpointAddress,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal = new AbortController().signal,
): Promise<string[]> {
  const guarded = guardedFetch({ fetch, baseUrl, maximumBytes: MAXIMUM_BYTES });
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await guarded(`${baseUrl}/models`, {
      headers: { accept: 'application/json', ...headers },
      signal: AbortSignal.any([signal, timeout]),
    });
    const { status } = response;
    if (status === 401 || status === 403)
      throw new LanguageError('unauthorized', `it answered with status ${status}`, { status });
    if (!response.ok) throw new LanguageError('unreachable', `it answered with status ${status}`, { status });
    return reply.parse(await response.json()).data.map(({ id }) => id);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (timeout.aborted) throw new LanguageError('timeout', 'there was no answer within 10 s');
    if (error instanceof LanguageError) throw error;
    throw new LanguageError('malformed', 'its list of models is not what OpenAI documents');
  }
}
