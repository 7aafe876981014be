import {
  AppError,
  asAppError,
  limits,
  type Transcription,
  transcribeHeaders,
  transcribeTextOptions,
} from '@quoth/contract';
import type { LiveInput, LiveRecording } from '@quoth/core';
import type { AppOptions } from '../app-options.ts';
import { noteFailure } from '../calls/note-failure.ts';
import { answeredInTime } from '../http/answer-in-time.ts';
import { TranscriptStream } from '../http/transcript-stream.ts';
import { rawAudioFormatOf } from '../input/raw-audio-type.ts';
import { bodyChunks } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import type { RequestContext } from '../request-context.ts';
import { captionsOf } from './captions-of.ts';

const BYTES_PER_SAMPLE = 2;

/**
 * POST /transcribe with samples that come as they are spoken: with `stream` their text goes out meanwhile. Where the body breaks off, what came until then
 * is a recording and becomes text.
 */
export async function transcribeLive(context: RequestContext, app: AppOptions): Promise<Response> {
  const { liveAudio } = app.core;
  const { requestId, signal } = context;
  const format = rawAudioFormatOf(context.headers.get('content-type') ?? '');
  const { stream = false, ...given } = validated(transcribeTextOptions, context.query, 'text');
  refuseKey(context.headers);
  const { options, finish } = captionsOf(given, app.core);
  liveAudio.check(options);
  const input = await liveAudio.input(format);
  const chunks = bodyChunks(context, limits.audioSeconds * format.rate * BYTES_PER_SAMPLE, signal);
  const text = new TranscriptStream();
  const begin = () => {
    const recording = liveAudio.begin(options, {
      source: app.application === undefined ? 'api' : 'file',
      requestId,
      ...(stream && { onStablePartial: (stable: string) => text.update(stable) }),
    });
    text.started(recording.recordingId);
    return recording;
  };
  const work = transcribeChunks(chunks, input, begin).then(async (transcription) => finish(transcription));
  const answer = noteFailure(work, context, app);
  return stream
    ? text.answer(answer as Promise<Transcription>, requestId)
    : answeredInTime(answer, { afterMs: app.earlyHeadersMs, requestId });
}

/** The text of a body. The recording begins with its first bytes. */
async function transcribeChunks(
  chunks: AsyncIterable<Uint8Array>,
  input: LiveInput,
  begin: () => LiveRecording,
): Promise<Transcription> {
  let recording: LiveRecording | undefined;
  try {
    for await (const chunk of chunks) {
      recording ??= begin();
      for (const slice of slices(chunk)) await recording.take(input.push(slice));
    }
    await recording?.take(input.end());
  } catch (error) {
    void recording?.abandon();
    throw asAppError(error);
  } finally {
    input.close();
  }
  if (recording) return recording.finish();
  throw new AppError('INVALID_REQUEST', {
    message: 'There is no audio in the request.',
    hint: 'Send the samples as the body, such as: arecord -f S16_LE -r 16000 -c 1 -t raw | curl -N -T - …',
  });
}

/** About a second of sound at most, after which others get their turn. */
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
    message: 'Live audio cannot be sent again, so Idempotency-Key does not apply to it.',
    hint: 'Omit the header. If the connection breaks, what has arrived is kept as a recording.',
  });
}
