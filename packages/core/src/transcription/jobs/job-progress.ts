import type { Clock, EventBus } from '../../base/index.ts';

/** Between two events about the same recording, in milliseconds. */
const LEAST_MS = 250;

/** How far each recording at work is: for those who ask, and, at most four times a second, for those who listen. */
export class JobProgress {
  readonly #events: EventBus;
  readonly #clock: Clock;
  readonly #shares = new Map<string, { share: number; toldMs: number }>();

  constructor({ events, clock }: { events: EventBus; clock: Clock }) {
    this.#events = events;
    this.#clock = clock;
  }

  begin(id: string): void {
    this.#shares.set(id, { share: 0, toldMs: Number.NEGATIVE_INFINITY });
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
    this.#tell(id, known.share);
  }

  /** There is a text. */
  complete(id: string): void {
    if (this.#shares.delete(id)) this.#tell(id, 1);
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

  #tell(recordingId: string, progress: number): void {
    this.#events.publish({ type: 'transcription-progressed', recordingId, progress });
  }
}
