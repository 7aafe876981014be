import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer, get, type OutgoingHttpHeaders } from 'node:http';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { controlSocketFileName } from '@quoth/contract';
import { silentLogger } from '@quoth/core';
import { createTestCore } from '@quoth/core/fixtures/test-core.ts';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import type { ApplicationControl } from '../handler.ts';
import { ControlSocketServer, listenPrivately, type SocketPlaces } from './control-socket.ts';

test('a control socket that no command could find is closed again, with the reason; the next one opens', async (context) => {
  const home = temporaryFolder();
  const runtimeFolder = join(home, 'run');
  mkdirSync(runtimeFolder, { mode: 0o700 });
  const core = await createTestCore(home, { dataFolder: join(home, 'data') });
  const server = new ControlSocketServer({
    core,
    // No one asks it anything here.
    application: {} as ApplicationControl,
    logger: silentLogger,
    platform: process.platform,
    runtimeFolder,
    temporaryFolder: home,
  });
  context.after(async () => {
    await server.close();
    await core.close();
  });
  const file = join(core.dataFolder, controlSocketFileName);
  mkdirSync(join(file, 'in the way'), { recursive: true });
  await assert.rejects(server.open(), /which commands use to find .* cannot be written .*folder/);
  assert.deepEqual(readdirSync(runtimeFolder), [], 'no one listens any more');
  rmSync(file, { recursive: true });
  await server.open();
  assert.equal(readdirSync(runtimeFolder).length, 1);
  const { path, secret } = JSON.parse(readFileSync(file, 'utf8')) as { path: string; secret: string };
  const headers = { host: 'localhost', authorization: `Bearer ${secret}` };
  const page = { ...headers, origin: 'http://localhost' };
  assert.deepEqual(
    [
      await statusOf(path, headers),
      await statusOf(path, { ...headers, authorization: 'Bearer other' }),
      await statusOf(path, page),
    ],
    [200, 401, 403],
  );
  await server.close();
  assert.deepEqual([existsSync(file), readdirSync(runtimeFolder)], [false, []]);
});

function statusOf(socketPath: string, headers: OutgoingHttpHeaders): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ socketPath, path: '/modes', headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).once('error', reject);
  });
}

const own = `quoth-${process.getuid?.() ?? 0}`;

function places() {
  const root = temporaryFolder();
  const made = (name: string) => {
    mkdirSync(join(root, name), { mode: 0o700 });
    return join(root, name);
  };
  return {
    root,
    platform: process.platform,
    runtimeFolder: made('run'),
    dataFolder: made('data'),
    temporaryFolder: made('tmp'),
  };
}

async function folderOf(context: TestContext, where: SocketPlaces): Promise<string> {
  const server = createServer();
  context.after(() => server.close());
  const path = await listenPrivately(server, where);
  assert.equal(lstatSync(path).mode & 0o777, 0o600);
  return dirname(path);
}

test('the runtime folder is used if it is private, otherwise the data folder', async (context) => {
  const where = places();
  const { root, runtimeFolder, dataFolder } = where;
  assert.equal(await folderOf(context, where), runtimeFolder);
  assert.equal(await folderOf(context, { ...where, runtimeFolder: undefined }), dataFolder);
  assert.equal(await folderOf(context, { ...where, runtimeFolder: join(root, 'missing') }), dataFolder);
  symlinkSync(runtimeFolder, join(root, 'link'));
  assert.equal(await folderOf(context, { ...where, runtimeFolder: join(root, 'link') }), dataFolder);
  chmodSync(runtimeFolder, 0o770);
  assert.equal(await folderOf(context, where), dataFolder);
});

test('a data folder with a long path gets a folder of its own among the temporary files', async (context) => {
  const where = places();
  const dataFolder = join(where.root, 'd'.repeat(120));
  mkdirSync(dataFolder, { mode: 0o700 });
  const long = { ...where, dataFolder, runtimeFolder: undefined };
  assert.equal(await folderOf(context, long), join(where.temporaryFolder, own));
  assert.equal(lstatSync(join(where.temporaryFolder, own)).mode & 0o777, 0o700);
});

test('if no place is private, the reason for each is given', async () => {
  const where = places();
  const taken = join(where.temporaryFolder, own);
  mkdirSync(taken, { mode: 0o777 });
  chmodSync(taken, 0o777);
  if (process.getuid?.() === 0) chownSync(taken, 65_534, 65_534);
  const dataFolder = join(where.root, 'd'.repeat(120));
  mkdirSync(dataFolder, { mode: 0o700 });
  await assert.rejects(listenPrivately(createServer(), { ...where, dataFolder, runtimeFolder: undefined }), {
    message: /d+: the path is longer than \d+ bytes; .*(another user|other users)/,
  });
});
