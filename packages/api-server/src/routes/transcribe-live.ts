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
import type { ListenerEnding } from '../http/listener-ending.ts';
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
  const { requestId, signal, ending } = context;
  const format = rawAudioFormatOf(context.headers.get('content-type') ?? '');
  const { stream = false, ...given } = validated(transcribeTextOptions, context.query, 'text');
  refuseKey(context.headers);
  const { options, finish } = captionsOf(given, app.core);
  liveAudio.check(options);
  const input = await liveAudio.input(format);
  const mostBytes = limits.audioSeconds * format.rate * BYTES_PER_SAMPLE;
  const chunks = bodyChunks(context, mostBytes, signal, ending?.begun);
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
  const work = transcribeChunks(chunks, input, begin, ending).then(async (transcription) =>
    finish(transcription),
  );
  const answer = noteFailure(work, context, app);
  return stream
    ? text.answer(answer as Promise<Transcription>, requestId)
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
  return ending ? ending.inTime(text, () => unanswered(recording)) : text;
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
  } finally {
    input.close();
  }
  if (recording) return recording;
  throw new AppError('INVALID_REQUEST', {
    message: 'There is no audio in the request.',
    hint: 'Send the samples as the body, such as: arecord -f S16_LE -r 16000 -c 1 -t raw | curl -N -T - …',
  });
}

function unanswered({ recordingId }: LiveRecording): AppError {
  return new AppError('CANCELLED', {
    message: 'Quoth was stopped, or its local API was switched off, before this recording was text.',
    hint:
      recordingId === undefined
        ? 'What had arrived is gone, because it was not to be kept.'
        : `What had arrived is kept as recording ${recordingId} and becomes text all the same, at the latest after the next start.`,
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
