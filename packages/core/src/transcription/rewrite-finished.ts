import type { TranscriptionWarning } from '@quoth/contract';
import type { PostProcessing } from '../rewriting/index.ts';
import type { WorkOptions } from './planning/work-options.ts';
import type { FinishedJob } from './to-transcription.ts';

/** What the pipeline asks of rewriting. */
export type RewritingOf = Pick<PostProcessing, 'transcript'>;

/** What rewriting a finished transcription needs. */
export interface FinishedRewriting {
  readonly options: Pick<WorkOptions, 'post_process' | 'preset'>;
  readonly rewriting: RewritingOf;
  /** The program that the text is for. */
  readonly program: string | undefined;
  /** Called with what was recognised, and awaited, before a language model is asked. */
  readonly onBegin: (record: FinishedJob['record']) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Has the text rewritten if the request asks for it and the mode rewrites. The engine's text and times are kept. If rewriting fails, the text is
 * unchanged, and the answer says why. Throws only the signal's reason and errors that the caller caused.
 */
export async function rewriteFinished(
  finished: FinishedJob,
  { options, rewriting, program, onBegin, signal }: FinishedRewriting,
): Promise<FinishedJob> {
  const { mode, record } = finished;
  if (options.post_process !== true) return finished;
  if (mode.postProcessingMode === 0 && options.preset === undefined) return finished;
  await onBegin(record);
  const result = await rewriting.transcript(
    { text: record.text, language: record.language, preset: options.preset, program },
    mode,
    signal,
  );
  if (!result) return finished;
  const { text, postProcessed, provider } = result;
  const warning = both(finished.warning, result.warning);
  return {
    ...finished,
    postProcessed,
    ...(warning && { warning }),
    record: {
      ...record,
      text,
      ...(postProcessed && { postProcessed: { text, provider } }),
      ...(warning && { warning }),
    },
  };
}

/** Two warnings in the place of one: that the speech was not understood comes first. */
function both(
  one: TranscriptionWarning | undefined,
  other: TranscriptionWarning | undefined,
): TranscriptionWarning | undefined {
  if (!one || !other) return other ?? one;
  return { ...one, message: `${one.message}\n${other.message}` };
}
