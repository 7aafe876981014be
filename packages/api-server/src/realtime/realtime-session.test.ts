import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Core, type LiveInput, sharedToken } from '@quoth/core';
import { readEvent } from './read-event.ts';
import { MessageQueue, RealtimeSession } from './realtime-session.ts';
import { initialSettings } from './session-settings.ts';

test('large messages of all sessions are read one at a time, and others have their turn in between', async () => {
  const audio = Buffer.alloc(2 * 1024 * 1024).toString('base64');
  const message = Buffer.from(JSON.stringify({ type: 'input_audio_buffer.append', audio }));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turnsAt: number[] = [];
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      const read = await readEvent(message);
      assert('audio' in read && read.audio.length === 2 * 1024 * 1024);
      turnsAt.push(turns);
    }),
  );
  isOver = true;
  assert.equal(new Set(turnsAt).size, 16, turnsAt.join(' '));
});

test('messages of hardly a byte are made to wait as well, while one before them is carried out', async () => {
  const never = new Promise<LiveInput>(() => undefined);
  const core = { liveAudio: { input: () => never } } as unknown as Core;
  const flow: string[] = [];
  const session = new RealtimeSession({
    id: 'sess_1',
    core,
    caller: sharedToken,
    settings: initialSettings(undefined, undefined),
    requestId: 'r',
    peer: {
      send: () => undefined,
      pause: () => flow.push('pause'),
      resume: () => flow.push('resume'),
      refuse: () => undefined,
    },
  });
  session.receive(Buffer.from('{"type":"input_audio_buffer.append","audio":"AAAA"}'));
  let sent = 0;
  for (; sent < 5_000 && flow.length === 0; sent++)
    session.receive(sent % 2 === 0 ? undefined : Buffer.alloc(0));
  assert.deepEqual(flow, ['pause']);
  assert(sent < 1_000, `${sent} messages were taken over`);
  session.end();
});

/** A queue that writes down what it says to its peer, and work that ends when it is asked to. */
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
