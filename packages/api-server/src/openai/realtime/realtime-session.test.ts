import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Core, LiveInput } from '@quoth/core';
import { RealtimeSession } from './realtime-session.ts';
import { initialSettings } from './session-settings.ts';

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
