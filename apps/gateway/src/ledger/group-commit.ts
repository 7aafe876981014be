/** How much is committed at once, at most; one item always is, whatever it weighs. */
export interface BatchLimits {
  readonly items: number;
  readonly weight: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommitOptions<Item, Result> {
  readonly limits: BatchLimits;
  readonly weigh: (item: Item) => number;
  /** Commits all of them or none, and gives the result of each in their order. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** True for an error that one item may owe to another: then each is committed by itself. */
  readonly isOfOne: (error: unknown) => boolean;
}

/**
 * Commits what comes for one group together: while one commit is on its way, whatever else comes waits and goes with the next. Nothing waits
 * for company: who comes alone is committed at once. Groups don't wait for each other.
 */
export class GroupCommit<Item, Result> {
  readonly #with: GroupCommitOptions<Item, Result>;
  /** A group is here as long as somebody works on it. */
  readonly #groups = new Map<string, Waiting<Item, Result>[]>();

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#with = options;
  }

  /** Resolves when it is committed; rejects with what the commit rejected with, and then nobody knows whether it was. */
  submit(group: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = this.#groups.get(group);
      if (waiting) {
        waiting.push({ item, resolve, reject });
        return;
      }
      this.#groups.set(group, [{ item, resolve, reject }]);
      // What else becomes ready in this turn of the event loop goes along.
      setImmediate(() => void this.#work(group));
    });
  }

  async #work(group: string): Promise<void> {
    const { limits, weigh } = this.#with;
    const waiting = this.#groups.get(group) ?? [];
    while (waiting.length > 0) {
      const count = batchLength(
        waiting.map(({ item }) => weigh(item)),
        limits,
      );
      await this.#commit(waiting.splice(0, count));
    }
    this.#groups.delete(group);
  }

  /** Never rejects: each item has its own end. */
  async #commit(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#with.commit(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1 && this.#with.isOfOne(error)) for (const each of batch) await this.#commit([each]);
      else for (const { reject } of batch) reject(error);
    }
  }
}

/** How many of those that wait go together, from the first on. */
export function batchLength(weights: readonly number[], { items, weight: most }: BatchLimits): number {
  let total = 0;
  let count = 0;
  for (const weight of weights) {
    total += weight;
    if (count > 0 && (count >= items || total > most)) break;
    count += 1;
  }
  return count;
}
