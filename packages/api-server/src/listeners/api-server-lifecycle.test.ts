import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Core, silentLogger } from '@quoth/core';
import { createTestCore } from '@quoth/core/fixtures/test-core.ts';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { buildApp } from '../build-app.ts';
import { EventStreams } from '../events.ts';
import type { ApplicationControl } from '../handler.ts';
import { ApiServer } from './api-server.ts';

async function machine(context: TestContext) {
  const home = temporaryFolder();
  const core = await createTestCore(home);
  const server = new ApiServer({ core, logger: silentLogger });
  context.after(async () => {
    await server.close();
    await core.close();
  });
  return { home, core, server, file: server.state().discovery_file };
}

/**
 * Whether this application answers there: a test of another file may get a port as soon as it is free, and has another
 * token.
 */
async function isAnswered(core: Core, port: number): Promise<boolean> {
  const headers = { authorization: `Bearer ${await core.tokens.current()}` };
  return fetch(`http://127.0.0.1:${port}/modes`, { headers }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** A port that no one has at this moment; `hold` keeps it taken until the test ends. */
async function freePort(context: TestContext, { hold = false } = {}): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(typeof address === 'object' && address);
  if (hold) context.after(() => server.close());
  else await new Promise((resolve) => server.close(resolve));
  return address.port;
}

test('a folder where the discovery file belongs keeps the API off, with the reason; the next "on" tries again', async (context) => {
  const { core, server, file } = await machine(context);
  mkdirSync(file);
  writeFileSync(join(file, 'x'), '');
  await server.restore(false);
  const off = await server.switch(true, true);
  assert.deepEqual([off.running, off.port], [false, null]);
  assert.match(off.notices[0]?.message ?? '', /local-api\.json cannot be written .*folder.*stays off/);
  rmSync(file, { recursive: true });
  const on = await server.switch(true, true);
  assert.equal(on.running, true);
  assert(on.notices.every(({ id }) => id !== 'discovery-file'));
  assert(existsSync(file) && (await isAnswered(core, on.port ?? 0)));
  rmSync(file);
  mkdirSync(file);
  assert.equal((await server.switch(false, true)).running, false, 'it can be switched off all the same');
  assert.equal(await isAnswered(core, on.port ?? 0), false);
  rmSync(file, { recursive: true });
});

test('a new token that cannot be written into the discovery file switches the API off, with the reason; "on" takes it', async (context) => {
  const { core, server, file } = await machine(context);
  const port = (await server.switch(true, true)).port ?? 0;
  const before = await core.tokens.current();
  rmSync(file);
  mkdirSync(join(file, 'in the way'), { recursive: true });
  const token = await server.regenerateToken();
  assert.notEqual(token, before);
  assert.equal(server.state().running, false);
  assert.match(
    server.state().notices[0]?.message ?? '',
    /local-api\.json cannot be written .*folder.*stays off/,
  );
  assert.equal(await isAnswered(core, port), false);
  rmSync(file, { recursive: true });
  const on = await server.switch(true, true);
  assert.equal(on.running, true);
  assert.equal((JSON.parse(readFileSync(file, 'utf8')) as { token: string }).token, token);
});

test('a port that is fixed while the API runs counts at once; a taken one switches it off, and says so', async (context) => {
  const { core, server } = await machine(context);
  const before = (await server.switch(true, true)).port ?? 0;
  const port = await freePort(context);
  await core.settings.update({ apiFixedPort: port });
  await until(() => server.state().port === port);
  assert.deepEqual([await isAnswered(core, port), await isAnswered(core, before)], [true, false]);
  const taken = await freePort(context, { hold: true });
  await core.settings.update({ apiFixedPort: taken });
  await until(() => server.state().notices.length > 0);
  assert.equal(server.state().running, false);
  assert.match(server.state().notices[0]?.message ?? '', new RegExp(`Port ${taken} is in use.*stays off`));
});

test('after a conflict, another port or none switches the API on again', async (context) => {
  const { core, server } = await machine(context);
  const taken = await freePort(context, { hold: true });
  await core.settings.update({ apiFixedPort: taken });
  assert.equal((await server.switch(true, false)).running, false);
  const free = await freePort(context);
  await core.settings.update({ apiFixedPort: free });
  await until(() => server.state().running);
  assert.deepEqual([server.state().port, server.state().notices], [free, []]);
  await core.settings.update({ apiFixedPort: taken });
  await until(() => !server.state().running);
  await core.settings.update({ apiFixedPort: null });
  await until(() => server.state().running);
  assert(await isAnswered(core, server.state().port ?? 0));
});

test('the setting is the switch', async (context) => {
  const { core, server, file } = await machine(context);
  await core.settings.update({ apiEnabled: true });
  await until(() => server.state().running);
  const port = server.state().port ?? 0;
  assert(await isAnswered(core, port));
  await core.settings.update({ apiEnabled: false });
  await until(() => !server.state().running && !existsSync(file));
  assert.equal(await isAnswered(core, port), false);
});

test('a discovery file that was deleted while the API is on is written again', async (context) => {
  const { server, file } = await machine(context);
  await server.switch(true, true);
  const before = readFileSync(file, 'utf8');
  rmSync(file);
  await server.restoreDiscovery();
  assert.equal(readFileSync(file, 'utf8'), before);
  writeFileSync(file, '{}');
  await server.switch(true, true);
  assert.equal(readFileSync(file, 'utf8'), before);
});

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const needsRoot = { skip: isRoot ? false : 'needs root' };

/** A data folder on a small disk of its own, and what fills that disk. */
async function onSmallDisk(
  work: (disk: { open(): Promise<Core>; fill(): void; makeRoom(): void }) => Promise<void>,
): Promise<void> {
  const home = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=700', 'quoth-full', home]);
  try {
    await work({
      open: () => createTestCore(home),
      fill: () => {
        const file = openSync(join(home, 'fill'), 'w');
        try {
          for (;;) writeSync(file, Buffer.alloc(4_096));
        } catch {
          // Full.
        }
        closeSync(file);
      },
      makeRoom: () => rmSync(join(home, 'fill')),
    });
  } finally {
    execFileSync('umount', ['-l', home]);
  }
}

test(
  'a new token on a full disk: it says so, the old one is refused, and does not come back',
  needsRoot,
  async () => {
    await onSmallDisk(async ({ open, fill, makeRoom }) => {
      const core = await open();
      const server = new ApiServer({ core, logger: silentLogger });
      const { port } = await server.switch(true, true);
      const tokens = [await core.tokens.current(), await server.regenerateToken()];
      fill();
      await assert.rejects(server.regenerateToken(), { message: /The disk is full, so the new token/ });
      assert.deepEqual(
        core.tokens.notices().map(({ id }) => id),
        ['token-not-stored'],
      );
      const isAdmitted = (token: string) =>
        fetch(`http://127.0.0.1:${port}/modes`, { headers: { authorization: `Bearer ${token}` } }).then(
          ({ ok }) => ok,
          () => false,
        );
      for (const token of tokens) assert.equal(await isAdmitted(token), false);
      makeRoom();
      await server.close();
      await core.close();
      const again = await open();
      assert(!tokens.includes(await again.tokens.current()));
      await again.close();
    });
  },
);

test('on a full disk the API is switched off all the same', needsRoot, async () => {
  await onSmallDisk(async ({ open, fill, makeRoom }) => {
    const core = await open();
    const server = new ApiServer({ core, logger: silentLogger });
    try {
      await server.switch(true, false);
      fill();
      // Whether the choice can be kept depends on what the discovery file leaves free.
      await server.switch(false, false).catch(() => undefined);
      assert.equal(server.state().running, false);
      makeRoom();
      assert.equal((await server.switch(false, false)).enabled, false);
    } finally {
      await server.close();
      await core.close();
    }
  });
});

test('the setting switches off an API that is on for this run only', async (context) => {
  const { core, server } = await machine(context);
  await server.switch(true, true);
  const control: Partial<ApplicationControl> = {
    apiServer: server,
  };
  const fetch = buildApp({
    core,
    application: control as ApplicationControl,
    logger: silentLogger,
    events: new EventStreams({ log: core.events.log }),
    identity: () => ({ port: 0, startedAt: '', token: '' }),
    bodyIdleTimeoutMs: 1_000,
    earlyHeadersMs: 1_000,
  });
  const set = async (settings: object) => {
    const body = JSON.stringify(settings);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(new Request('http://localhost/settings', { method: 'PATCH', headers, body }));
    assert.equal(answer.status, 200);
  };
  await set({ appearance: 'dark' });
  assert.equal(server.state().running, true);
  await set({ apiEnabled: false });
  const { running, this_run_only } = server.state();
  assert.deepEqual({ running, this_run_only }, { running: false, this_run_only: false });
});
