import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Transport } from '@quoth/client';
import { proofText } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { createBridge } from './bridge.ts';

const port = 39_217;

/** A server that knows one token, beside a discovery file that may hold another. */
async function machine() {
  const dataFolder = temporaryFolder();
  const state = { token: 'first', dropped: 0 };
  const asked: string[] = [];
  const write = (token: string) =>
    writeFile(
      join(dataFolder, 'local-api.json'),
      JSON.stringify({ port, pid: 1, started_at: 'then', api_version: 1, app_version: '1', token }),
    );
  const transport: Transport = async (url, { headers }) => {
    const { pathname, searchParams } = new URL(url);
    asked.push(`${pathname} ${headers.authorization ?? ''}`);
    if (state.dropped > 0) {
      state.dropped -= 1;
      throw new Error('the connection was closed');
    }
    const challenge = searchParams.get('challenge') ?? '';
    const proof = createHmac('sha256', state.token).update(proofText(challenge, port)).digest('base64url');
    if (pathname === '/health') return Response.json({ ok: true, proof });
    if (headers.authorization === `Bearer ${state.token}`) return Response.json({ ok: true, modes: [] });
    const error = { code: 'UNAUTHORIZED', message: 'no' };
    return Response.json({ ok: false, error }, { status: 401 });
  };
  const config = { dataFolder, home: dataFolder, cwd: dataFolder, platform: process.platform };
  return { bridge: createBridge(config, transport), state, asked, write };
}

test('a token that changes between finding and asking is read again, once', async () => {
  const { bridge, state, asked, write } = await machine();
  await write('first');
  const modes = await bridge.ask(async ({ client }) => {
    if (state.token === 'first') {
      state.token = 'second';
      await write('second');
    }
    return client.listModes();
  });
  assert.deepEqual(modes, { ok: true, modes: [] });
  assert.deepEqual(asked, ['/health ', '/modes Bearer first', '/health ', '/modes Bearer second']);
});

test('a token that is always refused is an error, not a loop', async () => {
  const { bridge, state, asked, write } = await machine();
  await write('first');
  const turning = bridge.ask(async ({ client }) => {
    const { token } = state;
    state.token = 'unknown';
    try {
      return await client.listModes();
    } finally {
      state.token = token;
    }
  });
  await assert.rejects(turning, { code: 'UNAUTHORIZED' });
  assert.equal(asked.length, 4);
});

test('a connection that a restart has closed is tried once more; a file that lies is not believed', async () => {
  const { bridge, state, asked, write } = await machine();
  await write('first');
  state.dropped = 1;
  assert.deepEqual(await bridge.ask(({ client }) => client.listModes()), { ok: true, modes: [] });
  await write('not its token');
  asked.length = 0;
  await assert.rejects(
    bridge.ask(({ client }) => client.listModes()),
    {
      code: 'NO_CONNECTION',
      message: /not running.*Another program is listening/,
    },
  );
  assert(asked.every((line) => line === '/health '));
});
