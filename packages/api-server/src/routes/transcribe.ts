import {
  limits,
  type TranscribeOptions,
  transcribeBody,
  transcribeHeaders,
  transcribeTextOptions,
} from '@quoth/contract';
import { AppError, type AudioSource, type IngestedAudio } from '@quoth/core';
import type { AppOptions } from '../build-app.ts';
import { answeredInTime } from '../http/answer-in-time.ts';
import { decodeBase64 } from '../input/decode-base64.ts';
import { bodyChunks, mediaTypeOf, readJson, refuseDeclaredSize, unsupported } from '../input/read-body.ts';
import { readForm } from '../input/read-form.ts';
import { validated } from '../input/validate.ts';
import type { RequestContext } from '../request-context.ts';
import type { Handler } from './handler.ts';

/** Audio in our own folder, and what to do with it. */
interface Order {
  readonly audio: IngestedAudio;
  readonly options: TranscribeOptions;
}

const ACCEPTED = [
  'application/json',
  'multipart/form-data',
  'audio/*',
  'video/*',
  'application/octet-stream',
];

/** Speech in, text out: three forms of sending audio, one way of working on it. */
export const transcribe: Handler = async (context, app) => {
  const { signal } = context;
  const { 'Idempotency-Key': idempotencyKey } = validated(
    transcribeHeaders,
    { 'Idempotency-Key': context.headers.get('idempotency-key') },
    'text',
  );
  const { audio, options } = await readOrder(context, app, signal);
  const work = app.core.transcriptions.transcribe(audio, options, {
    source: 'api',
    signal,
    startedAtMs: context.startedAtMs,
    idempotencyKey,
  });
  return answeredInTime(work, { afterMs: app.earlyHeadersMs, requestId: context.requestId });
};

function readOrder(context: RequestContext, app: AppOptions, signal: AbortSignal): Promise<Order> {
  const type = mediaTypeOf(context.headers) ?? '';
  if (type === 'application/json') return fromJson(context, app, signal);
  if (type === 'multipart/form-data') return fromForm(context, app, signal);
  if (/^(audio|video)\/.+|^application\/octet-stream$/.test(type)) return fromRawBody(context, app, signal);
  throw unsupported(ACCEPTED);
}

async function fromJson(context: RequestContext, { core }: AppOptions, signal: AbortSignal): Promise<Order> {
  const { value, bytes } = await readJson(context, { maximumBytes: limits.base64BodyBytes });
  const hasAudio = typeof value === 'object' && value !== null && 'audio_base64' in value;
  if (bytes > limits.jsonBodyBytes && !hasAudio) {
    throw new AppError('PAYLOAD_TOO_LARGE', {
      message: 'A JSON body without audio_base64 has at most 1 MiB.',
    });
  }
  const { file, audio_base64, mime_type: _ignored, ...options } = validated(transcribeBody, value, 'json');
  core.transcriptions.check(options);
  core.transcriptions.checkQueue();
  return { audio: await core.transcriptions.ingest(sourceOf(file, audio_base64), signal), options };
}

function sourceOf(file: string | undefined, base64: string | undefined): AudioSource {
  if (file !== undefined && base64 !== undefined) {
    throw new AppError('INVALID_REQUEST', {
      message: '"file" and "audio_base64" are both given.',
      hint: 'Give one of them.',
    });
  }
  if (file !== undefined) return { kind: 'path', path: file };
  if (base64 !== undefined) return { kind: 'bytes', bytes: decodeBase64(base64) };
  throw new AppError('INVALID_REQUEST', {
    message: 'There is no audio in the request.',
    hint: 'Give "file" (an absolute path) or "audio_base64", or send the bytes as multipart/form-data or as a raw body.',
  });
}

/** The options are settled first here: they are in the address, and nobody sends two gigabytes to learn of a typing error. */
async function fromRawBody(
  context: RequestContext,
  { core }: AppOptions,
  signal: AbortSignal,
): Promise<Order> {
  refuseDeclaredSize(context.headers, limits.uploadBytes);
  const options = validated(transcribeTextOptions, context.query, 'text');
  core.transcriptions.check(options);
  core.transcriptions.checkQueue();
  const stream = bodyChunks(context, limits.uploadBytes);
  return { audio: await core.transcriptions.ingest({ kind: 'stream', stream }, signal), options };
}

async function fromForm(context: RequestContext, { core }: AppOptions, signal: AbortSignal): Promise<Order> {
  refuseDeclaredSize(context.headers, limits.uploadBytes + limits.jsonBodyBytes);
  core.transcriptions.checkQueue();
  const { file, fields } = await readForm(context, (stream) =>
    core.transcriptions.ingest({ kind: 'stream', stream }, signal),
  );
  try {
    const options = validated(transcribeTextOptions, fields, 'text');
    core.transcriptions.check(options);
    if (!file) {
      throw new AppError('INVALID_REQUEST', {
        message: 'The form has no part named "file".',
        hint: 'Send the audio as a file part: curl -F file=@talk.wav.',
      });
    }
    return { audio: file, options };
  } catch (error) {
    await file?.discard();
    throw error;
  }
}
