import x11 from 'x11';
import type { XConnection, XServer } from '../x11/x-server.ts';
import type { ActiveApplication, ActiveProgram } from './active-application.ts';

/**
 * By EWMH: `_NET_ACTIVE_WINDOW` of the root window; if the window manager does not set it, the window with the input
 * focus.
 */
export class X11Application implements ActiveApplication {
  readonly #server: XServer;

  constructor(server: XServer) {
    this.#server = server;
  }

  async current(): Promise<ActiveProgram | null> {
    const connection = await this.#server.connection();
    if (!connection) return null;
    try {
      return await readActiveProgram(connection);
    } catch {
      // The server went, or the window did while it was looked at.
      return null;
    }
  }

  async open(): Promise<readonly ActiveProgram[] | null> {
    const connection = await this.#server.connection();
    return connection && readOpenPrograms(connection).catch(() => null);
  }

  async raise(pid: number): Promise<boolean> {
    const connection = await this.#server.connection();
    return connection ? raiseWindowOf(connection, pid).catch(() => false) : false;
  }

  close(): void {
    // The server belongs to its user.
  }
}

async function readActiveProgram(connection: XConnection): Promise<ActiveProgram | null> {
  const window = await activeWindow(connection);
  if (window === undefined) return null;
  const [program, title, latinTitle, pids] = await Promise.all([
    windowClass(connection, window),
    connection.text(window, '_NET_WM_NAME'),
    connection.text(window, 'WM_NAME'),
    connection.numbers(window, '_NET_WM_PID'),
  ]);
  if (program === undefined) return null;
  return { program, title: title ?? latinTitle, pid: pids[0], windowId: String(window) };
}

/** The maximum number of windows examined, if a desktop reports more. */
const MAX_WINDOWS = 200;

/**
 * One window of each program, the topmost first, as the window manager lists them (EWMH, `_NET_CLIENT_LIST_STACKING`).
 */
async function readOpenPrograms(connection: XConnection): Promise<readonly ActiveProgram[]> {
  const windows = await windowsOf(connection);
  const read = await Promise.all(windows.map((window) => readProgram(connection, window)));
  const found = new Map<string, ActiveProgram>();
  for (const program of read.reverse())
    if (program && !found.has(program.program)) found.set(program.program, program);
  return [...found.values()];
}

/** The topmost last. */
async function windowsOf(connection: XConnection): Promise<readonly number[]> {
  const { root } = connection;
  const stacked = await connection.numbers(root, '_NET_CLIENT_LIST_STACKING');
  const windows = stacked.length > 0 ? stacked : await connection.numbers(root, '_NET_CLIENT_LIST');
  return windows.slice(-MAX_WINDOWS);
}

/** What a window manager calls a request by the user, which it always follows (EWMH, source indication). */
const BY_USER = 2;

async function raiseWindowOf(connection: XConnection, pid: number): Promise<boolean> {
  const windows = await windowsOf(connection);
  const owners = await Promise.all(windows.map((window) => connection.numbers(window, '_NET_WM_PID')));
  const window = windows.findLast((_, index) => owners[index]?.[0] === pid);
  if (window === undefined) return false;
  const { SubstructureNotify, SubstructureRedirect } = x11.eventMask;
  const activate = await connection.atom('_NET_ACTIVE_WINDOW');
  const { client, root } = connection;
  client.SendClientMessage(
    root,
    window,
    activate,
    32,
    [BY_USER, 0, 0],
    SubstructureNotify | SubstructureRedirect,
  );
  await connection.sync();
  return true;
}

async function readProgram(connection: XConnection, window: number): Promise<ActiveProgram | undefined> {
  const [words, title, latinTitle] = await Promise.all([
    connection.text(window, 'WM_CLASS'),
    connection.text(window, '_NET_WM_NAME'),
    connection.text(window, 'WM_NAME'),
  ]);
  const [name, group] = words?.split('\0') ?? [];
  const program = group || name;
  return program ? { program, title: title ?? latinTitle, windowId: String(window) } : undefined;
}

/** Windows without a class are inside windows that have one, a few levels deep. */
const MAX_LEVELS = 12;

/**
 * The window that the user works with: the one that the window manager calls active, else the top one around the input
 * focus.
 */
export async function activeWindow(connection: XConnection): Promise<number | undefined> {
  const [active] = await connection.numbers(connection.root, '_NET_ACTIVE_WINDOW');
  // Some window managers still name a window that was closed.
  if (active && (await windowClass(connection, active)) !== undefined) return active;
  const { focus } = await connection.ask<{ focus: number }>((done) => connection.client.GetInputFocus(done));
  // 0 is no one, 1 whatever lies below the pointer.
  if (focus <= 1 || focus === connection.root) return undefined;
  return windowWithClass(connection, focus);
}

/** Class (its second word) of a window, such as `XTerm` or `Chromium`. */
export async function windowClass(connection: XConnection, window: number): Promise<string | undefined> {
  const words = (await connection.text(window, 'WM_CLASS'))?.split('\0');
  return words?.[1] || words?.[0] || undefined;
}

async function windowWithClass(connection: XConnection, inner: number): Promise<number | undefined> {
  let window = inner;
  for (let level = 0; level < MAX_LEVELS; level++) {
    if ((await windowClass(connection, window)) !== undefined) return window;
    const at = window;
    const { parent } = await connection.ask<{ parent: number }>((done) =>
      connection.client.QueryTree(at, done),
    );
    if (parent === 0 || parent === connection.root) return undefined;
    window = parent;
  }
  return undefined;
}
