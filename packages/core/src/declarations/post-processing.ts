import type { PostProcessBody, PostProcessed } from '@quoth/contract';

/** Who is waiting for a rewritten text. */
export interface PostProcessingContext {
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** When the request arrived, in the clock's monotonic milliseconds; latency is counted from here. */
  readonly startedAtMs?: number;
}

/** Rewriting by language models. */
export interface PostProcessing {
  /**
   * Throws INVALID_REQUEST, MODE_NOT_FOUND, or CANCELLED when the caller gives up. A failing provider is not an error: the text is returned
   * unchanged, with a warning.
   */
  run(body: PostProcessBody, context: PostProcessingContext): Promise<PostProcessed>;
}
