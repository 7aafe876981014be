import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { IdleWatch } from './idle-watch.ts';

test('an application that no one needs ends; one that is needed, asked or still answering lives on', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let needed = true;
  let ended = 0;
  const watch = new IdleWatch({ afterMs: () => 1_000, isNeeded: () => needed, onIdle: () => ended++ });
  watch.count();
  context.mock.timers.tick(2_500);
  assert.equal(ended, 0, 'needed');
  needed = false;
  const [first, second] = [new EventEmitter(), new EventEmitter()];
  watch.hold(first);
  watch.hold(second);
  context.mock.timers.tick(10_000);
  assert.equal(ended, 0, 'two answers are open');
  first.emit('close');
  context.mock.timers.tick(10_000);
  assert.equal(ended, 0, 'one answer is open');
  second.emit('close');
  context.mock.timers.tick(999);
  assert.equal(ended, 0);
  context.mock.timers.tick(1);
  assert.equal(ended, 1);
});

test('0 lets it run on, until the setting is changed', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let [afterMs, ended] = [0, 0];
  const watch = new IdleWatch({ afterMs: () => afterMs, isNeeded: () => false, onIdle: () => ended++ });
  watch.count();
  context.mock.timers.tick(600_000);
  assert.equal(ended, 0);
  afterMs = 1_000;
  context.mock.timers.tick(60_000);
  context.mock.timers.tick(1_000);
  assert.equal(ended, 1);
});
