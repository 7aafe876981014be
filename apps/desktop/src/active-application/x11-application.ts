import x11 from 'x11';
import type { XConnection, XServer } from '../x11/index.ts';
import type { ActiveApplication, ActiveProgram } from './active-application.ts';
import { readOpenPrograms } from './x11-open-programs.ts';
import { activeWindow, windowClass } from './x11-window.ts';

/** By EWMH: `_NET_ACTIVE_WINDOW` of the root window; if the window manager does not set it, the window with the input focus. */
export class X11Application implements ActiveApplication {
  readonly #server: XServer;
  readonly #listeners = new Set<(program: ActiveProgram | null) => void>();
  #endConnections: (() => void) | undefined;

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

  onChange(listener: (program: ActiveProgram | null) => void): () => void {
    this.#listeners.add(listener);
    this.#endConnections ??= this.#server.onConnection((connection) => void this.#watch(connection));
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
      this.#endConnections?.();
      this.#endConnections = undefined;
    };
  }

  close(): void {
    this.#listeners.clear();
    this.#endConnections?.();
  }

  async #watch(connection: XConnection): Promise<void> {
    // The connection has gone; the next one is watched anew.
    const active = await connection.atom('_NET_ACTIVE_WINDOW').catch(() => undefined);
    if (active === undefined) return;
    connection.onEvent((event) => {
      if (event.name !== 'PropertyNotify' || event.atom !== active || event.wid !== connection.root) return;
      if (this.#listeners.size > 0) void this.#tell();
    });
    connection.selectRootEvents(x11.eventMask.PropertyChange);
  }

  async #tell(): Promise<void> {
    const program = await this.current();
    for (const listener of [...this.#listeners]) listener(program);
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
