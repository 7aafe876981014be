import { createHash } from 'node:crypto';
import { addAbortListener } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { limits } from '@quoth/contract';
import { JsonBudget, JsonBudgetExceeded, parseInSlices } from '@quoth/text';
import type { KeptAudio } from '../audio/kept-audio.ts';
import { GatewayError } from './answers.ts';

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
    // Whatever comes of a read that was canceled is not used anymore.
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

/** A form with one file: the kept file, and the other fields. */
export interface Upload {
  readonly file: KeptAudio;
  readonly fields: Readonly<Record<string, string | string[]>>;
}

interface UploadOptions {
  readonly maximumBytes: number;
  readonly idleMs: number;
  readonly keep: (stream: AsyncIterable<Uint8Array>, announcedBytes: number) => Promise<KeptAudio>;
}

/** The limit for everything but the audio together. */
const FIELD_BYTES = 1024 * 1024;
const MOST_FIELDS = 500;
/** The limit for data that is read and not yet parsed; more than a few chunks of a socket. */
const UNPARSED_BYTES = 256 * 1024;

/**
 * Reads multipart/form-data; the `file` part is kept as it arrives, and everything else is limited to 1 MiB together. However it ends, the stream that was
 * passed on has ended too, and the kept file is discarded unless it is returned. Throws GatewayError.
 */
export async function readUpload(incoming: IncomingMessage, options: UploadOptions): Promise<Upload> {
  const { maximumBytes, idleMs, keep } = options;
  const parser = openParser(incoming.headers['content-type'] ?? '');
  const fields: Record<string, string | string[]> = Object.create(null);
  // The one owner of every stream below: aborted, it closes them all.
  const owner = new AbortController();
  const { signal } = owner;
  let source: BusboyFileStream | undefined;
  let kept: Promise<KeptAudio> | undefined;
  let fieldBytes = 0;
  // What is wrong with the form's shape is reported when all of it has arrived: a client that still sends may not see an answer.
  let problem: GatewayError | undefined;

  const isBroken = () => owner.abort(invalid('The multipart form is cut off or malformed.'));
  parser.on('error', isBroken);
  parser.on('field', (name, value, _nameCut, isCut) => {
    fieldBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (isCut || fieldBytes > FIELD_BYTES) owner.abort(tooMuchBesideAudio());
    if (signal.aborted || problem) return;
    const before = fields[name];
    if (before === undefined) fields[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else fields[name] = [before, value];
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => {
      problem ??= invalid('The form has too many parts.');
    });
  parser.on('file', (name, stream) => {
    // It is reported by the parser or by the pipeline below, and may come once more after both.
    stream.on('error', () => undefined);
    if (name !== 'file' || kept) {
      problem ??= invalid('Send one audio file, as the part "file".', 'file');
      stream.resume();
      return;
    }
    source = stream;
    const part = new PassThrough();
    // When the form breaks off, its part does too, and its reader gets the error, also if it begins to read later.
    part.on('error', () => undefined);
    const passedOn = pipeline(stream, part, { signal });
    kept = keep(part, Number(incoming.headers['content-length'] ?? 0));
    // A file that is refused ends the upload at once. It closes the part before it says why, so its reason is waited for.
    const keeping = kept.then(
      () => undefined,
      (error: unknown) => owner.abort(error),
    );
    passedOn.catch((error: unknown) => keeping.then(() => owner.abort(error)));
  });

  async function* body() {
    let bytes = 0;
    try {
      for await (const chunk of bodyChunks(incoming, maximumBytes + FIELD_BYTES, idleMs, signal)) {
        bytes += chunk.length;
        // Also what is in no field: part headers, what stands before the first part and after the last. Of a wrong form nothing more is kept.
        if (!problem && bytes - (source?.bytesRead ?? 0) > FIELD_BYTES + UNPARSED_BYTES)
          throw tooMuchBesideAudio();
        yield chunk;
      }
    } catch (error) {
      owner.abort(error);
      throw error;
    }
  }
  try {
    await pipeline(body(), parser, { signal });
    signal.throwIfAborted();
    const file = await kept;
    if (problem) throw problem;
    if (!file) throw invalid('The form has no part named "file".', 'file');
    return { file, fields };
  } catch (error) {
    // The first failure is the cause; the others follow from it.
    owner.abort(error);
    const file = await kept?.catch(() => undefined);
    await file?.discard();
    const { reason } = signal;
    throw reason instanceof GatewayError ? reason : invalid('The upload broke off.');
  }
}

function openParser(contentType: string): InstanceType<typeof Busboy> {
  if (!/^multipart\/form-data\s*;/i.test(contentType))
    throw new GatewayError('unsupported_media_type', { message: 'Send multipart/form-data.' });
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fieldSize: FIELD_BYTES,
        fields: MOST_FIELDS,
        files: 2,
        parts: MOST_FIELDS + 2,
        headerPairs: 20,
        headerSize: 16 * 1024,
        fieldNameSize: 200,
      },
    });
  } catch {
    throw invalid('The multipart form has no boundary.');
  }
}

function tooMuchBesideAudio(): GatewayError {
  return new GatewayError('payload_too_large', {
    message: `The fields of the form are larger than ${FIELD_BYTES / 1024 / 1024} MiB together. Only the part "file" may be large.`,
  });
}

function invalid(message: string, param?: string): GatewayError {
  return new GatewayError('invalid_value', { message, ...(param === undefined ? {} : { param }) });
}

/** Bodies up to here are always taken: a rewriting request is smaller. */
const SMALL_BYTES = 64 * 1024;
/** Of the larger ones, for all clients of a node together. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The memory that they share is the process's. */
let held = 0;

/** The bytes of a JSON body that are kept until it is parsed; given back when it is disposed of. */
class HeldJson implements Disposable {
  #bytes = 0;
  #counted = 0;

  /** Throws unavailable for a large body while the others leave no room for it. */
  grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= SMALL_BYTES) return;
    const more = this.#bytes - this.#counted;
    if (held + more > MOST_BYTES) {
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

const MOST_DISCARDED_BYTES = 1024 * 1024;
const LONGEST_DISCARD_MS = 1_000;

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
      if (bytes > MOST_DISCARDED_BYTES) done();
    };
    const done = () => {
      clearTimeout(timer);
      incoming.off('data', onData).off('end', done).off('close', done).off('error', done);
      resolve();
    };
    const timer = setTimeout(done, LONGEST_DISCARD_MS);
    incoming.on('data', onData).on('end', done).on('close', done).on('error', done);
  });
}
