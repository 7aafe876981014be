import { AppError, limits, type TranscribeOptions } from '@quoth/contract';
import type { AudioSource, RewriteParts, TranscriptionContext } from '@quoth/core';
import { openAiContentTypes, type RecognizedAudio } from '@quoth/text';
import type { AppOptions } from '../app-options.ts';
import type { RequestContext } from '../request-context.ts';
import { answerByPatience } from './answer-by-patience.ts';
import { type PrintOptions, printTranscription } from './print-transcription.ts';

/** What the fields of a form ask for. */
export interface Order {
  readonly options: TranscribeOptions;
  readonly print: PrintOptions;
  /** The mode's text rules. */
  readonly rewrite: RewriteParts;
}

/** Transcribes the audio. Without speech in it the text is empty: OpenAI's clients know no error for that. */
export async function transcribeAudio(
  audio: AudioSource,
  options: TranscribeOptions,
  { signal, startedAtMs, ending }: RequestContext,
  { core }: AppOptions,
  onStablePartial?: TranscriptionContext['onStablePartial'],
): Promise<RecognizedAudio> {
  let duration = 0;
  const onDuration = (seconds: number) => {
    duration = seconds;
  };
  try {
    const context = { source: 'api', signal, startedAtMs, onStablePartial, onDuration } as const;
    const { answer } = await core.transcriptions.submit(audio, options, context);
    const result = await (ending?.inTime(answer) ?? answer);
    if ('text' in result) return result;
    throw new AppError('INTERNAL_ERROR');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NO_SPEECH') throw error;
    return { text: '', language: null, duration_s: Math.round(duration * 1000) / 1000 };
  }
}

/** The result as an answer in the format asked for. */
export function answerOf(
  work: Promise<RecognizedAudio>,
  { options, print, rewrite }: Order,
  { core, openAiEarlyHeadersMs }: AppOptions,
): Promise<Response> {
  const { format } = print;
  return answerByPatience(
    work.then((result) =>
      format === 'srt' || format === 'vtt'
        ? core.transcriptions.captions(result, options, { format })
        : printTranscription(result, print, rewrite),
    ),
    {
      contentType: openAiContentTypes[format],
      afterMs: openAiEarlyHeadersMs ?? limits.openAiEarlyHeadersMs,
    },
  );
}
