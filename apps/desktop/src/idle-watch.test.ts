import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IdleWatch } from './idle-watch.ts';

test('an application that nobody needs ends; one that is needed or asked lives on', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let needed = true;
  let ended = 0;
  const watch = new IdleWatch({ afterMs: 1_000, isNeeded: () => needed, onIdle: () => ended++ });
  watch.touch();
  context.mock.timers.tick(2_500);
  assert.equal(ended, 0);
  needed = false;
  watch.touch();
  context.mock.timers.tick(999);
  watch.touch();
  context.mock.timers.tick(999);
  assert.equal(ended, 0);
  context.mock.timers.tick(1);
  assert.equal(ended, 1);
});
