import type { Queries } from '../database/database.ts';

/** How long the last result is considered current. */
const FRESH_MS = 1_000;

/** Whether the database answers; checked at most once per second, because anybody may request `/ready`. */
export class Readiness {
  readonly #database: Queries;
  readonly #monotonic: () => number;
  #asked: { readonly at: number; readonly answer: Promise<boolean> } | undefined;

  constructor(database: Queries, monotonic: () => number) {
    this.#database = database;
    this.#monotonic = monotonic;
  }

  isReachable(): Promise<boolean> {
    const now = this.#monotonic();
    if (this.#asked && now - this.#asked.at < FRESH_MS) return this.#asked.answer;
    const answer = this.#database.q('ping').then(
      () => true,
      () => false,
    );
    this.#asked = { at: now, answer };
    return answer;
  }
}
