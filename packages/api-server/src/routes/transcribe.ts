import {
  AppError,
  asAppError,
  limits,
  say,
  type TranscribeOptions,
  type Transcription,
  transcribeBody,
  transcribeHeaders,
  transcribeTextOptions,
} from '@quoth/contract';
import type { AudioSource, IngestedAudio, LiveAudioFormat, LiveInput, LiveRecording } from '@quoth/core';
import { mediaTypeOf } from '@quoth/http';
import { type AppOptions, type Handler, noteFailure, type RequestContext, withModeId } from '../handler.ts';
import { answeredInTime, transcriptStream } from '../http/answers.ts';
import {
  bodyChunks,
  leastBytes,
  readForm,
  refuseDeclaredSize,
  unsupported,
  validated,
  withoutEmpty,
} from '../http/body.ts';
import type { ListenerEnding } from '../http/connections.ts';
import { ProtocolError } from '../http/errors.ts';
import { decodeBase64, readJsonWithAudio } from '../http/json-audio.ts';

/** Audio, and what to do with it. */
interface PreparedRequest {
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
  if (isRawSamples(mediaTypeOf(context.headers.get('content-type')) ?? ''))
    return transcribeLive(context, app);
  const { 'Idempotency-Key': idempotencyKey } = validated(
    transcribeHeaders,
    { 'Idempotency-Key': context.headers.get('idempotency-key') },
    'text',
  );
  const { source, options, stream } = await prepareRequest(context, app, signal);
  const text = transcriptStream();
  // A slow upload is no slow work: until the audio is here, what is wrong has a status of its own.
  const { answer } = await app.core.transcriptions.submit(source, options, {
    source: app.application === undefined ? 'api' : 'file',
    caller: context.caller,
    signal,
    startedAtMs: context.startedAtMs,
    idempotencyKey,
    requestId: context.requestId,
    ...(stream && { onStablePartial: (stable) => text.update(stable) }),
  });
  const work = noteFailure(context.ending?.beforeDue(answer) ?? answer, context, app);
  if (stream) return text.answer(work as Promise<Transcription>, context.requestId);
  return answeredInTime(work, {
    afterMs: app.earlyHeadersMs,
    requestId: context.requestId,
  });
};

async function prepareRequest(
  context: RequestContext,
  app: AppOptions,
  signal: AbortSignal,
): Promise<PreparedRequest> {
  const type = mediaTypeOf(context.headers.get('content-type')) ?? '';
  if (type === 'application/json') return fromJson(context, app, signal);
  if (type === 'multipart/form-data') return fromForm(context, app, signal);
  if (isRawAudio(type)) return fromRawBody(context, app);
  throw unsupported(ACCEPTED);
}

function preparedOf(
  source: AudioSource,
  { stream = false, ...options }: TranscribeOptions & { readonly stream?: boolean | undefined },
): PreparedRequest {
  if (!stream || options.async !== true) return { source, options, stream };
  throw new AppError('INVALID_REQUEST', {
    message: say('asyncExcludesStream'),
    hint: say('leaveOneOut'),
  });
}

/**
 * Whether a body of this type is audio as it is; what it holds is reported by its first bytes, whatever it is called.
 */
function isRawAudio(type: string): boolean {
  return ACCEPTED.slice(2).some((accepted) =>
    accepted.endsWith('/*') ? type.startsWith(accepted.slice(0, -1)) : type === accepted,
  );
}

