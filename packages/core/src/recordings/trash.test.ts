import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { DAY_MS, silentLogger } from '../base/index.ts';
import { TestRecordings } from './fixtures/test-recordings.ts';
import { Housekeeping, type HousekeepingOptions, Retention } from './trash.ts';

let recordings: TestRecordings;

beforeEach(async () => {
  recordings = await TestRecordings.open();
});
afterEach(() => recordings.close());

test('nothing of a purged transcript is left in the files of the database', async () => {
  const marker = 'xylophone quarantine zephyr';
  const id = await recordings.complete(`${marker} `.repeat(500), {
    words: [{ word: marker, start: 0, end: 1 }],
    segments: [{ id: 0, start: 0, end: 1, text: marker }],
  });
  await recordings.complete('something that stays');
  const onDisk = () =>
    readdirSync(recordings.home)
      .filter((name) => name.startsWith('quoth.db'))
      .map((name) => readFileSync(join(recordings.home, name)));
  assert(onDisk().some((bytes) => bytes.includes('xylophone')));
  await recordings.trash.moveToTrash(id);
  recordings.now += 31 * 24 * 3_600_000;
  await recordings.trash.emptyTrash();
  for (const bytes of onDisk())
    for (const part of ['xylophone', 'zephyr', 'xyl']) assert(!bytes.includes(part), part);
});

test('the trash: gone from everywhere, back on request, deleted permanently after 30 days', async () => {
  const id = await recordings.complete('to be thrown away');
  const path = (await recordings.store.get(id)).audioFilePath ?? '';
  await recordings.trash.moveToTrash(id);
  await assert.rejects(recordings.store.get(id), { code: 'RECORDING_NOT_FOUND' });
  assert.deepEqual([await recordings.found({ q: 'thrown' }), await recordings.found({})], [[], []]);
  assert.equal((await recordings.trash.restore(id)).text, 'to be thrown away');
  assert.deepEqual(await recordings.found({ q: 'thrown' }), ['to be thrown away']);
  await recordings.trash.moveToTrash(id);
  recordings.now += 29 * 24 * 3_600_000;
  await recordings.trash.emptyTrash();
  assert(existsSync(path));
  recordings.now += 24 * 3_600_000;
  await recordings.trash.emptyTrash();
  assert(!existsSync(path));
  await assert.rejects(recordings.trash.restore(id), { code: 'RECORDING_NOT_FOUND' });
});

beforeEach(async () => {
  recordings = await TestRecordings.open();
});
afterEach(() => recordings.close());

test('a limit on age is off by default, first shows what it would delete, and moves it to the trash', async () => {
  const old = await recordings.complete('old');
  const busy = await recordings.complete('old and in progress');
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
  assert.deepEqual(await recordings.found({}), ['new', 'old and in progress']);
  assert.equal((await recordings.trash.restore(old)).text, 'old');
});

/** Housekeeping that notes what it does; `fails` makes its first step fail. */
function recorded(fails = () => false) {
  const done: string[] = [];
  const errors: string[] = [];
  const step = (name: string) => async () => {
    done.push(name);
    if (fails()) throw new Error('disk full');
  };
  const options: HousekeepingOptions = {
    retention: {
      apply: async () => {
        await step('retention')();
        return 0;
      },
    },
    trash: { emptyTrash: step('trash') },
    journal: { forgetOld: step('changes') },
    logger: Object.assign(Object.create(silentLogger), {
      error: (_: unknown, message: string) => errors.push(message),
    }),
  };
  return { done, errors, housekeeping: new Housekeeping(options) };
}

test('housekeeping runs at the start, then once a day until it is closed, failures included', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  let fails = false;
  const { done, errors, housekeeping } = recorded(() => fails);
  const once = ['retention', 'trash', 'changes'];
  /** Lets the steps of a run finish. */
  const settle = () => new Promise(setImmediate);

  await housekeeping.start();
  assert.deepEqual(done, once);

  fails = true;
  mock.timers.tick(DAY_MS);
  await settle();
  assert.deepEqual(done, [...once, 'retention']);
  assert.deepEqual(errors, ['Old recordings could not be removed.']);

  fails = false;
  mock.timers.tick(DAY_MS);
  await settle();
  assert.deepEqual(done, [...once, 'retention', ...once]);

  housekeeping.close();
  mock.timers.tick(2 * DAY_MS);
  await settle();
  assert.equal(done.length, 7);
});

test('a start fails if its housekeeping fails', async () => {
  const { housekeeping } = recorded(() => true);
  await assert.rejects(housekeeping.start(), /disk full/);
});
