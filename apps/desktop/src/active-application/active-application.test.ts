import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { createActiveApplication } from '../desktop-parts.ts';
import { TestDisplay } from '../fixtures/test-display.ts';
import { XServer } from '../x11/x-server.ts';
import { applicationsFrom } from './active-application.ts';
import { parseApplicationInfo } from './mac-application.ts';
import { swayMessage } from './sway-application.ts';

test('X11: the program with the focus, its title and process', async (t) => {
  const display = await TestDisplay.start();
  t.after(() => display.stop());
  const x11 = XServer.of(display.env);
  t.after(() => x11?.close());
  const active = await createActiveApplication({ platform: 'linux', env: display.env, x11, bus: null });
  t.after(() => active.close());
  const terminal = display.run('xterm', ['-class', 'Writing', '-T', 'Grüße', '-e', 'sleep', '1000']);
  await until(async () => (await active.current())?.program === 'Writing');
  const first = await active.current();
  assert.equal(first?.title, 'Grüße');
  assert.equal(first?.pid, terminal.pid);
  display.run('xterm', ['-class', 'Other', '-e', 'sleep', '1000']);
  await until(async () => (await active.current())?.program === 'Other');
  const second = await active.current();
  assert.notEqual(second?.windowId, first?.windowId);
  await until(async () => (await active.open())?.[0]?.program === 'Other');
  const open = await applicationsFrom(active).open({ titles: true });
  assert.deepEqual(
    open?.map(({ program, active: isActive }) => [program, isActive]),
    [
      ['Other', true],
      ['Writing', false],
    ],
  );
  assert.equal(open?.[1]?.title, 'Grüße');
  const untitled = await applicationsFrom(active).active({ titles: false });
  assert.deepEqual(untitled, { program: 'Other', title: undefined, active: true });
});

test('X11 without a window manager: the window around the input focus', async (t) => {
  const display = await TestDisplay.start({ windowManager: false });
  t.after(() => display.stop());
  const x11 = XServer.of(display.env);
  t.after(() => x11?.close());
  const active = await createActiveApplication({ platform: 'linux', env: display.env, x11, bus: null });
  assert.equal(await active.current(), null);
  display.run('xterm', ['-class', 'Alone', '-e', 'sleep', '1000']);
  const connection = await x11?.connection();
  assert.ok(connection);
  const client = connection.client;
  const shown = async () => {
    const { children } = await connection.ask<{ children: readonly number[] }>((done) =>
      client.QueryTree(connection.root, done),
    );
    for (const window of children)
      if ((await connection.text(window, 'WM_CLASS'))?.endsWith('\0Alone\0')) return window;
    return undefined;
  };
  await until(async () => {
    const window = await shown();
    if (window === undefined) return false;
    client.SetInputFocus(window, 1);
    return (await active.current())?.program === 'Alone';
  });
});

test('sway: the focused container of its tree', async (t) => {
  const folder = temporaryFolder();
  const path = join(folder, 'sway.sock');
  // Answers as sway 1.7 does: every message has the type of the question.
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      const leaf = {
        id: 7,
        focused: true,
        name: 'a title',
        pid: 42,
        app_id: 'foot',
        nodes: [],
        floating_nodes: [],
      };
      const tree = {
        id: 1,
        focused: false,
        name: 'root',
        nodes: [{ id: 2, focused: false, name: 'HEADLESS-1', nodes: [leaf] }],
      };
      const message = swayMessage(4, JSON.stringify(tree));
      socket.write(message.subarray(0, 9));
      socket.write(message.subarray(9));
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  t.after(() => server.close());
  const env = { SWAYSOCK: path, WAYLAND_DISPLAY: 'wayland-1' };
  const active = await createActiveApplication({ platform: 'linux', env, x11: null, bus: null });
  t.after(() => active.close());
  assert.deepEqual(await active.current(), {
    program: 'foot',
    title: 'a title',
    pid: 42,
    windowId: 'sway:7',
  });
  assert.deepEqual(
    (await active.open())?.map(({ program }) => program),
    ['foot'],
  );
});

test('if the platform reveals nothing, the answer is null and nothing fails', async () => {
  const wayland = await createActiveApplication({
    platform: 'linux',
    env: { WAYLAND_DISPLAY: 'w' },
    x11: null,
    bus: null,
  });
  assert.equal(await wayland.current(), null);
  const gone = await createActiveApplication({
    platform: 'linux',
    env: { SWAYSOCK: '/nowhere/sway' },
    x11: null,
    bus: null,
  });
  assert.equal(await gone.current(), null);
  gone.close();
});

test('macOS: what lsappinfo prints', () => {
  const printed = '"CFBundleIdentifier"="com.apple.Safari"\n"LSDisplayName"="Safari"\n"pid"=512\n';
  assert.deepEqual(parseApplicationInfo('ASN:0x0-0x1:', printed), {
    program: 'com.apple.Safari',
    pid: 512,
    windowId: 'ASN:0x0-0x1:',
  });
  assert.equal(parseApplicationInfo('ASN:0x0-0x1:', ''), null);
});

test('a title is passed on without what cannot be seen or turns its text around', async () => {
  const window = { program: 'edge\u202e', title: 'Microsoft\u200b Edge\u202egnp.exe' };
  const seen = applicationsFrom({ current: async () => window, open: async () => [window] } as never);
  const shown = { program: 'edge', title: 'Microsoft Edgegnp.exe', active: true };
  assert.deepEqual(await seen.active({ titles: true }), shown);
  assert.deepEqual(await seen.open({ titles: true }), [shown]);
});
