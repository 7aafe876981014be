import { AppError, type Mode, type TriedMode } from '@quoth/contract';
import type { PostProcessing } from './post-processing.ts';
import { applyTextRules } from './text-rules/index.ts';

export interface ModeTrial {
  readonly mode: Mode;
  /** As an engine gives it. */
  readonly text: string;
  /** False: the text rules alone. */
  readonly rewrite: boolean;
  readonly signal: AbortSignal;
}

/** What a mode makes of a text, as a transcription would: text rules first, then its rewriting. Throws CANCELLED when given up. */
export async function tryMode(
  { mode, text, rewrite, signal }: ModeTrial,
  postProcessing: PostProcessing,
): Promise<TriedMode> {
  const ruled = applyTextRules(text, mode);
  const rewriting = rewrite
    ? await postProcessing
        .transcript({ text: ruled, language: null, preset: undefined }, mode, signal)
        .catch((error: unknown) => {
          throw signal.aborted ? new AppError('CANCELLED') : error;
        })
    : undefined;
  return {
    ok: true,
    text: rewriting?.text ?? ruled,
    ruled_text: ruled,
    post_processed: rewriting?.postProcessed ?? false,
    ...(rewriting?.warning && { warning: rewriting.warning }),
  };
}
