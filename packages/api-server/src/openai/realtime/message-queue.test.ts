import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageQueue } from './message-queue.ts';

/** A queue that writes down what it says to its peer, and work that ends when it is told to. */
function slowQueue() {
  const said: string[] = [];
  const ends: (() => void)[] = [];
  const queue = new MessageQueue({ pause: () => said.push('pause'), resume: () => said.push('resume') });
  const push = (bytes: number) =>
    queue.push(bytes, () => new Promise((resolve) => ends.push(() => resolve())));
  /** Ends the work that runs, and lets the next begin. */
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { queue, said, ends, push, endOne };
}

test('who sends more than half a megabyte ahead waits until little is left of it', async () => {
  const { said, push, endOne } = slowQueue();
  for (let n = 0; n < 5; n++) push(120 * 1024);
  assert.deepEqual(said, ['pause']);
  await new Promise(setImmediate);
  for (let n = 0; n < 4; n++) await endOne();
  assert.deepEqual(said, ['pause'], '120 kB are still in hand');
  await endOne();
  assert.deepEqual(said, ['pause', 'resume']);
});

test('short messages count as a kilobyte each', async () => {
  const { said, push } = slowQueue();
  for (let n = 0; n < 513; n++) push(2);
  assert.deepEqual(said, ['pause']);
});

test('one message is carried out after the other, in their order', async () => {
  const { ends, push, endOne } = slowQueue();
  push(1);
  push(1);
  await new Promise(setImmediate);
  assert.equal(ends.length, 1);
  await endOne();
  assert.equal(ends.length, 1, 'the second began when the first had ended');
});
