import { XConnection } from '../../x11/index.ts';
import { NO_DISPLAY } from './exit-codes.ts';
import type { IndicatorWindow } from './indicator-window.ts';
import type { IndicatorMessage, ShowMessage } from './messages.ts';

// The application that shows something here has ended, however it did: so does this.
process.on('disconnect', () => process.exit(0));
// Told to the application alone; it ends this process itself.
process.on('SIGINT', () => undefined);

const tell = (message: IndicatorMessage) => {
  if (process.connected) process.send?.(message);
};

let window: IndicatorWindow | undefined;
let latest: ShowMessage | undefined;
process.on('message', (message) => {
  latest = message as ShowMessage;
  window?.show(latest);
});

const [, , display = '', XAUTHORITY, HOME] = process.argv;
const connection = await XConnection.open(display, { XAUTHORITY, HOME });
if (!connection) process.exit(NO_DISPLAY);
connection.onEnd(() => process.exit(NO_DISPLAY));
// What draws is loaded where there is a screen to draw on.
const shown = await import('./indicator-window.ts');
window = await shown.IndicatorWindow.open(connection, tell);
if (latest) window.show(latest);
