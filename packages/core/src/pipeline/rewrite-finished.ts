import type { PostProcessing } from '../post-processing/index.ts';
import type { FinishedJob } from './to-transcription.ts';
import type { WorkOptions } from './work-options.ts';

/** What the pipeline asks of rewriting. */
export type RewritingOf = Pick<PostProcessing, 'transcript'>;

/** What rewriting a finished transcription needs. */
export interface FinishedRewriting {
  readonly options: Pick<WorkOptions, 'post_process'>;
  readonly rewriting: RewritingOf;
  /** Told before a language model is asked. */
  readonly onBegin: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Has the text rewritten where that was asked for and the mode does it. The engine's text and its times stay; where rewriting fails, so does
 * the text, and the answer says why. Throws the signal's reason and nothing else that the caller did not cause.
 */
export async function rewriteFinished(
  finished: FinishedJob,
  { options, rewriting, onBegin, signal }: FinishedRewriting,
): Promise<FinishedJob> {
  const { mode, record } = finished;
  if (options.post_process !== true || mode.postProcessingMode === 0) return finished;
  await onBegin();
  const result = await rewriting.transcript(record.text, mode, record.language, signal);
  if (!result) return finished;
  const { text, postProcessed, provider, warning } = result;
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
