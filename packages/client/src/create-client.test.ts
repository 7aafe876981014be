import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsFor } from '@quoth/contract';
import { createClient, QuothError, type TransportRequest } from './index.ts';

type Seen = { url: string; request: TransportRequest };

function clientThat(answer: () => Response | Promise<Response>) {
  const seen: Seen[] = [];
  const client = createClient({
    baseUrl: 'http://127.0.0.1:1',
    headers: { authorization: 'Bearer t' },
    fetch: async (url, request) => {
      seen.push({ url, request });
      return answer();
    },
  });
  return { client, seen };
}

test('a call fills in path, query, headers and body', async () => {
  const { client, seen } = clientThat(() =>
    Response.json({ ok: true, total: 0, returned: 0, recordings: [] }),
  );
  await client.searchRecordings({ query: { q: 'a b&c', limit: 5 } });
  await client.getMode({ params: { id: 'a/b' } });
  await client.createMode({ body: { name: 'Mail' } });
  await client.transcribe({
    bytes: 'x',
    contentType: 'audio/wav',
    query: { timestamp_granularities: ['word'], save: false },
  });
  assert.deepEqual(
    seen.map(({ url, request }) => [request.method, url.slice('http://127.0.0.1:1'.length), request.body]),
    [
      ['GET', '/recordings/search?q=a+b%26c&limit=5', undefined],
      ['GET', '/modes/a%2Fb', undefined],
      ['POST', '/modes', '{"name":"Mail"}'],
      ['POST', '/transcribe?timestamp_granularities=%5B%22word%22%5D&save=false', 'x'],
    ],
  );
  assert.equal(seen[0]?.request.headers.authorization, 'Bearer t');
  assert.equal(seen[3]?.request.headers['content-type'], 'audio/wav');
});

test('the envelope becomes an error, whatever the status', async () => {
  const error = { code: 'MODE_NOT_FOUND', message: 'None exists.', hint: 'Look.' };
  const { client } = clientThat(() =>
    Response.json({ ok: false, error }, { headers: { 'x-request-id': 'r1' } }),
  );
  await assert.rejects(client.getMode({ params: { id: 'x' } }), (thrown) => {
    assert.ok(thrown instanceof QuothError);
    assert.deepEqual(
      [thrown.code, thrown.message, thrown.hint, thrown.status, thrown.requestId],
      [error.code, error.message, error.hint, 200, 'r1'],
    );
    return true;
  });
  await assert.rejects(client.getTranscript({ params: { id: 'x', format: 'txt' } }), {
    code: 'MODE_NOT_FOUND',
  });
});

test('for a missing or foreign answer, the error says what to do', async () => {
  const refused = clientThat(() => Promise.reject(new TypeError('fetch failed')));
  await assert.rejects(refused.client.listModes(), { code: 'NO_CONNECTION', message: /cannot be reached/ });
  const foreign = clientThat(() => new Response('<html>', { status: 502 }));
  await assert.rejects(foreign.client.listModes(), (error) => {
    assert(error instanceof QuothError);
    assert.deepEqual([error.code, error.status], ['BAD_ANSWER', 502]);
    assert.match(wordsFor('commandLine', error.advice) ?? '', /"quoth status"/);
    assert.equal(wordsFor('window', error.advice), 'Reload the window.');
    return true;
  });
});

test('events arrive whole wherever the stream is split', async () => {
  const id = '3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b';
  const wire = `: hello\n\nevent: recording-created\ndata: {"type":"recording-created","recordingId":"${id}"}\n\nevent: later-version\ndata: {}\n\n`;
  const bytes = new TextEncoder().encode(wire);
  const body = ReadableStream.from([bytes.subarray(0, 30), bytes.subarray(30)]);
  const { client } = clientThat(
    () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
  );
  const events: unknown[] = [];
  for await (const event of client.streamEvents()) events.push(event);
  assert.deepEqual(events, [{ type: 'recording-created', recordingId: id }]);
});

const RECORDING = '3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b';
const eventStream = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/event-stream' } });
const block = (id: string) =>
  `id: ${id}\nevent: recording-created\ndata: {"type":"recording-created","recordingId":"${RECORDING}"}\n\n`;

