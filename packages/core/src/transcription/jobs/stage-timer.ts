import type { Timings } from '@quoth/contract';
import type { Clock } from '../../base/index.ts';

/** A name for every wait and every step on the way from a request to its answer. */
export type Stage =
  | 'receive'
  | 'queue'
  | 'audio'
  | 'check'
  | 'load'
  | 'decode'
  | 'rewrite'
  | 'save'
  | 'other';

/** Measures where the time of one transcription goes: every moment belongs to exactly one stage, so that the stages add up to the latency. */
export class StageTimer {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #spent = new Map<Stage, number>();
  #stage: Stage = 'receive';
  #since: number;

  /** `startedAt` is when the request came, by the clock's monotonic milliseconds. */
  constructor(clock: Pick<Clock, 'monotonic'>, startedAt = clock.monotonic()) {
    this.#clock = clock;
    this.#since = startedAt;
  }

  /** From now on the time is this stage's. */
  enter(stage: Stage): void {
    this.#settle();
    this.#stage = stage;
  }

  /** Runs the work as a stage of its own; afterwards the time is the stage's again that it was before. */
  async during<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result> {
    const before = this.#stage;
    this.enter(stage);
    try {
      return await work();
    } finally {
      this.enter(before);
    }
  }

  /**
   * Says what the time since the last `enter` was really spent on, in milliseconds that somebody else has measured. What they do not
   * cover stays with the stage; they never take more than there is.
   */
  attribute(parts: Partial<Record<Stage, number>>): void {
    let left = Math.max(0, this.#clock.monotonic() - this.#since);
    for (const [stage, milliseconds] of Object.entries(parts) as [Stage, number][]) {
      const taken = Math.min(left, Math.max(0, milliseconds));
      this.#add(stage, taken);
      this.#since += taken;
      left -= taken;
    }
  }

  /** Whole milliseconds whose sum is the latency, rounded. */
  read(): { readonly timings: Timings; readonly latencyMs: number } {
    this.#settle();
    let total = 0;
    const part = (stage: Stage): number => {
      const before = Math.round(total);
      total += this.#spent.get(stage) ?? 0;
      return Math.round(total) - before;
    };
    const timings: Timings = {
      receive_ms: part('receive'),
      queue_ms: part('queue'),
      audio_ms: part('audio'),
      check_ms: part('check'),
      load_ms: part('load'),
      decode_ms: part('decode'),
      rewrite_ms: part('rewrite'),
      save_ms: part('save'),
      other_ms: part('other'),
    };
    return { timings, latencyMs: Math.round(total) };
  }

  #settle(): void {
    const now = this.#clock.monotonic();
    this.#add(this.#stage, Math.max(0, now - this.#since));
    this.#since = now;
  }

  #add(stage: Stage, milliseconds: number): void {
    this.#spent.set(stage, (this.#spent.get(stage) ?? 0) + milliseconds);
  }
}
