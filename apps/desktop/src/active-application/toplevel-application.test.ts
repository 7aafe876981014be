import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { createActiveApplication } from '../desktop-parts.ts';
import { TestSway } from '../fixtures/test-sway.ts';
import { eventAt, requestBytes, type WaylandArgument } from '../wayland/wire.ts';

/** The windows of the desktop that these variables name. */
async function applicationOf(t: TestContext, env: NodeJS.ProcessEnv) {
  const active = await createActiveApplication({ platform: 'linux', env, x11: null, bus: null });
  t.after(() => active.close());
  return active;
}

test('the window with the focus and all others, as sway tells them to task bars', async (t) => {
  const sway = await TestSway.start();
  t.after(() => sway.stop());
  const active = await applicationOf(t, { ...sway.env, SWAYSOCK: undefined });
  assert.equal(await active.current(), null);
  assert.equal(await active.knowsFocus?.(), true);
  const first = await sway.terminal('first');
  const before = await active.current();
  assert.equal(before?.program, 'first');
  assert.equal(before.title, 'foot');
  const second = await sway.terminal('second');
  const after = await active.current();
  assert.equal(after?.program, 'second');
  assert.notEqual(after.windowId, before.windowId);
  assert.deepEqual(
    (await active.open())?.map(({ program }) => program),
    ['second', 'first'],
  );
  await second.close();
  await until(async () => (await active.current())?.windowId === before.windowId);
  await first.close();
  await until(async () => (await active.current()) === null);
  await sway.stop();
  assert.equal(await active.current(), null);
  assert.equal(await active.knowsFocus?.(), true, 'it has ended, and did not say that it tells nothing');
});

const FIRST = 0xff00_0000;
const ACTIVATED = 2;

