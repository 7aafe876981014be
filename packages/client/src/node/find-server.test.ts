import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { proofText } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import type { QuothError, Transport, TransportRequest } from '../index.ts';
import { connect, findServer } from './find-server.ts';
import { createLoopbackTransport } from './socket-transport.ts';

const token = 'the-token';
const port = 39217;

async function folderWith(text?: string): Promise<string> {
  const folder = temporaryFolder();
  const facts = { port, pid: 1, started_at: 'x', api_version: 1, app_version: '0', token };
  await writeFile(join(folder, 'local-api.json'), text ?? JSON.stringify(facts));
  return folder;
}

function server(key: string | undefined) {
  const requests: { url: string; request: TransportRequest }[] = [];
  const fetch = async (url: string, request: TransportRequest) => {
    requests.push({ url, request });
    const challenge = new URL(url).searchParams.get('challenge') ?? '';
    const proof = key && createHmac('sha256', key).update(proofText(challenge, port)).digest('base64url');
    return Response.json({ ok: true, modes: [], ...(proof ? { proof } : {}) });
  };
  return { fetch, requests };
}

test('the token is sent once the server has proved itself', async () => {
  const { fetch, requests } = server(token);
  const found = await findServer({ dataFolder: await folderWith(), fetch });
  assert.equal(requests[0]?.request.headers.authorization, undefined);
  await found.client.listModes();
  assert.equal(requests[1]?.request.headers.authorization, `Bearer ${token}`);
});

for (const [name, key] of [
  ['wrong', 'other'],
  ['missing', undefined],
] as const)
  test(`with a ${name} proof the token never leaves`, async () => {
    const { fetch, requests } = server(key);
    const dataFolder = await folderWith();
    await assert.rejects(findServer({ dataFolder, fetch }), {
      code: 'NO_CONNECTION',
      message: /Another program/,
    });
    assert.equal(JSON.stringify(requests).includes(token), false);
  });

test('a stale, a broken and a missing file are distinguished', async () => {
  const gone = () => Promise.reject(new TypeError('refused'));
  const dataFolder = await folderWith();
  await assert.rejects(findServer({ dataFolder, fetch: gone }), { message: /no longer responds/ });
  const silent = (_url: string, { signal }: TransportRequest) =>
    new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  await assert.rejects(findServer({ dataFolder, fetch: silent, answerWithinMs: 1 }), {
    message: /no longer responds/,
  });
  const broken = await folderWith('{');
  await assert.rejects(findServer({ dataFolder: broken, fetch: gone }), { message: /is not valid/ });
  await assert.rejects(findServer({ dataFolder: join(dataFolder, 'no'), fetch: gone }), {
    message: /is off/,
  });
});

test('a program on the port that changes to another protocol is not waited for', async (context) => {
  const switching = createServer((_request, response) =>
    response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end(),
  );
  await new Promise<void>((resolve) => switching.listen(0, '127.0.0.1', resolve));
  context.after(() => switching.close());
  const { port: theirs } = switching.address() as AddressInfo;
  const facts = { port: theirs, pid: 1, started_at: 'x', api_version: 1, app_version: '0', token };
  await assert.rejects(findServer({ dataFolder: await folderWith(JSON.stringify(facts)) }), {
    message: /no longer responds/,
  });
});

test('a program that takes the port the moment the server is gone never gets the token', async (context) => {
  const listening = (knows: boolean, at: number) => {
    const got: (string | undefined)[] = [];
    const there = createServer(({ headers, url = '' }, response) => {
      got.push(headers.authorization);
      const challenge = new URL(url, 'http://x').searchParams.get('challenge') ?? '';
      const { port: own } = there.address() as AddressInfo;
      const proof = createHmac('sha256', knows ? token : 'guessed').update(proofText(challenge, own));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ok: true, modes: [], proof: proof.digest('base64url') }));
    });
    context.after(() => there.close());
    return new Promise<{ there: Server; got: typeof got }>((resolve) =>
      there.listen(at, '127.0.0.1', () => resolve({ there, got })),
    );
  };
  const ours = await listening(true, 0);
  const { port: own } = ours.there.address() as AddressInfo;
  const facts = { port: own, pid: 1, started_at: 'x', api_version: 1, app_version: '0', token };
  const dataFolder = await folderWith(JSON.stringify(facts));
  const fetch: Transport = createLoopbackTransport();
  const client = await connect({ dataFolder, fetch, returnWithinMs: 0 });
  for (let call = 0; call < 3; call++) await client.listModes();
  assert.equal(ours.got.filter((header) => header === undefined).length, 1, 'one proof for one connection');
  ours.there.closeAllConnections();
  await new Promise((resolve) => ours.there.close(resolve));
  const theirs = await listening(false, own);
  // Until the client has noticed, its requests end at the connection that is gone.
  while (fetch.isConnected?.(`http://127.0.0.1:${own}`)) await new Promise(setImmediate);
  for (let call = 0; call < 3; call++)
    await assert.rejects(client.listModes(), (error: QuothError) => error.code === 'NO_CONNECTION');
  assert(theirs.got.length > 0);
  assert.deepEqual([...new Set(theirs.got)], [undefined]);
});
