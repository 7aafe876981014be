import { XConnection } from '../../x11/index.ts';
import { X11Surface } from './x11-surface.ts';

/** Undefined if no X server answers; `onEnd` is called when it goes away. */
export async function openX11Surface(
  display: string,
  env: { readonly XAUTHORITY: string | undefined; readonly HOME: string | undefined },
  onEnd: () => void,
): Promise<X11Surface | undefined> {
  const connection = await XConnection.open(display, env);
  if (!connection) return undefined;
  connection.onEnd(onEnd);
  return X11Surface.open(connection);
}
