import { NO_DISPLAY } from './exit-codes.ts';
import type { IndicatorWindow } from './indicator-window.ts';
import type { IndicatorMessage, ShowMessage } from './messages.ts';
import type { Surface } from './surface.ts';

/** Shows what the application sends until the application is gone. `open` returns undefined if there is no screen. */
export async function serveIndicator(open: () => Promise<Surface | undefined>): Promise<void> {
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

  const surface = await open();
  if (!surface) process.exit(NO_DISPLAY);
  // The drawing library is loaded only if there is a screen.
  const shown = await import('./indicator-window.ts');
  window = new shown.IndicatorWindow(surface, tell);
  if (latest) window.show(latest);
}
