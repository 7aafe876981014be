import { PassThrough, Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { limits } from '@quoth/contract';
import { AppError } from '@quoth/core';
import { ProtocolError } from '../http/envelope.ts';
import type { RequestContext } from '../request-context.ts';
import { bodyChunks } from './read-body.ts';

/** What a form held: what became of its `file` part, and its other fields. */
export interface Form<File> {
  readonly file: File | undefined;
  readonly fields: Readonly<Record<string, string | string[]>>;
}

const MOST_FIELDS = 2_000;

/** Reads multipart/form-data. The `file` part is handed on as it comes, with back pressure; fields may stand before or after it. */
export async function readForm<File extends { discard(): Promise<void> }>(
  context: RequestContext,
  takeFile: (stream: AsyncIterable<Uint8Array>) => Promise<File>,
): Promise<Form<File>> {
  const fields: Record<string, string | string[]> = Object.create(null);
  const parser = openParser(context.headers.get('content-type') ?? '');
  const stop = new AbortController();
  let taken: Promise<File> | undefined;
  let problem: AppError | undefined;

  parser.on('field', (name, value, _nameTruncated, truncated) => {
    if (truncated)
      problem ??= new AppError('INVALID_REQUEST', { message: `The field "${name}" is too long.` });
    const before = fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
  });
  parser.on('file', (name, stream) => {
    if (name !== 'file' || taken) {
      problem ??= new AppError('INVALID_REQUEST', {
        message: taken ? 'The form has more than one file.' : `The file part is called "${name}".`,
        hint: 'Send one audio file, as the part "file".',
      });
      stream.resume();
      return;
    }
    const pipe = stream.pipe(new PassThrough());
    // The part breaks off when the form does. Who reads it learns of it, now or as soon as the reading begins.
    pipe.on('error', () => undefined);
    stream.on('error', (error) => pipe.destroy(error));
    taken = takeFile(pipe);
    // A file that is refused ends the upload at once.
    taken.catch((error: unknown) => stop.abort(error));
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => {
      problem ??= new AppError('INVALID_REQUEST', { message: 'The form has too many parts.' });
    });
  }

  try {
    await new Promise<void>((resolve, reject) => {
      const source = Readable.from(bodyChunks(context, limits.uploadBytes + limits.jsonBodyBytes));
      const fail = (error: unknown) => {
        parser.destroy();
        source.destroy();
        reject(error);
      };
      stop.signal.addEventListener('abort', () => fail(stop.signal.reason), { once: true });
      source.on('error', fail);
      parser.on('error', (error: unknown) => fail(brokenForm(error)));
      parser.on('finish', resolve);
      source.pipe(parser);
    });
    const file = await taken;
    if (problem) throw problem;
    return { file, fields };
  } catch (error) {
    const file = await taken?.catch(() => undefined);
    await file?.discard();
    throw error;
  }
}

function openParser(contentType: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize: limits.jsonBodyBytes, fields: MOST_FIELDS, files: 4, fieldNameSize: 200 },
    });
  } catch (error) {
    throw brokenForm(error);
  }
}

function brokenForm(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new ProtocolError('INVALID_REQUEST', {
    message: 'The multipart form is cut off or malformed.',
    hint: 'Let your HTTP library write the form and its boundary.',
    cause: error,
  });
}
