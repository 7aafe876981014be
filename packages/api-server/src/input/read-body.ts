import { limits } from '@quoth/contract';
import { AppError } from '@quoth/core';
import { ProtocolError } from '../http/envelope.ts';
import type { RequestContext } from '../request-context.ts';

/** The media type of the body, lower case, without parameters; undefined when none is given. */
export function mediaTypeOf(headers: Headers): string | undefined {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() || undefined;
}

/** Refuses a body that says itself that it is too large, before anything of it is read. */
export function refuseDeclaredSize(headers: Headers, maximumBytes: number): void {
  const declared = Number(headers.get('content-length') ?? 0);
  if (declared > maximumBytes) throw tooLarge(maximumBytes);
}

/** The body, piece by piece. Throws TIMEOUT (408) when it pauses for too long, PAYLOAD_TOO_LARGE when it goes on for too long. */
export async function* bodyChunks(context: RequestContext, maximumBytes: number): AsyncGenerator<Uint8Array> {
  refuseDeclaredSize(context.headers, maximumBytes);
  const source = context.body();
  if (!source) return;
  const chunks = source[Symbol.asyncIterator]();
  let bytes = 0;
  try {
    for (;;) {
      const next = await withinIdleTime(chunks.next(), context.bodyIdleTimeoutMs);
      if (next.done) return;
      bytes += next.value.length;
      if (bytes > maximumBytes) throw tooLarge(maximumBytes);
      yield next.value;
    }
  } finally {
    // Not waited for: behind a read that never ends, it would never end either.
    chunks.return?.()?.catch(() => undefined);
  }
}

/** A JSON body. Throws 415 for another content type, 413 when it is too large, 400 when it is not JSON. */
export async function readJson(
  context: RequestContext,
  { optional = false, maximumBytes = limits.jsonBodyBytes as number } = {},
): Promise<{ readonly value: unknown; readonly bytes: number }> {
  refuseUnlessJson(context.headers, optional);
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyChunks(context, maximumBytes)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0 && optional) return { value: {}, bytes: 0 };
  try {
    return {
      value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)),
      bytes: bytes.length,
    };
  } catch (error) {
    throw new ProtocolError('INVALID_REQUEST', {
      message: 'The body is not JSON in UTF-8.',
      hint: 'Check for missing quotes, braces and commas.',
      details: [{ path: '', message: 'not JSON' }],
      cause: error,
    });
  }
}

/** 415 naming what is accepted. */
export function unsupported(accepted: readonly string[]): ProtocolError {
  return new ProtocolError('UNSUPPORTED_MEDIA_TYPE', {
    message: 'This content type is not accepted here.',
    hint: `Accepted: ${accepted.join(', ')}.`,
  });
}

function refuseUnlessJson(headers: Headers, optional: boolean): void {
  const type = headers.get('content-type');
  if (type === null && optional && !(Number(headers.get('content-length') ?? 0) > 0)) return;
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(type ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (mediaTypeOf(headers) !== 'application/json' || !['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw unsupported(['application/json']);
  }
}

function tooLarge(maximumBytes: number): AppError {
  const mebibytes = maximumBytes / 1024 / 1024;
  return new AppError('PAYLOAD_TOO_LARGE', {
    message: `The body is larger than ${mebibytes} MiB.`,
    hint: 'Upload audio as multipart/form-data or as a raw body: those may be up to 2 GiB.',
  });
}

async function withinIdleTime<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new ProtocolError('TIMEOUT', {
            message: 'The body did not arrive in time.',
            hint: 'Send it again.',
          }),
        ),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
