import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { TestRecordings } from './fixtures/test-recordings.ts';
import { Retention } from './retention.ts';

let recordings: TestRecordings;

beforeEach(async () => {
  recordings = await TestRecordings.open();
});
afterEach(() => recordings.close());

test('a limit on age is off by default, first shows what it would delete, and moves it to the trash [RETENTION-LIMIT]', async () => {
  const old = await recordings.complete('old');
  const busy = await recordings.complete('old and at work');
  recordings.now += 40 * 24 * 3_600_000;
  await recordings.complete('new');
  let days: number | null = null;
  const retention = new Retention({
    recordings: recordings.store,
    trash: recordings.trash,
    clock: recordings.clock,
    days: () => days,
    isAtWork: (id) => id === busy,
  });
  assert.equal(await retention.apply(), 0);
  assert.deepEqual(await retention.preview(30), {
    ok: true,
    recordings: 2,
    audio_bytes: 10,
    oldest: '2026-11-21T09:30:00.000Z',
  });
  assert.equal((await recordings.found({})).length, 3);
  days = 30;
  assert.equal(await retention.apply(), 1);
  assert.deepEqual(await recordings.found({}), ['new', 'old and at work']);
  assert.equal((await recordings.trash.restore(old)).text, 'old');
});
