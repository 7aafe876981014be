import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  const error = { code: 'MODE_NOT_FOUND', message: 'There is none.', hint: 'Look.' };
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

test('no answer and a foreign answer say what to do', async () => {
  const refused = clientThat(() => Promise.reject(new TypeError('fetch failed')));
  await assert.rejects(refused.client.listModes(), { code: 'NO_CONNECTION', message: /cannot be reached/ });
  const foreign = clientThat(() => new Response('<html>', { status: 502 }));
  await assert.rejects(foreign.client.listModes(), { code: 'BAD_ANSWER', status: 502 });
});

test('events arrive whole although the stream is cut anywhere', async () => {
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
