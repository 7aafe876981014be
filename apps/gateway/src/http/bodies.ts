import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { limits } from '@quoth/contract';
import {
  type BodyRefusal,
  JsonMemory,
  mediaTypeOf,
  readChunks,
  readJson as readJsonChunks,
  readUploadForm,
} from '@quoth/http';
import type { KeptAudio } from '../audio/kept-audio.ts';
import { GatewayError } from '../errors.ts';

/**
 * The body as it arrives. Throws payload_too_large, timeout if the client sends nothing for too long, and the signal's
 * reason at once.
 */
export function bodyChunks(
  incoming: IncomingMessage,
  maxBytes: number,
  idleMs: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  // The answer to a refused request still has to be sent, so the connection must survive the end of reading.
  const source = incoming.iterator({ destroyOnReturn: false });
  return readChunks(source, { limits: { maxBytes, idleMs }, refuse: refuseBody, signals: [signal] });
}

/** Of all clients of a node together. A rewriting request is smaller than a large body. */
const jsonMemory = new JsonMemory({ smallBytes: 64 * 1024, totalBytes: 64 * 1024 * 1024 });

/**
 * JSON of at most the given number of bytes, and the SHA-256 of the bytes. Throws invalid_value,
 * unsupported_media_type, payload_too_large, unavailable.
 */
export async function readJson(
  incoming: IncomingMessage,
  maxBytes: number,
  idleMs: number,
): Promise<{ readonly value: unknown; readonly sha256: Buffer }> {
  if (mediaTypeOf(incoming.headers['content-type']) !== 'application/json')
    throw new GatewayError('unsupported_media_type', { message: 'Send application/json.' });
  const { value, bytes } = await readJsonChunks(bodyChunks(incoming, maxBytes, idleMs), {
    maxValues: limits.jsonBodyValues,
    memory: jsonMemory,
    refuse: refuseBody,
  });
  return { value, sha256: createHash('sha256').update(bytes).digest() };
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
  if (mediaTypeOf(contentType) !== 'multipart/form-data')
    throw new GatewayError('unsupported_media_type', { message: 'Send multipart/form-data.' });
  try {
    const { file, refusal, fields } = await readUploadForm({
      contentType,
      body: (signal) => bodyChunks(incoming, maxBytes + limits.jsonBodyBytes, idleMs, signal),
      takeFile: (stream) => keep(stream, Number(incoming.headers['content-length'] ?? 0)),
      limits: { fieldBytes: limits.jsonBodyBytes, fields: 500, headerBytes: limits.headerBytes },
      refuse: refuseBody,
      readsToTheEnd: true,
    });
    if (refusal !== undefined) throw refusal;
    if (!file) throw invalid('The form has no part named "file".', 'file');
    return { file, fields };
  } catch (error) {
    throw error instanceof GatewayError ? error : invalid('The upload broke off.');
  }
}

/** What is wrong with a body, as the gateway's error. */
function refuseBody(refusal: BodyRefusal): GatewayError {
  switch (refusal.kind) {
    case 'too-large':
      return new GatewayError('payload_too_large');
    case 'too-slow':
      return new GatewayError('timeout', {
        message: `Nothing more came for ${Math.round(refusal.idleMs / 1_000)} s.`,
      });
    case 'no-memory':
      return new GatewayError('unavailable', {
        message: 'Too many large bodies are on their way to this node.',
        retryAfterSeconds: 1,
      });
    case 'not-json':
      return invalid('The body is not JSON in UTF-8.');
    case 'too-deep':
      return invalid('The body is nested too deeply.');
    case 'too-many-values':
      return new GatewayError('payload_too_large', {
        message: `A JSON body has at most ${refusal.maxValues} values.`,
      });
    case 'broken-form':
      return invalid('The multipart form is cut off or malformed.');
    case 'too-much-beside-file':
      return new GatewayError('payload_too_large', {
        message: `The fields of the form are larger than ${refusal.maxBytes / 1024 / 1024} MiB together. Only the part "file" may be large.`,
      });
    case 'too-many-parts':
      return invalid('The form has too many parts.');
    case 'wrong-file':
      return invalid('Send one audio file, as the part "file".', 'file');
  }
}

function invalid(message: string, param?: string): GatewayError {
  return new GatewayError('invalid_value', { message, ...(param === undefined ? {} : { param }) });
}
