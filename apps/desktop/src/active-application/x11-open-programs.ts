import type { XConnection } from '../x11/index.ts';
import type { ActiveProgram } from './active-application.ts';

/** The maximum number of windows examined, if a desktop reports more. */
const MOST_WINDOWS = 200;

/** One window of each program, the topmost first, as the window manager lists them (EWMH, `_NET_CLIENT_LIST_STACKING`). */
export async function readOpenPrograms(connection: XConnection): Promise<readonly ActiveProgram[]> {
  const { root } = connection;
  const stacked = await connection.numbers(root, '_NET_CLIENT_LIST_STACKING');
  const windows = stacked.length > 0 ? stacked : await connection.numbers(root, '_NET_CLIENT_LIST');
  const read = await Promise.all(
    windows.slice(-MOST_WINDOWS).map((window) => readProgram(connection, window)),
  );
  const found = new Map<string, ActiveProgram>();
  for (const program of read.reverse())
    if (program && !found.has(program.program)) found.set(program.program, program);
  return [...found.values()];
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
