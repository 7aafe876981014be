import type { XConnection } from '../x11/index.ts';

/** Windows without a class are inside windows that have one, a few levels deep. */
const MOST_LEVELS = 12;

/** The window that the user works with: the one that the window manager calls active, else the top one around the input focus. */
export async function activeWindow(connection: XConnection): Promise<number | undefined> {
  const [active] = await connection.numbers(connection.root, '_NET_ACTIVE_WINDOW');
  // Some window managers still name a window that was closed.
  if (active && (await windowClass(connection, active)) !== undefined) return active;
  const { focus } = await connection.ask<{ focus: number }>((done) => connection.client.GetInputFocus(done));
  // 0 is nobody, 1 whatever lies below the pointer.
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
  for (let level = 0; level < MOST_LEVELS; level++) {
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
