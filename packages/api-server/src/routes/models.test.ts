import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { AppError, say } from '@quoth/contract';
import { type Core, EventBus, EventLog, silentLogger } from '@quoth/core';
import { buildApp } from '../build-app.ts';
import { EventStreams } from '../events.ts';
import type { ApplicationControl } from '../handler.ts';

test('a model that is refused after its first bytes is read to its end, so that a browser sees why', async () => {
  const log = new EventLog({ bus: new EventBus(() => undefined), startedMs: 1, maxEvents: 1, maxBytes: 1 });
  const core = {
    modelFiles: {
      import: async ({ blocks }: { blocks: AsyncIterable<Uint8Array> }) => {
        for await (const _block of blocks)
          throw new AppError('INVALID_REQUEST', { message: say('asWritten', { text: 'This is no model.' }) });
      },
    },
  } as unknown as Core;
  const app = buildApp({
    core,
    logger: silentLogger,
    events: new EventStreams({ log }),
    identity: () => ({ port: 1, startedAt: '', token: 'x' }),
    application: {} as ApplicationControl,
    bodyIdleTimeoutMs: 1_000,
    earlyHeadersMs: 1_000,
  });
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (sent === 20) controller.close();
      else controller.enqueue(new Uint8Array(1));
      sent++;
    },
  });
  const outgoing = Object.assign(new EventEmitter(), { getHeader: () => undefined });
  const response = await app(
    new Request('http://127.0.0.1:1/model-files/upload?name=a.gguf', {
      method: 'POST',
      headers: { 'content-length': '20', 'content-type': 'application/octet-stream' },
      body,
      duplex: 'half',
    }),
    { outgoing: outgoing as unknown as ServerResponse },
  );
  assert.match(await response.text(), /This is no model/);
  assert.equal(sent, 21, 'its end was seen');
  assert.equal(outgoing.listenerCount('close'), 1, 'the signal is one, however often a handler reads it');
});
