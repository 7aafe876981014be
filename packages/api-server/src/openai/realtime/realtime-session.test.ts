import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Core, LiveInput } from '@quoth/core';
import { readEvent } from './read-event.ts';
import { RealtimeSession } from './realtime-session.ts';
import { initialSettings } from './session-settings.ts';

test('large messages of all sessions are read one at a time, and others have their turn in between [BUDGET-REALTIME]', async () => {
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

test('messages of hardly a byte are made to wait as well, while one before them is carried out [BUDGET-REALTIME]', async () => {
  const never = new Promise<LiveInput>(() => undefined);
  const core = { liveAudio: { input: () => never } } as unknown as Core;
  const flow: string[] = [];
  const session = new RealtimeSession({
    id: 'sess_1',
    core,
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
