import {
  AppError,
  limits,
  type TranscribeOptions,
  type Transcription,
  transcribeBody,
  transcribeHeaders,
  transcribeTextOptions,
} from '@quoth/contract';
import type { AudioSource, IngestedAudio } from '@quoth/core';
import type { AppOptions } from '../app-options.ts';
import { noteFailure } from '../calls/note-failure.ts';
import { answeredInTime } from '../http/answer-in-time.ts';
import { TranscriptStream } from '../http/transcript-stream.ts';
import { decodeBase64 } from '../input/decode-base64.ts';
import { isRawSamples } from '../input/raw-audio-type.ts';
import { bodyChunks, mediaTypeOf, refuseDeclaredSize, unsupported } from '../input/read-body.ts';
import { readForm } from '../input/read-form.ts';
import { readJsonWithAudio } from '../input/read-json-audio.ts';
import { validated } from '../input/validate.ts';
import type { RequestContext } from '../request-context.ts';
import { captionsOf } from './captions-of.ts';
import type { Handler } from './handler.ts';
import { transcribeLive } from './transcribe-live.ts';

/** Audio, and what to do with it. */
interface Order {
  readonly source: AudioSource;
  readonly options: TranscribeOptions;
  /** The answer is server-sent events. */
  readonly stream: boolean;
}

const ACCEPTED = [
  'application/json',
  'multipart/form-data',
  'audio/*',
  'video/*',
  'application/ogg',
  'application/octet-stream',
];

/** Speech in, text out: three forms of sending audio, one way of working on it. */
export const transcribe: Handler = async (context, app) => {
  const { signal } = context;
  if (isRawSamples(mediaTypeOf(context.headers) ?? '')) return transcribeLive(context, app);
  const { 'Idempotency-Key': idempotencyKey } = validated(
    transcribeHeaders,
    { 'Idempotency-Key': context.headers.get('idempotency-key') },
    'text',
  );
  const order = await readOrder(context, app, signal);
  const { options, finish } = captionsOf(order.options, app.core);
  const text = new TranscriptStream();
  // A slow upload is no slow work: until the audio is here, what is wrong has a status of its own.
  const { answer } = await app.core.transcriptions.submit(order.source, options, {
    source: app.application === undefined ? 'api' : 'file',
    signal,
    startedAtMs: context.startedAtMs,
    idempotencyKey,
    requestId: context.requestId,
    // Rewritten text has little to do with what was said, so none of that is shown before.
    ...(order.stream &&
      options.post_process !== true && { onStablePartial: (stable) => text.update(stable) }),
  });
  const finished = answer.then(finish);
  const work = noteFailure(context.ending?.inTime(finished) ?? finished, context, app);
  if (order.stream) return text.answer(work as Promise<Transcription>, context.requestId);
  return answeredInTime(work, {
    afterMs: app.earlyHeadersMs,
    requestId: context.requestId,
  });
};

async function readOrder(context: RequestContext, app: AppOptions, signal: AbortSignal): Promise<Order> {
  const type = mediaTypeOf(context.headers) ?? '';
  if (type === 'application/json') return fromJson(context, app, signal);
  if (type === 'multipart/form-data') return fromForm(context, app, signal);
  if (isRawAudio(type)) return fromRawBody(context);
  throw unsupported(ACCEPTED);
}

function orderOf(
  source: AudioSource,
  { stream = false, ...options }: TranscribeOptions & { readonly stream?: boolean | undefined },
): Order {
  if (!stream || options.async !== true) return { source, options, stream };
  throw new AppError('INVALID_REQUEST', {
    message: '"async" and "stream" exclude each other.',
    hint: 'Leave one of them out: the one answers at once, the other while the work goes on.',
  });
}

/** Whether a body of this type is audio as it is; what it holds is told by its first bytes, whatever it is called. */
function isRawAudio(type: string): boolean {
  return ACCEPTED.slice(2).some((accepted) =>
    accepted.endsWith('/*') ? type.startsWith(accepted.slice(0, -1)) : type === accepted,
  );
}

/** Options may stand behind the audio, so the audio is taken in first. */
async function fromJson(context: RequestContext, { core }: AppOptions, signal: AbortSignal): Promise<Order> {
  const {
    value,
    file: audio,
    refusal,
  } = await readJsonWithAudio(context, (stream) =>
    core.transcriptions.ingest({ kind: 'stream', stream }, signal),
  );
  try {
    const { file, audio_base64, mime_type: _ignored, ...options } = validated(transcribeBody, value, 'json');
    const isRefused = refusal !== undefined && file === undefined;
    const source = isRefused
      ? ({ kind: 'refused', reason: refusal } as const)
      : sourceOf(file, audio ?? audio_base64);
    return orderOf(source, named(options, file));
  } catch (error) {
    await audio?.discard();
    throw error;
  }
}

/** The file's name for the history, where the caller gave no other. */
function named<Options extends TranscribeOptions>(options: Options, path: string | undefined): Options {
  const source_name = options.source_name ?? path?.slice(-limits.sourceNameCharacters);
  return source_name === undefined ? options : { ...options, source_name };
}

/** `audio` is text where the field's name was written in a way that only a parser can read. */
function sourceOf(file: string | undefined, audio: IngestedAudio | string | undefined): AudioSource {
  if (file !== undefined && audio !== undefined) {
    throw new AppError('INVALID_REQUEST', {
      message: '"file" and "audio_base64" are both given.',
      hint: 'Give one of them.',
    });
  }
  if (file !== undefined) return { kind: 'path', path: file };
  if (typeof audio === 'string') return { kind: 'bytes', bytes: decodeBase64(audio) };
  if (audio !== undefined) return { kind: 'ingested', audio };
  throw new AppError('INVALID_REQUEST', {
    message: 'There is no audio in the request.',
    hint: 'Give "file" (an absolute path) or "audio_base64", or send the bytes as multipart/form-data or as a raw body.',
  });
}

/** The options are in the address, so they are checked first: nobody should send two gigabytes to be told of a typing error. */
function fromRawBody(context: RequestContext): Order {
  refuseDeclaredSize(context.headers, limits.uploadBytes);
  const options = validated(transcribeTextOptions, context.query, 'text');
  return orderOf({ kind: 'stream', stream: bodyChunks(context, limits.uploadBytes) }, options);
}

/** Options may stand behind the file, so the file is taken in first. */
async function fromForm(context: RequestContext, { core }: AppOptions, signal: AbortSignal): Promise<Order> {
  refuseDeclaredSize(context.headers, limits.uploadBytes + limits.jsonBodyBytes);
  const { file, refusal, fileName, fields } = await readForm(context, (stream) =>
    core.transcriptions.ingest({ kind: 'stream', stream }, signal),
  );
  try {
    const options = validated(transcribeTextOptions, fields, 'text');
    if (refusal !== undefined) return orderOf({ kind: 'refused', reason: refusal }, options);
    if (!file) {
      throw new AppError('INVALID_REQUEST', {
        message: 'The form has no part named "file".',
        hint: 'Send the audio as a file part: curl -F file=@talk.wav.',
      });
    }
    return orderOf({ kind: 'ingested', audio: file }, named(options, fileName));
  } catch (error) {
    await file?.discard();
    throw error;
  }
}
