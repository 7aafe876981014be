import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsOf, secondsSaved } from './periods.ts';

// A Wednesday.
const now = new Date(2026, 10, 25, 15);
const days = [
  { day: '2026-11-15', words: 5, seconds: 1 },
  { day: '2026-11-16', words: 7, seconds: 2 },
  { day: '2026-11-22', words: 11, seconds: 3 },
  { day: '2026-11-25', words: 13, seconds: 4 },
];

test('a bar for each of the last 30 days, today last', () => {
  const bars = barsOf(days, 'days', now);
  assert.equal(bars.length, 30);
  assert.deepEqual(bars.at(-1), { from: new Date(2026, 10, 25), words: 13, seconds: 4 });
  assert.deepEqual(bars.at(-4), { from: new Date(2026, 10, 22), words: 11, seconds: 3 });
  assert.equal(bars.filter(({ words }) => words > 0).length, 4);
});

test('weeks begin on Monday, or on the day of the locale', () => {
  const words = (firstDay?: number) =>
    barsOf(days, 'weeks', now, firstDay)
      .slice(-3)
      .map((bar) => bar.words);
  assert.deepEqual(words(), [5, 18, 13]);
  assert.deepEqual(words(0), [0, 12, 24]);
});

test('the time saved is that of typing 40 words a minute, less that of speaking', () => {
  assert.equal(secondsSaved({ words: 400, seconds: 200 }), 400);
  assert.equal(secondsSaved({ words: 4, seconds: 60 }), 0);
});
