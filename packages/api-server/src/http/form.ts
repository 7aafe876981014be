import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { AppError, limits } from '@quoth/contract';
import type { RequestContext } from '../handler.ts';
import { bodyChunks } from './body.ts';
import { ProtocolError } from './errors.ts';

/** What a form held: what became of its `file` part, and its other fields. */
interface Form<File> {
  readonly file: File | undefined;
  /** Why the file was not accepted; what is wrong with the fields that came with it is said before that. */
  readonly refusal?: unknown;
  /** As the form names it. */
  readonly fileName: string | undefined;
  readonly fields: Readonly<Record<string, string | string[]>>;
}

const MOST_FIELDS = 2_000;
/** Parts that are read and not yet parsed; more than a few chunks of a socket. */
const UNPARSED_BYTES = 256 * 1024;

/**
 * Reads multipart/form-data. The `file` part is handed on as it comes, with back pressure; fields may stand before or after it, and
 * all that is no audio has 1 MiB together. The first thing that is wrong ends the reading. However it ends, the stream that was
 * handed on has ended too, and a file that was taken is discarded unless it is returned.
 */
export async function readForm<File extends { discard(): Promise<void> }>(
  context: RequestContext,
  takeFile: (stream: AsyncIterable<Uint8Array>) => Promise<File>,
): Promise<Form<File>> {
  const fields: Record<string, string | string[]> = Object.create(null);
  const parser = openParser(context.headers.get('content-type') ?? '');
  // The one owner of every stream below: aborted, it closes them all.
  const owner = new AbortController();
  const { signal } = owner;
  let source: BusboyFileStream | undefined;
  let taken: Promise<File | undefined> | undefined;
  let refusal: unknown;
  let fileName: string | undefined;
  let fieldBytes = 0;

  const isBroken = (error: unknown) => owner.abort(brokenForm(error));
  parser.on('error', isBroken);
  parser.on('field', (name, value, _nameTruncated, truncated) => {
    fieldBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (truncated || fieldBytes > limits.jsonBodyBytes) owner.abort(tooMuchBesideAudio());
    if (signal.aborted) return;
    const before = fields[name];
    if (before === undefined) fields[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else fields[name] = [before, value];
  });
  parser.on('file', (name, stream, givenName) => {
    if (name !== 'file' || taken) {
      stream.resume();
      owner.abort(
        new AppError('INVALID_REQUEST', {
          message: taken ? 'The form has more than one file.' : `The file part is called "${name}".`,
          hint: 'Send one audio file, as the part "file".',
        }),
      );
      return;
    }
    fileName = givenName || undefined;
    source = stream;
    // It is reported by the parser or by the pipeline below, and may come once more after both.
    stream.on('error', () => undefined);
    const part = new PassThrough();
    // When the form breaks off, its part does too, and its reader gets the error, also if it begins to read later.
    part.on('error', () => undefined);
    let isWhole = false;
    stream.on('end', () => {
      isWhole = true;
    });
    const passedOn = pipeline(stream, part, { signal });
    // A file that is refused ends the upload at once, unless all of it is here. It closes the part before it says why, so its reason is waited for.
    const taking = takeFile(part).catch((error: unknown) => {
      refusal = error;
      if (!isWhole) owner.abort(error);
      return undefined;
    });
    taken = taking;
    passedOn.catch((error: unknown) =>
      taking.then(() => {
        if (refusal === undefined) isBroken(error);
      }),
    );
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () =>
      owner.abort(new AppError('INVALID_REQUEST', { message: 'The form has too many parts.' })),
    );
  }

  async function* body() {
    let bytes = 0;
    try {
      for await (const chunk of bodyChunks(context, limits.uploadBytes + limits.jsonBodyBytes, signal)) {
        bytes += chunk.length;
        // Also what is in no field: part headers, what stands before the first part and after the last.
        if (bytes - (source?.bytesRead ?? 0) > limits.jsonBodyBytes + UNPARSED_BYTES)
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
    const file = await taken;
    signal.throwIfAborted();
    return { file, refusal, fileName, fields };
  } catch (error) {
    // The first failure is the cause; the others follow from it.
    owner.abort(error);
    const file = await taken;
    await file?.discard();
    if (refusal !== undefined && signal.reason === refusal)
      return { file: undefined, refusal, fileName, fields };
    throw signal.reason;
  }
}

function openParser(contentType: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fieldSize: limits.jsonBodyBytes,
        fields: MOST_FIELDS,
        files: 4,
        parts: MOST_FIELDS + 4,
        headerPairs: 20,
        headerSize: limits.headerBytes,
        fieldNameSize: 200,
      },
    });
  } catch (error) {
    throw brokenForm(error);
  }
}

function tooMuchBesideAudio(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', {
    message: `The fields of the form are larger than ${limits.jsonBodyBytes / 1024 / 1024} MiB together.`,
    hint: 'Send the audio as the part "file"; only that may be large.',
  });
}

function brokenForm(error: unknown): AppError {
  return new ProtocolError('INVALID_REQUEST', {
    message: 'The multipart form is cut off or malformed.',
    hint: 'Let your HTTP library write the form and its boundary.',
    details: [{ path: '', message: 'not multipart/form-data with a boundary' }],
    cause: error,
  });
}
