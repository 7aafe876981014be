import { createHash } from 'node:crypto';
import { addAbortListener } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { limits } from '@quoth/contract';
import { JsonBudget, JsonBudgetExceeded, parseInSlices } from '@quoth/text';
import { GatewayError } from './gateway-error.ts';
import { HeldJson } from './held-json.ts';

/**
 * The body as it arrives. Throws payload_too_large, timeout if the client sends nothing for too long, and the signal's reason at once. The
 * unread rest is discarded as it arrives, so that the client can read the answer.
 */
export async function* bodyChunks(
  incoming: IncomingMessage,
  maximumBytes: number,
  idleMs: number,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void, void> {
  let bytes = 0;
  // What is refused is still to be answered, on the connection that would end with the body.
  const chunks = incoming.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const { done, value: chunk } = await withinIdle(chunks.next(), idleMs, signal);
      if (done) return;
      bytes += chunk.length;
      if (bytes > maximumBytes) throw new GatewayError('payload_too_large');
      yield chunk;
    }
  } finally {
    // Not waited for: behind a read that never ends, it would never end either.
    chunks.return?.()?.then(
      () => incoming.resume(),
      () => undefined,
    );
  }
}

async function withinIdle<Result>(
  next: Promise<Result>,
  idleMs: number,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const given = Promise.withResolvers<never>();
  const message = `Nothing more came for ${Math.round(idleMs / 1_000)} s.`;
  const timer = setTimeout(() => given.reject(new GatewayError('timeout', { message })), idleMs);
  using _abort = signal && addAbortListener(signal, () => given.reject(signal.reason));
  try {
    return await Promise.race([next, given.promise]);
  } finally {
    clearTimeout(timer);
    // Whatever comes of a read that was given up is nobody's any more.
    next.catch(() => undefined);
  }
}

/**
 * JSON of at most the given number of bytes, and the SHA-256 of the bytes. Its values are counted while it arrives, since a byte can become an object
 * of sixty, and it is parsed so that nothing else waits for long. Throws invalid_value, unsupported_media_type, payload_too_large, unavailable.
 */
export async function readJson(
  incoming: IncomingMessage,
  maximumBytes: number,
  idleMs: number,
): Promise<{ readonly value: unknown; readonly sha256: Buffer }> {
  const type = incoming.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new GatewayError('unsupported_media_type', { message: 'Send application/json.' });
  const chunks: Buffer[] = [];
  const budget = new JsonBudget({ mostValues: limits.jsonBodyValues });
  using held = new HeldJson();
  try {
    for await (const chunk of bodyChunks(incoming, maximumBytes, idleMs)) {
      held.grow(chunk.length);
      budget.push(chunk);
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    const sha256 = createHash('sha256').update(bytes).digest();
    return { value: await parseInSlices(bytes, { fatal: true }), sha256 };
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof JsonBudgetExceeded)
    return error.exceeded === 'values'
      ? new GatewayError('payload_too_large', {
          message: `A JSON body has at most ${limits.jsonBodyValues} values.`,
        })
      : new GatewayError('invalid_value', { message: 'The body is nested too deeply.' });
  // Of the parser: no JSON, or no UTF-8.
  if (error instanceof SyntaxError || error instanceof TypeError)
    return new GatewayError('invalid_value', { message: 'The body is not JSON in UTF-8.' });
  return error;
}
