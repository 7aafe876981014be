import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { routes } from '@quoth/contract';
import { CommandLine } from './support/command-line.ts';
import { RunningApplication, temporaryHome, until } from './support/running-application.ts';

const root = join(import.meta.dirname, '..', '..');
const tiny = join(root, 'packages', 'core', 'src', 'models', 'fixtures', 'quoth-test-en.gguf');

after(() => RunningApplication.endAll());

/** A hub that sends the first bytes of anything, and then nothing more. */
async function slowHub(context: TestContext) {
  const asked: string[] = [];
  const hub = { base: '', size: 0, asked };
  const server = createServer((request, response) => {
    asked.push(`${request.url?.split('/').at(-1)} ${request.headers.range ?? 'whole'}`);
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const range = { 'content-range': `bytes ${from}-${hub.size - 1}/${hub.size}` };
    response.writeHead(from > 0 ? 206 : 200, from > 0 ? range : {});
    response.write(Buffer.alloc(1_000_000, 7));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  hub.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return hub;
}

test('an imported model is there after a kill, closed to others, and not to be had through the public port', async () => {
  const app = await RunningApplication.start(temporaryHome());
  const { model } = await (await app.controlSocket()).importModel({ body: { path: tiny } });
  assert.deepEqual([model.id, model.installed], ['quoth-test-en', true]);
  // It knows 204 words and makes nonsense of the bundled sentence; the included models do not.
  const { models: installed } = await (await app.controlSocket()).listModels({
    query: { installed_only: true },
  });
  assert.deepEqual(
    installed.filter(({ auto }) => auto).map(({ id }) => id),
    ['moonshine-tiny-included'],
  );
  assert((installed.find(({ id }) => id === 'quoth-test-en')?.self_test_error_rate ?? 0) > 0.25);
  assert.equal(statSync(model.path ?? '').mode & 0o777, 0o600);
  const modelFiles = Object.values(routes).filter(({ tag }) => tag === 'Model files');
  assert(modelFiles.length > 0);
  for (const { audience, method, path } of modelFiles) {
    assert.equal(audience, 'app');
    const init = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
    const response = await app.fetch(path.replace('{id}', 'quoth-test-en'), { method, ...init });
    assert.equal(response.status, 404, `${method} ${path}`);
  }
  await app.end('SIGKILL');
  const again = await RunningApplication.start(app.home);
  const { models } = await (await again.controlSocket()).getModelCatalog();
  assert.equal(models.find(({ id }) => id === 'quoth-test-en')?.path, model.path);
  await (await again.controlSocket()).removeModel({ params: { id: 'quoth-test-en' } });
  assert.deepEqual(readdirSync(join(app.home, 'models')), []);
  await again.remove();
});

test('a download goes on after the application was killed, from the mirror that is set', async (context) => {
  const hub = await slowHub(context);
  const app = await RunningApplication.start(temporaryHome(), []);
  const controlSocket = await app.controlSocket();
  for (const wrong of [
    'http://mirror.example',
    'ftp://127.0.0.1',
    'https://a:b@mirror.example',
    'https://m.example/?x',
    'x',
  ]) {
    await assert.rejects(
      controlSocket.updateSettings({ body: { modelMirror: wrong } }),
      { code: 'INVALID_REQUEST' },
      wrong,
    );
  }
  await controlSocket.updateSettings({ body: { modelMirror: hub.base } });
  const { models } = await controlSocket.getModelCatalog();
  hub.size = models.find(({ id }) => id === 'moonshine-tiny-q8_0')?.size_bytes ?? 0;
  const { ids } = await controlSocket.downloadModels({ body: { ids: ['moonshine-tiny-q8_0'] } });
  assert.deepEqual(ids, ['moonshine-tiny-q8_0']);
  await until(
    'a megabyte is here',
    async () => (await controlSocket.listDownloads()).downloads[0]?.bytes === 1_000_000,
  );
  await app.end('SIGKILL');
  const again = await RunningApplication.start(app.home, []);
  const second = await again.controlSocket();
  await until('two are', async () => (await second.listDownloads()).downloads[0]?.bytes === 2_000_000);
  assert.deepEqual(hub.asked, ['moonshine-tiny-Q8_0.gguf whole', 'moonshine-tiny-Q8_0.gguf bytes=1000000-']);

  // Ctrl-C in the command line pauses.
  const line = new CommandLine({ QUOTH_HOME: app.home });
  const following = line.begin(['models', 'download', 'moonshine-tiny-q8_0']);
  await until('it tells of it', () => /Downloading Moonshine Tiny \(Q8_0\), 35 MB/.test(following.errors()));
  following.child.kill('SIGINT');
  assert.match(
    (await following.ended).errors,
    /Paused\. To continue: (?:\.\/)?quoth models resume moonshine-tiny-q8_0/,
  );
  const { downloads } = await second.listDownloads();
  assert.deepEqual(
    downloads.map(({ status, bytes }) => [status, bytes]),
    [['paused', 2_000_000]],
  );
  await second.cancelDownload({ params: { id: 'moonshine-tiny-q8_0' } });
  assert.deepEqual(readdirSync(join(app.home, 'models')), []);
  await again.remove();
});

test('downloads go through the proxy that the environment names', async (context) => {
  const connections: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    connections.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  context.after(() => proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const line = new CommandLine({ HTTPS_PROXY: `http://127.0.0.1:${port}` });
  context.after(() => line.remove());
  const codeOf = async (...args: readonly string[]) => (await line.run(...args)).code;
  // A name that no machine ever has.
  assert.equal(await codeOf('models', 'mirror', 'https://mirror.invalid'), 0);
  assert.equal(await codeOf('models', 'download', 'moonshine-tiny-q8_0'), 1);
  assert.equal(connections[0], 'mirror.invalid:443');
});
