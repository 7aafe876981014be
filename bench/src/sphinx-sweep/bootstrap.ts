/** One utterance's part in a rate. */
export interface Counted {
  readonly errors: number;
  readonly words: number;
}

/** A rate with the interval in which 95 of 100 repetitions would fall. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

const REPETITIONS = 2_000;

/**
 * The 95 % interval of the difference of two error rates over the same utterances: utterances are drawn with replacement, both
 * settings together, so that what is hard for both does not count as a difference (Bisani and Ney 2004). Positive: `other` errs more.
 */
export function differenceInterval(one: readonly Counted[], other: readonly Counted[]): Interval {
  const random = seeded(1);
  const differences: number[] = [];
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    let [errors, words] = [0, 0];
    for (let drawn = 0; drawn < one.length; drawn++) {
      const index = Math.floor(random() * one.length);
      errors += (other[index]?.errors ?? 0) - (one[index]?.errors ?? 0);
      words += one[index]?.words ?? 0;
    }
    differences.push(words === 0 ? 0 : errors / words);
  }
  differences.sort((a, b) => a - b);
  return { low: differences[REPETITIONS * 0.025] ?? 0, high: differences[REPETITIONS * 0.975 - 1] ?? 0 };
}

export function errorRate(counts: readonly Counted[]): number {
  const sum = (of: (counted: Counted) => number) => counts.reduce((total, counted) => total + of(counted), 0);
  return (
    sum(({ errors }) => errors) /
    Math.max(
      1,
      sum(({ words }) => words),
    )
  );
}

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
