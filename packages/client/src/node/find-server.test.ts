import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { proofText } from '@quoth/contract';
import type { TransportRequest } from '../index.ts';
import { findServer } from './find-server.ts';

const token = 'the-token';
const port = 39217;

async function folderWith(context: TestContext, text?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quoth-find-'));
  context.after(() => rm(folder, { recursive: true }));
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

test('the token is sent once the server has proved itself', async (context) => {
  const { fetch, requests } = server(token);
  const found = await findServer({ dataFolder: await folderWith(context), fetch });
  assert.equal(requests[0]?.request.headers.authorization, undefined);
  await found.client.listModes();
  assert.equal(requests[1]?.request.headers.authorization, `Bearer ${token}`);
});

for (const [name, key] of [
  ['wrong', 'other'],
  ['missing', undefined],
] as const)
  test(`with a ${name} proof the token never leaves`, async (context) => {
    const { fetch, requests } = server(key);
    const dataFolder = await folderWith(context);
    await assert.rejects(findServer({ dataFolder, fetch }), {
      code: 'NO_CONNECTION',
      message: /Another program/,
    });
    assert.equal(JSON.stringify(requests).includes(token), false);
  });

test('a stale, a broken and a missing file are distinguished', async (context) => {
  const gone = () => Promise.reject(new TypeError('refused'));
  const dataFolder = await folderWith(context);
  await assert.rejects(findServer({ dataFolder, fetch: gone }), { message: /no longer responds/ });
  const silent = (_url: string, { signal }: TransportRequest) =>
    new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  await assert.rejects(findServer({ dataFolder, fetch: silent, answerWithinMs: 1 }), {
    message: /no longer responds/,
  });
  const broken = await folderWith(context, '{');
  await assert.rejects(findServer({ dataFolder: broken, fetch: gone }), { message: /is not valid/ });
  await assert.rejects(findServer({ dataFolder: join(dataFolder, 'no'), fetch: gone }), {
    message: /is off/,
  });
});
