import type { Clock, EventBus } from '../../base/index.ts';

/** Between two events about the same recording, in milliseconds. */
const LEAST_MS = 250;

/** How far a job is, and the request to name it by where there is no recording that others could see. */
interface Known {
  share: number;
  toldMs: number;
  readonly requestId: string | undefined;
}

/** How far each recording at work is: for those who ask, and, at most four times a second, for those who listen. */
export class JobProgress {
  readonly #events: EventBus;
  readonly #clock: Clock;
  readonly #shares = new Map<string, Known>();

  constructor({ events, clock }: { events: EventBus; clock: Clock }) {
    this.#events = events;
    this.#clock = clock;
  }

  /** `requestId`: nothing is kept of it, and its own client alone is told. */
  begin(id: string, requestId?: string): void {
    this.#shares.set(id, { share: 0, toldMs: Number.NEGATIVE_INFINITY, requestId });
  }

  /** `share` is 0 to 1; it never goes back. */
  report(id: string, share: number): void {
    const known = this.#shares.get(id);
    if (!known || !(share > known.share)) return;
    // The last one is told when there is a text.
    known.share = Math.min(share, 0.99);
    const now = this.#clock.monotonic();
    if (now - known.toldMs < LEAST_MS) return;
    known.toldMs = now;
    this.#tell(id, known);
  }

  /** There is a text. */
  complete(id: string): void {
    const known = this.#shares.get(id);
    if (known && this.#shares.delete(id)) this.#tell(id, { ...known, share: 1 });
  }

  /** The work has ended, however it did. */
  end(id: string): void {
    this.#shares.delete(id);
  }

  /** Whole percent; undefined where nothing is being done. */
  percent(id: string): number | undefined {
    const known = this.#shares.get(id);
    return known && Math.floor(known.share * 100);
  }

  #tell(recordingId: string, { share: progress, requestId }: Known): void {
    this.#events.publish(
      requestId === undefined
        ? { type: 'transcription-progressed', recordingId, progress }
        : { type: 'request-progressed', requestId, progress },
    );
  }
}
