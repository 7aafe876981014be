import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue } from './fair-queue.ts';

const never = new AbortController().signal;

test('turns go round between tokens, however many requests one of them has waiting', async () => {
  const queue = new FairQueue({ width: 1, waiting: 10 });
  const first = await queue.enter('greedy', never);
  const order: string[] = [];
  const leaves: (() => void)[] = [first];
  const all = ['greedy', 'greedy', 'greedy', 'small'].map((owner) =>
    queue.enter(owner, never).then((leave) => {
      order.push(owner);
      leaves.push(leave);
    }),
  );
  for (let turn = 0; turn < all.length; turn++) {
    leaves.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(all);
  assert.deepEqual(order, ['greedy', 'small', 'greedy', 'greedy']);
});

test('too many of one token are refused, and who goes away leaves the line', async () => {
  const queue = new FairQueue({ width: 1, waiting: 1 });
  const leave = await queue.enter('a', never);
  const gone = new AbortController();
  const waiting = queue.enter('a', gone.signal);
  await assert.rejects(queue.enter('a', never), /wait already/);
  gone.abort(new Error('gone'));
  await assert.rejects(waiting, /gone/);
  assert.equal(queue.waiting, 0);
  leave();
  leave();
  assert.equal(queue.working, 0);
});
