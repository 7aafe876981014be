import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { NamedToken } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { installMcpClient, listMcpClients, removeMcpClient } from './mcp-clients.ts';

test('a client that has a token of its own keeps it when it is added again, until it is taken out', async () => {
  const home = temporaryFolder();
  let tokens: NamedToken[] = [];
  const surroundings = {
    home,
    platform: 'linux' as const,
    env: {},
    dataFolder: join(home, 'data'),
    tokens: {
      list: () => tokens,
      create: async () => {
        const named = {
          id: '1',
          name: 'Cursor',
          file: 'cursor',
          scopes: ['transcribe'],
        } as unknown as NamedToken;
        tokens = [named];
        return { named_token: named, token: '' } as never;
      },
      revoke: async () => {
        tokens = [];
      },
    },
  };
  const written = () => readFileSync(join(home, '.cursor', 'mcp.json'), 'utf8');
  const ownToken = async () =>
    (await listMcpClients(surroundings)).find(({ id }) => id === 'cursor')?.ownToken;
  await installMcpClient('cursor', { scopes: ['transcribe'] } as never, surroundings as never);
  assert.match(written(), /"--as",\s*"cursor"/);
  await installMcpClient('cursor', {} as never, surroundings as never);
  assert.match(written(), /"--as",\s*"cursor"/);
  assert.equal((await ownToken())?.name, 'Cursor');
  await removeMcpClient('cursor', surroundings as never);
  await installMcpClient('cursor', {} as never, surroundings as never);
  assert.doesNotMatch(written(), /--as/);
  assert.equal(await ownToken(), null);
});
