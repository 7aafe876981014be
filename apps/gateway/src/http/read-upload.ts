import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { KeptAudio } from '../audio/kept-audio.ts';
import { GatewayError } from './gateway-error.ts';
import { bodyChunks } from './read-body.ts';

/** A form with one file: the kept file, and the other fields. */
export interface Upload {
  readonly file: KeptAudio;
  readonly fields: Readonly<Record<string, string | string[]>>;
}

export interface UploadOptions {
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
  // What is wrong with the form's shape is told when all of it has arrived: a client that still sends may not see an answer.
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
    // It is told by the parser or by the pipeline below, and may come once more after both.
    stream.on('error', () => undefined);
    if (name !== 'file' || kept) {
      problem ??= invalid('Send one audio file, as the part "file".', 'file');
      stream.resume();
      return;
    }
    source = stream;
    const part = new PassThrough();
    // The part breaks off when the form does. Who reads it learns of it, now or as soon as the reading begins.
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
    // Whoever was first has the reason; the others only followed.
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
