import { DataControl } from './data-control.ts';
import { serveSelections } from './selections-host.ts';
import { VirtualKeyboard } from './virtual-keyboard.ts';
import { WaylandConnection } from './wayland-connection.ts';

// Owns the selections of a Wayland desktop: what is on them lives in the process that put it there, and this one
// outlives the application.

/** A compositor that is busy answers within this time. */
const OPEN_MS = 10_000;
/** A thread waits in poll(2), and Node waits for its threads in an ordinary exit. */
const end = () => process.kill(process.pid, 'SIGKILL');

const [WAYLAND_DISPLAY, XDG_RUNTIME_DIR] = process.argv.slice(2);
const connect = () => WaylandConnection.open({ WAYLAND_DISPLAY, XDG_RUNTIME_DIR }, OPEN_MS);
const openKeyboard = async () => {
  const own = await connect();
  return own && VirtualKeyboard.open(own);
};
const connection = await connect();
// A compositor that did not answer is asked again with the next text, by another process.
if (!connection) end();
connection?.onEnd(end);
serveSelections(connection && (await DataControl.open(connection)), openKeyboard, end);
