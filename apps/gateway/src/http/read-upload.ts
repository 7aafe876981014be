import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { KeptAudio } from '../audio/kept-audio.ts';
import { GatewayError } from './gateway-error.ts';
import { bodyChunks } from './read-body.ts';

/** A form with one file: what was kept of it, and its other fields. */
export interface Upload {
  readonly file: KeptAudio;
  readonly fields: Readonly<Record<string, string | string[]>>;
}

export interface UploadOptions {
  readonly maximumBytes: number;
  readonly idleMs: number;
  readonly keep: (stream: AsyncIterable<Uint8Array>, announcedBytes: number) => Promise<KeptAudio>;
}

const FIELD_BYTES = 1024 * 1024;
const MOST_FIELDS = 500;

/** Reads multipart/form-data; the `file` part is kept as it comes. What fails leaves nothing behind. Throws GatewayError. */
export async function readUpload(incoming: IncomingMessage, options: UploadOptions): Promise<Upload> {
  const { maximumBytes, idleMs, keep } = options;
  const parser = openParser(incoming.headers['content-type'] ?? '');
  const fields: Record<string, string | string[]> = Object.create(null);
  let kept: Promise<KeptAudio> | undefined;
  let problem: GatewayError | undefined;
  parser.on('field', (name, value, _nameCut, isCut) => {
    if (isCut) problem ??= invalid(`The field "${name}" is too long.`, name);
    const before = fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => {
      problem ??= invalid('The form has too many parts.');
    });
  const parsed = new Promise<void>((resolve, reject) => {
    parser.on('file', (name, stream) => {
      if (name !== 'file' || kept) {
        problem ??= invalid('Send one audio file, as the part "file".', 'file');
        stream.resume();
        return;
      }
      kept = keep(stream, Number(incoming.headers['content-length'] ?? 0));
      kept.catch(reject);
    });
    parser.on('error', () => reject(invalid('The multipart form is cut off or malformed.')));
    parser.on('finish', resolve);
    const source = Readable.from(bodyChunks(incoming, maximumBytes + FIELD_BYTES, idleMs));
    source.on('error', (error) => reject(error));
    source.pipe(parser);
  });
  try {
    await parsed;
    const file = await kept;
    if (problem) throw problem;
    if (!file) throw invalid('The form has no part named "file".', 'file');
    return { file, fields };
  } catch (error) {
    parser.destroy();
    incoming.resume();
    void kept?.then((file) => file.discard()).catch(() => undefined);
    if (error instanceof GatewayError) throw error;
    throw invalid('The upload broke off.');
  }
}

function openParser(contentType: string): InstanceType<typeof Busboy> {
  if (!/^multipart\/form-data\s*;/i.test(contentType))
    throw new GatewayError('unsupported_media_type', { message: 'Send multipart/form-data.' });
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize: FIELD_BYTES, fields: MOST_FIELDS, files: 2, fieldNameSize: 200 },
    });
  } catch {
    throw invalid('The multipart form has no boundary.');
  }
}

function invalid(message: string, param?: string): GatewayError {
  return new GatewayError('invalid_value', { message, ...(param === undefined ? {} : { param }) });
}
