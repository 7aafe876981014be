import { type Client, QuothError } from '@quoth/client';
import type { ToolCall } from './tool.ts';

const EVERY_MS = 5_000;
/**
 * The protocol asks for a value that grows with every notification, also when nothing is known but that work goes on.
 */
const STEP = 0.001;

export interface TrackedWork<Result> {
  /** Where it is asked for. */
  readonly client: Client;
  /** The X-Request-Id that its request bears: by it the server's events tell its recording from other programs'. */
  readonly requestId: string;
  readonly run: () => Promise<Result>;
}

/**
 * Does the work and tells meanwhile that it goes on: with measured shares where the server's events give them, else
 * with the time it has taken.
 */
export async function withProgress<Result>(
  { report, bridge, signal }: ToolCall,
  { client, requestId, run }: TrackedWork<Result>,
): Promise<Result> {
  if (!report) return await run();
  const startedAt = performance.now();
  const watching = new AbortController();
  const watch = new ShareWatch(requestId);
  let last = 0;
  const tell = () => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const share = watch.share;
    last = Math.max(last + STEP, (share ?? 0) * 100);
    const measured = share === undefined ? {} : { total: 100 };
    const how = share === undefined ? '' : `, ${Math.floor(share * 100)} %`;
    const message = `Still transcribing${how}, ${seconds} s`;
    // A client that has gone is reported by the signal, not here.
    report({ progress: last, ...measured, message }).catch(() => undefined);
  };
  watch.onShare = tell;
  const until = AbortSignal.any([watching.signal, signal]);
  const following = watch.follow(client, until);
  const timer = setInterval(tell, bridge.config.progressEveryMs ?? EVERY_MS);
  try {
    return await run();
  } finally {
    clearInterval(timer);
    watch.onShare = undefined;
    watching.abort();
    await following;
  }
}

/** How much of our own work is done, from the server's events; nothing of work that becomes no recording. */
class ShareWatch {
  readonly #requestId: string;
  #recordingId: string | undefined;
  /** Called when the share has grown. */
  onShare: (() => void) | undefined;
  /** 0 to 1; undefined when nothing is known. */
  share: number | undefined;

  constructor(requestId: string) {
    this.#requestId = requestId;
  }

  /** Listens until the signal is aborted. A server without events for us is no error. */
  async follow(client: Client, signal: AbortSignal): Promise<void> {
    try {
      for await (const event of client.streamEvents({ signal })) {
        if (event.type === 'recording-created' && event.requestId === this.#requestId)
          this.#recordingId = event.recordingId;
        if (event.type === 'transcription-progressed') this.#take(event.recordingId, event.progress);
      }
    } catch (error) {
      if (!(error instanceof QuothError)) throw error;
    }
  }

  #take(recordingId: string, share: number): void {
    if (recordingId !== this.#recordingId || share <= (this.share ?? 0)) return;
    this.share = Math.min(1, share);
    this.onShare?.();
  }
}
