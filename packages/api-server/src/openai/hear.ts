import { limits, type TranscribeOptions } from '@quoth/contract';
import { AppError, type IngestedAudio, type TranscriptionContext } from '@quoth/core';
import type { AppOptions } from '../build-app.ts';
import type { RequestContext } from '../request-context.ts';
import { answerByPatience } from './answer-by-patience.ts';
import {
  type Heard,
  openAiContentTypes,
  type RenderOptions,
  renderTranscription,
} from './render-transcription.ts';

/** Hears the audio. Without speech in it the text is empty: OpenAI's clients know no error for that. */
export async function hear(
  audio: IngestedAudio,
  options: TranscribeOptions,
  { signal, startedAtMs }: RequestContext,
  { core }: AppOptions,
  onSettledText?: TranscriptionContext['onSettledText'],
): Promise<Heard> {
  let duration = 0;
  const onDuration = (seconds: number) => {
    duration = seconds;
  };
  try {
    const context = { source: 'api', signal, startedAtMs, onSettledText, onDuration } as const;
    const result = await core.transcriptions.transcribe(audio, options, context);
    if ('text' in result) return result;
    throw new AppError('INTERNAL_ERROR');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NO_SPEECH') throw error;
    return { text: '', language: null, duration_s: Math.round(duration * 1000) / 1000 };
  }
}

/** What was heard as an answer in the format asked for. */
export function answerOf(
  work: Promise<Heard>,
  render: RenderOptions,
  { openAiEarlyHeadersMs }: AppOptions,
): Promise<Response> {
  return answerByPatience(
    work.then((result) => renderTranscription(result, render)),
    {
      contentType: openAiContentTypes[render.format],
      afterMs: openAiEarlyHeadersMs ?? limits.openAiEarlyHeadersMs,
    },
  );
}
