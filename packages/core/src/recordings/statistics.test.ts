import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { DAY_MS } from '../base/index.ts';
import { TestRecordings } from '../fixtures/test-recordings.ts';
import { countWords } from './statistics.ts';
import { moveToTrash } from './trash.ts';

let recordings: TestRecordings;

beforeEach(async () => {
  recordings = await TestRecordings.open();
});
afterEach(() => recordings.close());

async function dictate(text: string, duration: number, mode?: { id: string; name: string }): Promise<string> {
  const id = await recordings.complete(text, { duration }, mode);
  await sql`UPDATE recordings SET source = 'dictation' WHERE id = ${id}`.execute(recordings.database);
  return id;
}

test('words as a reader counts them, in scripts with and without spaces', () => {
  const cases: [text: string, words: number][] = [
    ['', 0],
    ['  …  – ', 0],
    ['Don’t send the e-mail, it costs 3.5 euros.', 8],
    ['naïve Übergröße', 2],
    ['今日は晴れです', 4],
    ['今日は Quoth', 3],
    ['Привет, мир!', 2],
  ];
  for (const [text, words] of cases) assert.equal(countWords(text), words, text);
});

test('dictations are summed by day and mode, and all recordings by where they came from', async () => {
  const email = { id: '5f0d6d0c-3f0a-4f43-9a3e-2b8a4d3f9c02', name: 'Email' };
  await dictate('one two three', 4);
  recordings.now += DAY_MS;
  await dictate('one two', 2.04, email);
  await dictate('one', 1, email);
  await recordings.complete('of a program with more words than the rest', { duration: 9 });
  const { days, ...rest } = await recordings.finder.statistics();
  assert.deepEqual(
    days.map(({ words, seconds }) => [words, seconds]),
    [
      [3, 4],
      [3, 3],
    ],
  );
  const [first, second] = days.map(({ day }) => Date.parse(day));
  assert.equal((second ?? 0) - (first ?? 0), DAY_MS);
  assert.deepEqual(rest, {
    ok: true,
    dictated: { recordings: 3, words: 6, seconds: 7 },
    modes: [
      { name: 'Hyper', words: 3, seconds: 4 },
      { name: 'Email', words: 3, seconds: 3 },
    ],
    programs: [
      { source: 'api', program: null, words: 9, seconds: 9 },
      { source: 'dictation', program: null, words: 6, seconds: 7 },
    ],
  });
});

test('what is deleted, unfinished or older than a year does not count', async () => {
  await dictate('long ago', 1);
  recordings.now += 366 * DAY_MS;
  await recordings.accept();
  await moveToTrash(recordings.places, await dictate('thrown away', 1));
  const { dictated, days, programs } = await recordings.finder.statistics();
  assert.deepEqual([dictated.recordings, days, programs], [0, [], []]);
});
