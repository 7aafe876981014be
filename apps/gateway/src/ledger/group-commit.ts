/** The most that is committed at once; one item always is, whatever its size. */
interface BatchLimits {
  readonly items: number;
  readonly weight: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface GroupCommitOptions<Item, Result> {
  readonly limits: BatchLimits;
  readonly weigh: (item: Item) => number;
  /** Commits all of them or none, and returns their results in order. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** True for an error that another item may have caused: then each is committed separately. */
  readonly isOfOne: (error: unknown) => boolean;
}

/**
 * Commits items of one group together: while one commit is in progress, further items wait for the next. A single item
 * is committed at once. Groups do not wait for each other.
 */
export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>;
  /** A group exists as long as it is being worked on. */
  readonly #groups = new Map<string, Waiting<Item, Result>[]>();

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options;
  }

  /** Resolves when it is committed; rejects with the error of the commit, whose outcome is then unknown. */
  submit(group: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = this.#groups.get(group);
      if (waiting) {
        waiting.push({ item, resolve, reject });
        return;
      }
      this.#groups.set(group, [{ item, resolve, reject }]);
      // Items that arrive in the same turn of the event loop join the group.
      setImmediate(() => void this.#work(group));
    });
  }

  async #work(group: string): Promise<void> {
    const { limits, weigh } = this.#options;
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

  /** Never rejects: each item gets its own result or error. */
  async #commit(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.commit(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1 && this.#options.isOfOne(error))
        for (const each of batch) await this.#commit([each]);
      else for (const { reject } of batch) reject(error);
    }
  }
}

/** How many of the waiting items go together, from the first on. */
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
