import type { Statistics } from '@quoth/contract';

/** What is shown: the days of this month back, or the weeks of the whole year. */
export type Period = 'days' | 'weeks';

/** A bar of the drawing: a day, or the week that begins on it. */
export interface Bar {
  /** Local midnight. */
  readonly from: Date;
  readonly words: number;
  readonly seconds: number;
}

const DAYS = 30;
const WEEKS = 26;

/**
 * One bar for each day or week up to now, oldest first; those without a dictation are zero. Weeks begin on `firstDay`:
 * 0 is Sunday.
 */
export function barsOf(days: Statistics['days'], period: Period, now: Date, firstDay = 1): Bar[] {
  const length = period === 'days' ? 1 : 7;
  const count = period === 'days' ? DAYS : WEEKS;
  const back = period === 'days' ? 0 : (now.getDay() - firstDay + 7) % 7;
  const from = (at: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - back - (count - 1 - at) * length);
  const sums = new Map(days.map((each) => [each.day, each]));
  return Array.from({ length: count }, (_, at) => {
    const begin = from(at);
    let [words, seconds] = [0, 0];
    for (let day = 0; day < length; day++) {
      const date = new Date(begin.getFullYear(), begin.getMonth(), begin.getDate() + day);
      const sum = sums.get(keyOf(date));
      words += sum?.words ?? 0;
      seconds += sum?.seconds ?? 0;
    }
    return { from: begin, words, seconds };
  });
}

/** The local day of a date, as the contract writes it. */
function keyOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** How fast people type who do it every day. */
export const TYPED_WORDS_PER_MINUTE = 40;

/** Seconds that speaking took less than typing the same words would have; 0 if it took longer. */
export function secondsSaved({
  words,
  seconds,
}: {
  readonly words: number;
  readonly seconds: number;
}): number {
  return Math.max(0, (words / TYPED_WORDS_PER_MINUTE) * 60 - seconds);
}
