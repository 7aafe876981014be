import { AppError, type Mode, type TriedMode } from '@quoth/contract';
import type { PostProcessing } from './post-processing.ts';
import { ruleText } from './text-rules/index.ts';

export interface ModeTrial {
  readonly mode: Mode;
  /** As an engine would give it. */
  readonly text: string;
  /** False to apply the text rules alone. */
  readonly rewrite: boolean;
  readonly signal: AbortSignal;
}

/** Applies a mode to a text as a transcription would: text rules first, then rewriting. Throws CANCELLED when the signal aborts. */
export async function tryMode(
  { mode, text, rewrite, signal }: ModeTrial,
  postProcessing: PostProcessing,
): Promise<TriedMode> {
  const cancelled = (error: unknown) => {
    throw signal.aborted ? new AppError('CANCELLED') : error;
  };
  const ruled = await ruleText(text, mode, signal).catch(cancelled);
  const rewriting = rewrite
    ? await postProcessing
        .transcript({ text: ruled, language: null, preset: undefined }, mode, signal)
        .catch(cancelled)
    : undefined;
  return {
    ok: true,
    text: rewriting?.text ?? ruled,
    ruled_text: ruled,
    post_processed: rewriting?.postProcessed ?? false,
    ...(rewriting?.warning && { warning: rewriting.warning }),
  };
}
