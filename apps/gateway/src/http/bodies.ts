import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type FormErrors, readUploadForm, withinIdleTime } from '@quoth/audio';
import { limits } from '@quoth/contract';
import { JsonBudget, JsonBudgetExceeded, parseInSlices } from '@quoth/text';
import type { KeptAudio } from '../audio/kept-audio.ts';
import { GatewayError } from './answers.ts';

/**
 * The body as it arrives. Throws payload_too_large, timeout if the client sends nothing for too long, and the signal's reason at once. The
 * unread rest is left to `discardRest`: while a kept file is deleted, a client could send any amount of it.
 */
export async function* bodyChunks(
  incoming: IncomingMessage,
  maxBytes: number,
  idleMs: number,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void, void> {
  let bytes = 0;
  // The answer to a refused request still has to be sent, so the connection must survive the end of reading.
  const chunks = incoming.iterator({ destroyOnReturn: false });
  const late = () =>
    new GatewayError('timeout', { message: `Nothing more came for ${Math.round(idleMs / 1_000)} s.` });
  try {
    for (;;) {
      const { done, value: chunk } = await withinIdleTime(chunks.next(), idleMs, late, signal);
      if (done) return;
      bytes += chunk.length;
      if (bytes > maxBytes) throw new GatewayError('payload_too_large');
      yield chunk;
    }
  } finally {
    // Not waited for: behind a read that never ends, it would never end either.
    chunks.return?.()?.catch(() => undefined);
  }
}

/**
 * JSON of at most the given number of bytes, and the SHA-256 of the bytes. Its values are counted while it arrives, since a byte can become an object
 * of sixty, and it is parsed so that nothing else waits for long. Throws invalid_value, unsupported_media_type, payload_too_large, unavailable.
 */
export async function readJson(
  incoming: IncomingMessage,
  maxBytes: number,
  idleMs: number,
): Promise<{ readonly value: unknown; readonly sha256: Buffer }> {
  const type = incoming.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new GatewayError('unsupported_media_type', { message: 'Send application/json.' });
  const chunks: Buffer[] = [];
  const budget = new JsonBudget({ maxValues: limits.jsonBodyValues });
  using held = new LargeJsonBytes();
  try {
    for await (const chunk of bodyChunks(incoming, maxBytes, idleMs)) {
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

/** A form with one file: the kept file, and the other fields. */
export interface Upload {
  readonly file: KeptAudio;
  readonly fields: Readonly<Record<string, string | string[]>>;
}

interface UploadOptions {
  readonly maxBytes: number;
  readonly idleMs: number;
  readonly keep: (stream: AsyncIterable<Uint8Array>, announcedBytes: number) => Promise<KeptAudio>;
}

/** Reads a form whose `file` part is kept as it arrives. Throws GatewayError, and keeps nothing then. */
export async function readUpload(
  incoming: IncomingMessage,
  { maxBytes, idleMs, keep }: UploadOptions,
): Promise<Upload> {
  const contentType = incoming.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType))
    throw new GatewayError('unsupported_media_type', { message: 'Send multipart/form-data.' });
  try {
    const { file, refusal, fields } = await readUploadForm({
      contentType,
      body: (signal) => bodyChunks(incoming, maxBytes + limits.jsonBodyBytes, idleMs, signal),
      takeFile: (stream) => keep(stream, Number(incoming.headers['content-length'] ?? 0)),
      maxFields: 500,
      errors: formErrors,
      readsToTheEnd: true,
    });
    if (refusal !== undefined) throw refusal;
    if (!file) throw invalid('The form has no part named "file".', 'file');
    return { file, fields };
  } catch (error) {
    throw error instanceof GatewayError ? error : invalid('The upload broke off.');
  }
}

const formErrors: FormErrors = {
  noBoundary: () => invalid('The multipart form has no boundary.'),
  broken: () => invalid('The multipart form is cut off or malformed.'),
  tooMuchBesideAudio: () =>
    new GatewayError('payload_too_large', {
      message: `The fields of the form are larger than ${limits.jsonBodyBytes / 1024 / 1024} MiB together. Only the part "file" may be large.`,
    }),
  tooManyParts: () => invalid('The form has too many parts.'),
  wrongFile: () => invalid('Send one audio file, as the part "file".', 'file'),
};

function invalid(message: string, param?: string): GatewayError {
  return new GatewayError('invalid_value', { message, ...(param === undefined ? {} : { param }) });
}

/** Bodies up to here are always taken: a rewriting request is smaller. */
const SMALL_BYTES = 64 * 1024;
/** Of the larger ones, for all clients of a node together. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The memory that they share is the process's. */
let held = 0;

/** The bytes of a JSON body that are kept until it is parsed; given back when it is disposed of. */
class LargeJsonBytes implements Disposable {
  #bytes = 0;
  #counted = 0;

  /** Throws unavailable for a large body while the others leave no room for it. */
  grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= SMALL_BYTES) return;
    const more = this.#bytes - this.#counted;
    if (held + more > MAX_BYTES) {
      throw new GatewayError('unavailable', {
        message: 'Too many large bodies are on their way to this node.',
        headers: { 'Retry-After': '1' },
      });
    }
    held += more;
    this.#counted = this.#bytes;
  }

  [Symbol.dispose](): void {
    held -= this.#counted;
    this.#counted = 0;
  }
}

const MAX_DISCARDED_BYTES = 1024 * 1024;
const MAX_DISCARD_MS = 1_000;

/**
 * Reads the rest of a refused body and throws it away, up to a limit. If the connection were closed at once, a client that is still sending would get a
 * broken connection instead of the refusal and its Retry-After.
 */
export function discardRest(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_DISCARDED_BYTES) done();
    };
    const done = () => {
      clearTimeout(timer);
      incoming.off('data', onData).off('end', done).off('close', done).off('error', done);
      resolve();
    };
    const timer = setTimeout(done, MAX_DISCARD_MS);
    incoming.on('data', onData).on('end', done).on('close', done).on('error', done);
  });
}
