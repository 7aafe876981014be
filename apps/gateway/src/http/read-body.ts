import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { GatewayError } from './gateway-error.ts';

/** The body as it comes. Throws payload_too_large, and timeout where the client sends nothing for so long. */
export async function* bodyChunks(
  incoming: IncomingMessage,
  maximumBytes: number,
  idleMs: number,
): AsyncGenerator<Buffer, void, void> {
  let bytes = 0;
  // What is refused is still to be answered, on the connection that would end with the body.
  const chunks = incoming.iterator({ destroyOnReturn: false });
  for (;;) {
    const { done, value: chunk } = await withinIdle(chunks.next(), idleMs);
    if (done) return;
    bytes += chunk.length;
    if (bytes > maximumBytes) throw new GatewayError('payload_too_large');
    yield chunk;
  }
}

async function withinIdle<Result>(next: Promise<Result>, idleMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    const message = `Nothing more came for ${Math.round(idleMs / 1_000)} s.`;
    timer = setTimeout(() => reject(new GatewayError('timeout', { message })), idleMs);
  });
  try {
    return await Promise.race([next, tooSlow]);
  } finally {
    clearTimeout(timer);
  }
}

/** JSON of at most so many bytes, and the SHA-256 of the bytes. Throws invalid_value, unsupported_media_type, payload_too_large. */
export async function readJson(
  incoming: IncomingMessage,
  maximumBytes: number,
  idleMs: number,
): Promise<{ readonly value: unknown; readonly sha256: Buffer }> {
  const type = incoming.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new GatewayError('unsupported_media_type', { message: 'Send application/json.' });
  const chunks: Buffer[] = [];
  for await (const chunk of bodyChunks(incoming, maximumBytes, idleMs)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  try {
    return { value: JSON.parse(bytes.toString('utf8')), sha256: createHash('sha256').update(bytes).digest() };
  } catch {
    throw new GatewayError('invalid_value', { message: 'The body is no JSON.' });
  }
}
