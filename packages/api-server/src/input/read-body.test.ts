import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListenerEnding } from '../http/listener-ending.ts';
import type { RequestContext } from '../request-context.ts';
import { bodyChunks, parseJson } from './read-body.ts';

/** A body of which no more comes. */
async function* stalled(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1);
  await new Promise(() => undefined);
}

test('a byte order mark in front of JSON is passed over, anywhere else it is no JSON [API-BAD-BODY]', async () => {
  assert.deepEqual(await parseJson(Buffer.from('\ufeff{"text":"a"}')), { text: 'a' });
  for (const json of ['\ufeff\ufeff{}', '{\ufeff}', '\ufeff'])
    await assert.rejects(parseJson(Buffer.from(json)), { code: 'INVALID_REQUEST' });
});

test('a body that is still open when its listener ends is given up in time for an answer [API-OFF-LAST-WORD]', async () => {
  const ending = new ListenerEnding();
  const context = { headers: new Headers(), bodyIdleTimeoutMs: 60_000, ending, body: stalled } as const;
  const chunks = bodyChunks(context as unknown as RequestContext, 1_000);
  assert.equal((await chunks.next()).value?.length, 1);
  const next = chunks.next();
  ending.begin();
  ending.callIn();
  await assert.rejects(next, { code: 'CANCELLED' });
});