/** Options may stand behind the audio, so the audio is taken in first. */
async function fromJson(
  context: RequestContext,
  { core, isForContainers }: AppOptions,
  signal: AbortSignal,
): Promise<PreparedRequest> {
  const {
    value,
    file: audio,
    refusal,
  } = await readJsonWithAudio(context, (stream) =>
    core.transcriptions.ingest({ kind: 'stream', stream, leastBytes: (leastBytes(context) * 3) / 4 }, signal),
  );
  try {
    const {
      file,
      audio_base64,
      mime_type: _ignored,
      ...options
    } = withModeId(
      {
        ...validated(transcribeTextOptions, context.query, 'text'),
        ...validated(transcribeBody, withoutEmpty(value), 'json'),
      },
      core,
    );
    if (isForContainers && file !== undefined)
      throw new AppError('FILE_NOT_ALLOWED', { message: say('noPathsHere'), hint: say('sendAudioItself') });
    const isRefused = refusal !== undefined && file === undefined;
    const source = isRefused
      ? ({ kind: 'refused', reason: refusal } as const)
      : sourceOf(file, audio ?? audio_base64);
    return preparedOf(source, named(options, file));
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
      message: say('fileAndAudioGiven'),
      hint: say('giveOneOfThem'),
    });
  }
  if (file !== undefined) return { kind: 'path', path: file };
  if (typeof audio === 'string') return { kind: 'bytes', bytes: decodeBase64(audio) };
  if (audio !== undefined) return { kind: 'ingested', audio };
  throw new AppError('INVALID_REQUEST', {
    message: say('requestWithoutAudio'),
    hint: say('giveAudio'),
  });
}

/**
 * The options are in the address, so they are checked first: no one should send two gigabytes to learn of a typing
 * error.
 */
function fromRawBody(context: RequestContext, { core }: AppOptions): PreparedRequest {
  refuseDeclaredSize(context.headers, limits.uploadBytes);
  const options = withModeId(validated(transcribeTextOptions, context.query, 'text'), core);
  const stream = bodyChunks(context, limits.uploadBytes);
  return preparedOf({ kind: 'stream', stream, leastBytes: leastBytes(context, 0) }, options);
}

/** Options may stand behind the file, so the file is taken in first. */
async function fromForm(
  context: RequestContext,
  { core }: AppOptions,
  signal: AbortSignal,
): Promise<PreparedRequest> {
  refuseDeclaredSize(context.headers, limits.uploadBytes + limits.jsonBodyBytes);
  const { file, refusal, fileName, fields } = await readForm(context, (stream) =>
    core.transcriptions.ingest({ kind: 'stream', stream, leastBytes: leastBytes(context) }, signal),
  );
  try {
    const options = withModeId(
      validated(transcribeTextOptions, { ...context.query, ...fields }, 'text'),
      core,
    );
    if (refusal !== undefined) return preparedOf({ kind: 'refused', reason: refusal }, options);
    if (!file) {
      throw new AppError('INVALID_REQUEST', {
        message: say('formWithoutFile'),
        hint: say('sendFilePartLike'),
      });
    }
    return preparedOf({ kind: 'ingested', audio: file }, named(options, fileName));
  } catch (error) {
    await file?.discard();
    throw error;
  }
}

const BYTES_PER_SAMPLE = 2;

/**
 * POST /transcribe with samples that come as they are spoken: with `stream` their text goes out meanwhile. Where the
 * body breaks off, what came until then is a recording and becomes text.
 */
async function transcribeLive(context: RequestContext, app: AppOptions): Promise<Response> {
  const { liveAudio } = app.core;
  const { caller, requestId, signal, ending } = context;
  const format = rawAudioFormatOf(context.headers.get('content-type') ?? '');
  const { stream = false, ...options } = withModeId(
    validated(transcribeTextOptions, context.query, 'text'),
    app.core,
  );
  refuseKey(context.headers);
  liveAudio.check(options, caller);
  const input = await liveAudio.input(format);
  const mostBytes = limits.audioSeconds * format.rate * BYTES_PER_SAMPLE;
  const chunks = bodyChunks(context, mostBytes, signal, ending?.begun);
  const text = transcriptStream();
  const begin = () => {
    const recording = liveAudio.begin(options, {
      source: app.application === undefined ? 'api' : 'file',
      caller,
      requestId,
      ...(stream && { onStablePartial: (stable: string) => text.update(stable) }),
    });
    const { recordingId } = recording;
    text.send({
      type: 'transcription-started',
      ...(recordingId !== undefined && { recording_id: recordingId }),
    });
    return recording;
  };
  const answer = noteFailure(transcribeChunks(chunks, input, begin, ending), context, app);
  return stream
    ? text.answer(answer, requestId)
    : answeredInTime(answer, { afterMs: app.earlyHeadersMs, requestId });
}

