/** From then on the run's own pace is known well enough to be told. */
const LEAST_MS = 10_000;
const LEAST_SHARE = 0.1;
/** What is done in a moment needs no estimate. */
const SHORTEST_MS = 1_000;
/** How far back the pace is measured: a machine that gets busy shows soon, and a single slow part does not shake it. */
const WINDOW_MS = 30_000;

interface Mark {
  readonly share: number;
  readonly atMs: number;
}

/**
 * How long a job still takes, by its own progress alone: the pace of the last half minute. What passes before the first
 * progress, such as waiting for a turn or loading a model, does not count; a pause in the progress does.
 */
export class TimeLeft {
  readonly #marks: Mark[] = [];

  /** `share` is 0 to 1; nothing is measured before the first progress, and what goes back is ignored. */
  progressed(share: number, nowMs: number): void {
    const last = this.#marks.at(-1);
    if (share <= (last?.share ?? 0)) return;
    this.#marks.push({ share, atMs: nowMs });
    // One older than the window stays, so that the window is covered.
    while ((this.#marks[1]?.atMs ?? nowMs) < nowMs - WINDOW_MS) this.#marks.shift();
  }

  /** Seconds; undefined before a tenth of the work or ten seconds of it have been seen, and once it is done. */
  seconds(nowMs: number): number | undefined {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)];
    if (!first || !last || last.share >= 1) return undefined;
    const gained = last.share - first.share;
    const tookMs = nowMs - first.atMs;
    if (gained <= 0 || tookMs < SHORTEST_MS || (gained < LEAST_SHARE && tookMs < LEAST_MS)) return undefined;
    return Math.max(1, Math.ceil((tookMs * (1 - last.share)) / gained / 1_000));
  }
}
