import type { EventType, QuothEvent } from '@quoth/contract';
import { pause } from './pause.ts';
import { QuothError, type QuothErrorCode } from './quoth-error.ts';
import type { EventBlock } from './read-events.ts';

/** Which events, and from where on. */
export interface FollowOptions {
  /** Every type when absent. */
  readonly types?: readonly EventType[];
  /** Only events about this recording. */
  readonly recordingId?: string;
  /** The `id` of the last event that was received, by this process or an earlier one. */
  readonly lastEventId?: string;
  /** Ends the iteration, without an error. */
  readonly signal?: AbortSignal;
}

/** An event, and the id from which to go on after it. */
export type ReceivedEvent = QuothEvent & { readonly id: string };

/** Opens one stream; called again after each interruption, with the last id. */
export type OpenEvents = (
  lastEventId: string | undefined,
  isReturning: boolean,
) => Promise<AsyncIterable<EventBlock>>;

/** Reasons that may have passed when we come back. */
const PASSING: readonly QuothErrorCode[] = [
  'NO_CONNECTION',
  'BAD_ANSWER',
  'RATE_LIMITED',
  'TIMEOUT',
  'INTERNAL_ERROR',
];
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;

/**
 * Events that go on over interruptions, restarts of the application included: after each one it comes back with the last id.
 * What cannot be made up for arrives as `events-missed`. Throws when the first connection fails, and later where coming back
 * cannot help, such as UNAUTHORIZED.
 */
export async function* followEvents(
  open: OpenEvents,
  { lastEventId, signal }: Pick<FollowOptions, 'lastEventId' | 'signal'>,
): AsyncGenerator<ReceivedEvent> {
  let id = lastEventId;
  let retryMs = RETRY_MS;
  let waitMs = RETRY_MS;
  let isReturning = false;
  while (!signal?.aborted) {
    try {
      for await (const block of await open(id, isReturning)) {
        isReturning = true;
        id = block.id ?? id;
        retryMs = block.retryMs ?? retryMs;
        waitMs = retryMs;
        if (block.event && !signal?.aborted) yield { ...block.event, id: id ?? '' };
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isReturning || !(error instanceof QuothError) || !PASSING.includes(error.code)) throw error;
    }
    await pause(waitMs, signal);
    waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS);
  }
}
