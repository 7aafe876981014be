import { DataControl } from './data-control.ts';
import { serveSelections } from './selections-host.ts';
import { WaylandConnection } from './wayland-connection.ts';

// Owns the selections of a Wayland desktop: what is on them lives in the process that put it there, and this one outlives the application.

const OPEN_MS = 3_000;
/** A thread waits in poll(2), and Node waits for its threads in an ordinary exit. */
const end = () => process.kill(process.pid, 'SIGKILL');

const [WAYLAND_DISPLAY, XDG_RUNTIME_DIR] = process.argv.slice(2);
const connection = await WaylandConnection.open({ WAYLAND_DISPLAY, XDG_RUNTIME_DIR }, OPEN_MS);
connection?.onEnd(end);
serveSelections(connection && (await DataControl.open(connection)), end);
