import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { discovery } from '@quoth/contract';
import { RunningApplication, temporaryHome, until } from './support/running-application.ts';

let home: string;
before(() => {
  home = temporaryHome();
});
after(async () => {
  await RunningApplication.endAll();
  rmSync(home, { recursive: true, force: true });
});

const start = (flags: readonly string[] = []) => RunningApplication.start(home, flags);

/** Takes a port as another program would. */
async function occupied(port: number): Promise<{ free(): Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { free: () => new Promise((resolve) => server.close(() => resolve())) };
}

test('off by default; on and off at run time; the choice and the token survive a restart', async () => {
  const app = await start();
  const controlSocket = await app.controlSocket();
  assert.equal((await controlSocket.getApplication()).api_server.running, false);
  assert(!existsSync(app.discoveryPath));
  const { api_server: on } = await controlSocket.switchApiServer({ body: { enabled: true } });
  assert.deepEqual([on.enabled, on.running], [true, true]);
  const { token, port } = app.discovery();
  assert.equal((await app.fetch('/modes')).status, 200);
  await controlSocket.switchApiServer({ body: { enabled: false } });
  assert(!existsSync(app.discoveryPath));
  await assert.rejects(fetch(`http://127.0.0.1:${port}/health`), /fetch failed/);
  await controlSocket.switchApiServer({ body: { enabled: true } });
  assert.equal(await app.end(), 0);
  assert(!existsSync(app.discoveryPath));
  const again = await start();
  await until('the discovery file is there', () => existsSync(again.discoveryPath));
  assert.deepEqual([again.discovery().token, again.discovery().port], [token, port]);
  await again.end();
});

test('a clean stop deletes the discovery file, on SIGTERM, SIGINT and SIGHUP too; the survivor of a kill is overwritten', async () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const app = await start(['--api']);
    assert.equal(await app.end(signal), 0);
    assert(!existsSync(app.discoveryPath), signal);
    assert(!existsSync(join(home, 'control-socket.json')), signal);
  }
  const killed = await start(['--api']);
  await killed.end('SIGKILL');
  const stale = discovery.parse(JSON.parse(readFileSync(killed.discoveryPath, 'utf8')));
  const next = await start(['--api']);
  await until('it is overwritten', () => next.discovery().pid === next.child.pid);
  assert.notEqual(next.discovery().pid, stale.pid);
  writeFileSync(next.discoveryPath, JSON.stringify({ ...next.discovery(), pid: process.pid }));
  await next.end();
  assert(existsSync(next.discoveryPath), 'another process’s file is left alone');
  rmSync(next.discoveryPath);
});

test('a stop ends it also while a call of the system never returns', async () => {
  const own = temporaryHome();
  const app = await RunningApplication.start(own);
  // Anyone who opens it waits for a writer, as with a network drive that has gone.
  rmSync(app.discoveryPath);
  execFileSync('mkfifo', [app.discoveryPath]);
  assert.equal(await app.end(), 1);
  rmSync(own, { recursive: true, force: true });
});

test('a second instance says that one is running, and leaves it alone; without a store the token lies in a file', async () => {
  const first = await start(['--api']);
  const state = await (await first.controlSocket()).getApplication();
  assert.equal(state.api_server.token_storage, 'file');
  assert.equal(state.notices[0]?.id, 'secret-store-absent');
  await assert.rejects(RunningApplication.start(home), /already running/);
  assert.equal((await first.fetch('/modes')).status, 200);
  await first.end();
});

test('a port in use: another one and a notice; a fixed one: off, and a notice', async () => {
  const first = await start(['--api']);
  const { port } = first.discovery();
  await first.end();
  const other = await occupied(port);
  const app = await start(['--api']);
  const controlSocket = await app.controlSocket();
  const moved = (await controlSocket.getApplication()).api_server;
  assert.notEqual(moved.port, port);
  assert.match(moved.notices[0]?.message ?? '', new RegExp(`Port ${port} is in use.*${moved.port}`));
  assert.equal((await app.fetch('/modes')).status, 200);
  const { findings } = await controlSocket.examine();
  const local = findings.find(({ id }) => id === 'local-api');
  assert.match(local?.detail ?? '', new RegExp(`:${moved.port}\\. Port ${port} is in use`));
  await controlSocket.updateSettings({ body: { apiFixedPort: port } });
  await controlSocket.switchApiServer({ body: { enabled: false, this_run_only: true } });
  const { api_server: off } = await controlSocket.switchApiServer({
    body: { enabled: true, this_run_only: true },
  });
  assert.equal(off.running, false);
  const finding = async () => {
    const { findings } = await controlSocket.examine();
    return findings.find(({ id }) => id === 'local-api');
  };
  assert.deepEqual((await finding())?.status, 'warning');
  assert.match((await finding())?.detail ?? '', new RegExp(`^Off\\. Port ${port} is in use.*stays off`));
  assert.match(off.notices[0]?.message ?? '', new RegExp(`Port ${port} is in use.*stays off`));
  await other.free();
  const { api_server: on } = await controlSocket.switchApiServer({
    body: { enabled: true, this_run_only: true },
  });
  assert.equal(on.port, port);
  assert.deepEqual(on.notices, []);
  await controlSocket.updateSettings({ body: { apiFixedPort: null } });
  await app.end();
});
