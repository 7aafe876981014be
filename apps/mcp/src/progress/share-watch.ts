import { type Client, QuothError } from '@quoth/client';

/**
 * How much of our own work is done, from the server's events. They name recordings, and the answer that names ours comes last: so a share
 * counts only while exactly one recording has begun since we asked.
 */
export class ShareWatch {
  readonly #begun = new Set<string>();
  /** Called when the share has grown. */
  onShare: (() => void) | undefined;
  #share: number | undefined;

  /** 0 to 1; undefined when nothing is known. */
  get share(): number | undefined {
    return this.#begun.size === 1 ? this.#share : undefined;
  }

  /** Listens until the signal is aborted. A server without events for us is no error. */
  async follow(client: Client, signal: AbortSignal): Promise<void> {
    try {
      for await (const event of client.streamEvents({ signal })) {
        if (event.type === 'recording-created') this.#begun.add(event.recordingId);
        if (event.type === 'transcription-progressed') this.#take(event.recordingId, event.progress);
      }
    } catch (error) {
      if (!(error instanceof QuothError)) throw error;
    }
  }

  #take(recordingId: string, share: number): void {
    if (!this.#begun.has(recordingId) || share <= (this.#share ?? 0)) return;
    this.#share = Math.min(1, share);
    if (this.#begun.size === 1) this.onShare?.();
  }
}
