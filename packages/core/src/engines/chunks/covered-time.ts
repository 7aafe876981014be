/** An interval, in milliseconds of one clock. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** How much time the intervals cover together; overlapping parts count once. */
export function coveredTime(intervals: readonly Interval[]): number {
  let covered = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of [...intervals].sort((one, other) => one.from - other.from)) {
    covered += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return covered;
}
