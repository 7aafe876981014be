import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from './create-client.ts';
import { noConnection } from './quoth-error.ts';
import { anyServer, createReconnectingTransport, type ServerAddress } from './reconnecting-transport.ts';
import type { TransportRequest } from './request.ts';

const refused = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
const cut = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
const isText = { text: 'hello' };
const ok = () => Response.json({ ok: true, ...isText, modes: [], mode: {} });
const unauthorized = () =>
  Response.json({ ok: false, error: { code: 'UNAUTHORIZED', message: 'No.' } }, { status: 401 });
const broken = () =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('   '));
        controller.error(cut());
      },
    }),
    { headers: { 'content-type': 'application/json' } },
  );

/** Each request takes the next answer; each search the next address. The clock moves by pauses alone. */
function world(
  answers: readonly (() => Response | Error)[],
  addresses: readonly (ServerAddress | Error)[] = [{ baseUrl: 'http://127.0.0.1:1', token: 'one' }],
) {
  const seen: { url: string; request: TransportRequest }[] = [];
  let time = 0;
  let searches = 0;
  let isConnected = true;
  const send = async (url: string, request: TransportRequest) => {
    const answer = (answers[seen.length] ?? ok)();
    seen.push({ url, request });
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const fetch = createReconnectingTransport({
    fetch: Object.assign(send, { isConnected: () => isConnected }),
    find: async () => {
      const found = addresses[Math.min(searches++, addresses.length - 1)];
      if (!found || found instanceof Error) throw found;
      return found;
    },
    returnWithinMs: 1_000,
    now: () => time,
    pause: async (milliseconds) => {
      time += milliseconds;
    },
    newKey: () => 'a-key',
  });
  const client = createClient({ fetch, baseUrl: anyServer });
  return { client, seen, searches: () => searches, disconnect: () => (isConnected = false) };
}

const second = { baseUrl: 'http://127.0.0.1:2', token: 'two' };
const first = { baseUrl: 'http://127.0.0.1:1', token: 'one' };
const calls = {
  reads: (client: ReturnType<typeof createClient>) => client.listModes(),
  sets: (client: ReturnType<typeof createClient>) =>
    client.updateMode({ params: { id: 'x' }, body: { language: 'en' } }),
  creates: (client: ReturnType<typeof createClient>) => client.createMode({ body: { name: 'x' } }),
  deletes: (client: ReturnType<typeof createClient>) => client.deleteMode({ params: { id: 'x' } }),
  transcribes: (client: ReturnType<typeof createClient>) =>
    client.transcribe({ bytes: new Uint8Array(3), contentType: 'audio/wav' }),
  streams: (client: ReturnType<typeof createClient>) =>
    client.transcribe({ bytes: new Blob(['abc']).stream(), contentType: 'audio/wav' }),
};
const cases: readonly (readonly [keyof typeof calls, string, () => Response | Error, boolean])[] = [
  ['reads', 'the connection was cut', cut, true],
  ['reads', 'the answer broke off', broken, true],
  ['sets', 'the connection was cut', cut, true],
  ['creates', 'the connection was cut', cut, false],
  ['creates', 'it never arrived', refused, true],
  ['creates', 'the token is old', unauthorized, true],
  ['deletes', 'the connection was cut', cut, false],
  ['transcribes', 'the answer broke off', broken, true],
  ['streams', 'it never arrived', refused, false],
  ['streams', 'the token is old', unauthorized, false],
];
for (const [name, what, answer, isRepeated] of cases)
  test(`${name}, and ${what}: ${isRepeated ? 'asked again' : 'told'}`, async () => {
    const { client, seen } = world([answer], [first, second]);
    if (!isRepeated) {
      await assert.rejects(Promise.resolve(calls[name](client)), { name: 'QuothError' });
      assert.equal(seen.length, 1);
      return;
    }
    await calls[name](client);
    assert.deepEqual(
      seen.map(({ url, request }) => [new URL(url).port, request.headers.authorization]),
      [
        ['1', 'Bearer one'],
        ['2', 'Bearer two'],
      ],
    );
  });

test('a transcription has one key for all its attempts, and the caller’s own key is kept', async () => {
  const { client, seen } = world([broken]);
  await calls.transcribes(client);
  await client.transcribe({ json: { file: '/x' }, headers: { 'Idempotency-Key': 'mine' } });
  await calls.reads(client);
  const keys = seen.map(
    ({ request: { headers } }) => headers['idempotency-key'] ?? headers['Idempotency-Key'] ?? 'none',
  );
  assert.deepEqual(keys, ['a-key', 'a-key', 'mine', 'none']);
});

test('raw samples have no key: the server takes them as live audio, which is never transcribed twice', async () => {
  const { client, seen } = world([cut]);
  const bytes = new Uint8Array(4);
  for (const contentType of ['audio/pcm;rate=16000', 'audio/L16; rate=16000'])
    await client.transcribe({ bytes, contentType }).catch(() => undefined);
  assert.deepEqual(
    seen.map(({ request: { headers } }) => headers['idempotency-key'] ?? 'none'),
    ['none', 'none'],
  );
});

test('a token that is refused twice is an error', async () => {
  const { client, seen } = world([unauthorized, unauthorized]);
  await assert.rejects(calls.reads(client), { code: 'UNAUTHORIZED' });
  assert.equal(seen.length, 2);
});

test('it waits for an application that has gone, not for one that was never there', async () => {
  const away = noConnection(undefined);
  const returned = world([cut], [first, away, away, second]);
  await calls.reads(returned.client);
  assert.equal(returned.seen.length, 2);
  const never = world([], [away]);
  await assert.rejects(calls.reads(never.client), { code: 'NO_CONNECTION' });
  assert.equal(never.searches(), 1);
  const gone = world([cut], [first, away]);
  await assert.rejects(calls.reads(gone.client), { code: 'NO_CONNECTION' });
  assert.equal(gone.seen.length, 1);
});

test('for each new connection the server has to prove itself again', async () => {
  const { client, searches, disconnect } = world([]);
  await calls.reads(client);
  await calls.reads(client);
  assert.equal(searches(), 1);
  disconnect();
  await calls.reads(client);
  await Promise.all([calls.reads(client), calls.reads(client)]);
  assert.equal(searches(), 3);
});
