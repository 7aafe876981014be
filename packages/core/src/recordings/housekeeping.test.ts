import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { DAY_MS, silentLogger } from '../base/index.ts';
import { Housekeeping, type HousekeepingOptions } from './housekeeping.ts';

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