/** A compositor that offers these protocols, and answers each request as `answer` does. */
async function compositor(
  t: TestContext,
  offered: Readonly<Record<string, number>>,
  answer: (bound: string | undefined, opcode: number, args: readonly number[]) => readonly Buffer[],
): Promise<{
  readonly env: NodeJS.ProcessEnv;
  send(...events: readonly Buffer[]): void;
  /** It answers nothing until it goes on. */
  stall(isStalled: boolean): void;
}> {
  const folder = temporaryFolder();
  const sockets = new Set<Socket>();
  let isStalled = false;
  const names = Object.entries(offered);
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const bound = new Map<number, string>();
    let bytes: Buffer = Buffer.alloc(0);
    const answersTo = (id: number, opcode: number, length: number, body: Buffer): readonly Buffer[] => {
      if (isStalled) return [];
      const words = Array.from({ length: Math.floor((length - 8) / 4) }, (_, at) =>
        body.readUInt32LE(at * 4),
      );
      if (id === 1 && opcode === 0) return [requestBytes(words[0] ?? 0, 0, [0])];
      if (id === 1) return names.map(([name, version], at) => requestBytes(2, 0, [at + 1, name, version]));
      if (id !== 2) return answer(bound.get(id), opcode, words);
      const protocol = names[(words[0] ?? 0) - 1]?.[0] ?? '';
      bound.set(words.at(-1) ?? 0, protocol);
      return answer(undefined, 0, [words.at(-1) ?? 0]);
    };
    socket.on('data', (part: Buffer) => {
      bytes = Buffer.concat([bytes, part]);
      for (let request = eventAt(bytes); request && request !== 'broken'; request = eventAt(bytes)) {
        const { id, opcode, length } = request;
        const body = Buffer.from(bytes.subarray(8, length));
        bytes = bytes.subarray(length);
        for (const event of answersTo(id, opcode, length, body)) socket.write(event);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(join(folder, 'wayland-1'), resolve));
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    env: { WAYLAND_DISPLAY: 'wayland-1', XDG_RUNTIME_DIR: folder },
    stall: (stalls) => {
      isStalled = stalls;
    },
    send: (...events) => {
      for (const socket of sockets) for (const event of events) socket.write(event);
    },
  };
}

const event = (id: number, opcode: number, ...args: readonly WaylandArgument[]) =>
  requestBytes(id, opcode, args);

test('COSMIC: windows by ext-foreign-toplevel-list, and which has the focus by its own protocol', async (t) => {
  const extensions: number[] = [];
  let binds = 0;
  const { env, send } = await compositor(
    t,
    { zcosmic_toplevel_info_v1: 3, ext_foreign_toplevel_list_v1: 1 },
    (bound, opcode, [first = 0]) => {
      // Its own protocol is bound first, and then the list, which tells its windows at once.
      if (bound === undefined && ++binds === 2)
        return [0, 1].flatMap((at) => [
          event(first, 0, FIRST + at),
          event(FIRST + at, 4, `identifier-${at}`),
          event(FIRST + at, 3, ['com.system76.CosmicEdit', 'com.system76.CosmicTerm'][at] ?? ''),
          event(FIRST + at, 2, `title ${at}`),
          event(FIRST + at, 1),
        ]);
      if (bound !== 'zcosmic_toplevel_info_v1' || opcode !== 1) return [];
      extensions.push(first);
      return [extensions.length === 2 ? event(first, 8, 4, ACTIVATED) : event(first, 8, 0)];
    },
  );
  const active = await applicationOf(t, env);
  const focused = await active.current();
  assert.deepEqual(focused, {
    program: 'com.system76.CosmicTerm',
    title: 'title 1',
    pid: undefined,
    windowId: 'toplevel:2',
  });
  send(event(extensions[1] ?? 0, 8, 0), event(extensions[0] ?? 0, 8, 8, 0, ACTIVATED));
  await until(async () => (await active.current())?.program === 'com.system76.CosmicEdit');
  // The id of a window that was closed names another one.
  send(event(FIRST, 0));
  await until(async () => (await active.current()) === null);
  assert.equal(await active.knowsFocus?.(), true);
});

test('a compositor that tells of no windows, or nonsense, is one that does not tell', async (t) => {
  const silent = await compositor(t, { ext_foreign_toplevel_list_v1: 1, wl_seat: 9 }, () => []);
  const active = await applicationOf(t, silent.env);
  assert.equal(await active.current(), null);
  assert.equal(await active.knowsFocus?.(), false);
  assert.equal(await active.open(), null);
  const broken = await compositor(
    t,
    { zwlr_foreign_toplevel_manager_v1: 3 },
    (_bound, _opcode, [manager = 0]) => [event(manager, 0, FIRST), event(FIRST, 4, 0xffff)],
  );
  assert.equal(await (await applicationOf(t, broken.env)).current(), null);
});

test('a compositor that stalled once is asked again, and counts as one that tells the focus', async (t) => {
  const { env, stall } = await showing(t, 'kitty');
  stall(true);
  const active = await applicationOf(t, { ...env, SWAYSOCK: '/nonexistent/sway.sock' });
  assert.equal(await active.current(), null);
  assert.equal(await active.knowsFocus?.(), true);
  stall(false);
  assert.equal((await active.current())?.program, 'kitty');
  stall(true);
  assert.equal(await active.current(), null);
  assert.equal(await active.knowsFocus?.(), true);
  stall(false);
  assert.equal((await active.current())?.program, 'kitty');
});

test('windows without end do not keep a question waiting', { timeout: 30_000 }, async (t) => {
  let lists = 0;
  let binds = 0;
  let windows = 0;
  const { env } = await compositor(
    t,
    { zcosmic_toplevel_info_v1: 3, ext_foreign_toplevel_list_v1: 1 },
    (bound, opcode, [first = 0]) => {
      if (bound === undefined && ++binds === 2) lists = first;
      const isNew = bound === undefined ? binds === 2 : bound === 'zcosmic_toplevel_info_v1' && opcode === 1;
      return isNew ? [event(lists, 0, FIRST + windows++)] : [];
    },
  );
  assert((await (await applicationOf(t, env)).open())?.length);
});

/** One window with the focus, of this program. */
const showing = (t: TestContext, program: string) =>
  compositor(t, { zwlr_foreign_toplevel_manager_v1: 3 }, (bound, _opcode, [manager = 0]) =>
    bound === undefined
      ? [event(manager, 0, FIRST), event(FIRST, 1, program), event(FIRST, 4, 4, ACTIVATED), event(FIRST, 5)]
      : [],
  );

/** A desktop's own socket that answers this question. */
async function answering(t: TestContext, path: string, question: string, answer: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      if (String(bytes) !== question) return socket.destroy();
      socket.write(answer.slice(0, 9));
      return setImmediate(() => socket.write(answer.slice(9)));
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  t.after(() => server.close());
}

test('Hyprland and niri name the process of the window with the focus, by their own sockets', async (t) => {
  const { env } = await showing(t, 'kitty');
  const folder = env.XDG_RUNTIME_DIR ?? '';
  const hyprland =
    '{"address": "0x5628d6b2b0c0","mapped": true,"class": "kitty","title": "~","initialClass": "kitty","pid": 4242,"xwayland": false,"focusHistoryID": 0}';
  await answering(t, join(folder, 'hypr', 'instance', '.socket.sock'), 'j/activewindow', hyprland);
  const onHyprland = await applicationOf(t, { ...env, HYPRLAND_INSTANCE_SIGNATURE: 'instance' });
  assert.equal((await onHyprland.current())?.pid, 4242);
  const niri =
    '{"Ok":{"FocusedWindow":{"id":12,"title":"~","app_id":"kitty","pid":2121,"workspace_id":6,"is_focused":true}}}\n';
  await answering(t, join(folder, 'niri.sock'), '"FocusedWindow"\n', niri);
  const onNiri = await applicationOf(t, { ...env, NIRI_SOCKET: join(folder, 'niri.sock') });
  assert.equal((await onNiri.current())?.pid, 2121);
  // The focus has moved between the two questions.
  const moved = niri.replace('"kitty"', '"firefox"');
  await answering(t, join(folder, 'moved.sock'), '"FocusedWindow"\n', moved);
  const between = await applicationOf(t, { ...env, NIRI_SOCKET: join(folder, 'moved.sock') });
  assert.deepEqual(
    [(await between.current())?.program, (await between.current())?.pid],
    ['kitty', undefined],
  );
  const none = await applicationOf(t, { ...env, NIRI_SOCKET: join(folder, 'none.sock') });
  assert.equal((await none.current())?.pid, undefined);
});

/** A desktop's own socket that does this when it is asked. */
async function socketAt(t: TestContext, path: string, onAsked: (socket: Socket) => void): Promise<void> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => onAsked(socket));
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  t.after(() => server.close());
}

test('a window that loses the focus while its process is asked for is not the one with the focus', async (t) => {
  const { env, send } = await showing(t, 'kitty');
  const NIRI_SOCKET = join(env.XDG_RUNTIME_DIR ?? '', 'niri.sock');
  await socketAt(t, NIRI_SOCKET, (socket) => {
    send(event(FIRST, 4, 0));
    socket.write('{"Ok":{"FocusedWindow":{"app_id":"kitty","pid":2121}}}\n');
  });
  assert.equal(await (await applicationOf(t, { ...env, NIRI_SOCKET })).current(), null);
});

test('a socket that answers byte by byte is not waited for', { timeout: 30_000 }, async (t) => {
  const { env } = await showing(t, 'kitty');
  const NIRI_SOCKET = join(env.XDG_RUNTIME_DIR ?? '', 'niri.sock');
  await socketAt(t, NIRI_SOCKET, (socket) => {
    const dripping = setInterval(() => socket.write(' '), 100);
    socket.once('close', () => clearInterval(dripping));
  });
  const focused = await (await applicationOf(t, { ...env, NIRI_SOCKET })).current();
  assert.deepEqual([focused?.program, focused?.pid], ['kitty', undefined]);
});