test('events continue after an interruption where they were, and end with the signal', async () => {
  const answers = [
    () => eventStream(`retry: 1\nid: 7-1\n: listening\n\n${block('7-2')}`),
    () => Promise.reject(new TypeError('fetch failed')),
    () => eventStream(`retry: 1\n: listening\n\n${block('7-3')}`),
    () => eventStream('retry: 1\nid: 7-9\n: still here\n\n'),
    () => eventStream(block('7-10')),
  ];
  const { client, seen } = clientThat(() => (answers.shift() ?? answers[0])?.() ?? eventStream(''));
  const stop = new AbortController();
  const ids: string[] = [];
  for await (const event of client.events({
    types: ['recording-created'],
    recordingId: RECORDING,
    signal: stop.signal,
  })) {
    ids.push(event.eventId);
    if (ids.length === 3) stop.abort();
  }
  assert.deepEqual(ids, ['7-2', '7-3', '7-10']);
  assert.deepEqual(
    seen.map(({ request }) => request.headers['last-event-id']),
    [undefined, '7-2', '7-2', '7-3', '7-9'],
  );
  assert.match(seen[0]?.url ?? '', /\/events\?types=recording-created&recording_id=3f2b8c1e/);
});

test('an event that carries an id of its own keeps it', async () => {
  const { client } = clientThat(() =>
    eventStream('id: 7-2\nevent: model-installed\ndata: {"type":"model-installed","id":"parakeet"}\n\n'),
  );
  for await (const event of client.events()) {
    assert.deepEqual(event, { type: 'model-installed', id: 'parakeet', eventId: '7-2' });
    break;
  }
});

test('events throw at once if there is no server, and later if reconnecting cannot help', async () => {
  const refusal = { ok: false, error: { code: 'UNAUTHORIZED', message: 'No.' } };
  const answers = [
    () => eventStream(`retry: 1\n\n${block('7-1')}`),
    () => Response.json(refusal, { status: 401 }),
  ];
  const { client } = clientThat(() => answers.shift()?.() ?? Promise.reject(new TypeError('fetch failed')));
  const ids: string[] = [];
  await assert.rejects(
    async () => {
      for await (const { eventId } of client.events()) ids.push(eventId);
    },
    { code: 'UNAUTHORIZED' },
  );
  assert.deepEqual(ids, ['7-1']);
  await assert.rejects(
    async () => {
      for await (const { eventId } of client.events()) ids.push(eventId);
    },
    { code: 'NO_CONNECTION' },
  );
});

test('the token is not shown to anybody who does not prove to be Quoth when events resume', async () => {
  let verified = 0;
  const seen: string[] = [];
  const client = createClient({
    baseUrl: 'http://127.0.0.1:1',
    fetch: async (url) => {
      seen.push(url);
      return eventStream(`retry: 1\n\n${block('7-1')}`);
    },
    verify: async () => {
      verified++;
      throw new QuothError('UNAUTHORIZED', { message: 'Another program.' });
    },
  });
  await assert.rejects(
    async () => {
      for await (const { eventId } of client.events()) assert.equal(eventId, '7-1');
    },
    { code: 'UNAUTHORIZED' },
  );
  assert.deepEqual([verified, seen.length], [1, 1]);
});

test('an upload reports its progress, whatever its form', async () => {
  const bytes = new Uint8Array(200_000).fill(7);
  const bodies: number[] = [];
  const client = createClient({
    baseUrl: 'http://127.0.0.1:1',
    fetch: async (_url, { body, duplex }) => {
      assert.equal(duplex, 'half');
      let length = 0;
      for await (const chunk of body as AsyncIterable<Uint8Array>) length += chunk.byteLength;
      bodies.push(length);
      return Response.json({ ok: true, recording_id: RECORDING, status: 'pending' });
    },
  });
  const reported: number[] = [];
  const onUploadProgress = (sent: number) => reported.push(sent);
  async function* stream() {
    yield bytes.subarray(0, 60_000);
    yield bytes.subarray(60_000);
  }
  await client.transcribe({ bytes: stream(), contentType: 'audio/wav', onUploadProgress });
  assert.deepEqual(reported, [60_000, 200_000]);
  await client.transcribe({ bytes, contentType: 'audio/wav', onUploadProgress });
  assert.equal(reported.at(-1), 200_000);
  await client.transcribe({ form: { file: new Blob([bytes]), name: 'a.wav' }, onUploadProgress });
  assert((reported.at(-1) ?? 0) > 200_000);
  assert.deepEqual(bodies.slice(0, 2), [200_000, 200_000]);
});