/** The text of a body. What is kept becomes text also where that is not waited for. */
async function transcribeChunks(
  chunks: AsyncIterable<Uint8Array>,
  input: LiveInput,
  begin: () => LiveRecording,
  ending: ListenerEnding | undefined,
): Promise<Transcription> {
  const recording = await recordChunks(chunks, input, begin, ending);
  const text = recording.finish();
  return ending ? ending.beforeDue(text, () => unanswered(recording)) : text;
}

/** The recording begins with the first bytes. */
async function recordChunks(
  chunks: AsyncIterable<Uint8Array>,
  input: LiveInput,
  begin: () => LiveRecording,
  ending: ListenerEnding | undefined,
): Promise<LiveRecording> {
  let recording: LiveRecording | undefined;
  try {
    for await (const chunk of chunks) {
      recording ??= begin();
      for (const slice of slices(chunk)) await recording.take(input.push(slice));
    }
    await recording?.take(input.end());
  } catch (error) {
    void recording?.abandon();
    const isEnding = ending?.begun.aborted === true && error === ending.begun.reason;
    throw recording && isEnding ? unanswered(recording) : asAppError(error);
  }
  if (recording) return recording;
  throw new AppError('INVALID_REQUEST', {
    message: say('requestWithoutAudio'),
    hint: say('sendSamplesAsBody'),
  });
}

function unanswered({ recordingId }: LiveRecording): AppError {
  return new AppError('CANCELLED', {
    message: say('stoppedBeforeText'),
    hint: recordingId === undefined ? say('arrivedIsGone') : say('arrivedBecomesText', { id: recordingId }),
  });
}

/** About a second of sound at most; then other work gets its turn. */
const SLICE_BYTES = 32_768;

function* slices(chunk: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < chunk.length; at += SLICE_BYTES) yield chunk.subarray(at, at + SLICE_BYTES);
}

function refuseKey(headers: Headers): void {
  const { 'Idempotency-Key': key } = validated(
    transcribeHeaders,
    { 'Idempotency-Key': headers.get('idempotency-key') },
    'text',
  );
  if (key === undefined) return;
  throw new AppError('INVALID_REQUEST', {
    message: say('liveAudioNotRepeated'),
    hint: say('omitKeyHeader'),
  });
}

/** Types of samples without a container. */
const encodings = new Map<string, LiveAudioFormat['encoding']>([
  ['audio/pcm', 'pcm16le'],
  // Network byte order (RFC 2586).
  ['audio/l16', 'pcm16be'],
]);

/** True for a content type of samples without a container. */
function isRawSamples(mediaType: string): boolean {
  return encodings.has(mediaType);
}

/**
 * The format that a content type such as `audio/pcm;rate=16000` names. Throws 415 without a rate, which nothing else
 * would tell, and for more than one channel.
 */
function rawAudioFormatOf(contentType: string): LiveAudioFormat {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const encoding = encodings.get(type);
  const values = new Map(
    parameters.map((parameter) => {
      const [name = '', value = ''] = parameter.split('=', 2);
      return [name, value] as const;
    }),
  );
  const rate = /^\d{1,6}$/.exec(values.get('rate') ?? '')?.[0];
  if (encoding === undefined || rate === undefined || (values.get('channels') ?? '1') !== '1') {
    throw new ProtocolError('UNSUPPORTED_MEDIA_TYPE', {
      message: say('samplesNotDescribed'),
      hint: say('describeSamples'),
    });
  }
  return { encoding, rate: Number(rate) };
}
