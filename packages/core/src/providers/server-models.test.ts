import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { findLocalServers } from './server-models.ts';

/** A server on this machine that answers the way a test wants; gives its base address. */
async function serving(context: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const models = (...ids: string[]) => JSON.stringify({ object: 'list', data: ids.map((id) => ({ id })) });

test('a server that answers with a model is found; it is asked for its models and for nothing else', async (context) => {
  const asked: string[] = [];
  const address = await serving(context, ({ method, url, headers }, response) => {
    asked.push(`${method} ${url} ${headers.authorization ?? 'without a key'}`);
    response.end(models('qwen3:4b', 'gemma3'));
  });
  const found = await findLocalServers((preset) => (preset === 'ollama' ? address : undefined));
  assert.deepEqual(found, [{ preset: 'ollama', displayName: 'Ollama', models: ['qwen3:4b', 'gemma3'] }]);
  assert.deepEqual(asked, ['GET /v1/models without a key']);
});

for (const [what, answer] of [
  ['that has no model yet', (_asked, response) => response.end(models())],
  ['that is something else', (_asked, response) => response.end('<!doctype html>')],
  ['that refuses', (_asked, response) => response.writeHead(401).end(models('one'))],
  ['that points elsewhere', (_asked, response) => response.writeHead(302, { location: '/' }).end()],
  ['that never answers', () => undefined],
  [
    'that changes to another protocol',
    (_asked, response) => response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end(),
  ],
  [
    'that never ends',
    (_asked, response) => {
      const write = () => {
        if (response.destroyed) return;
        response.write('x'.repeat(65_536));
        setImmediate(write);
      };
      write();
    },
  ],
] satisfies [string, RequestListener][]) {
  test(`a server ${what} is not found, and nothing is thrown`, async (context) => {
    const address = await serving(context, answer);
    assert.deepEqual(await findLocalServers(() => address), []);
  });
}

test('without a server, nothing is found', async (context) => {
  const address = await serving(context, () => undefined);
  const closed = new URL(address);
  closed.port = '1';
  assert.deepEqual(await findLocalServers(() => closed.href), []);
});
