import { serveParent } from '@quoth/processes/parent';
import type { IndicatorChannel } from '../indicator/process-indicator.ts';
import type { IndicatorWindow } from './indicator-window.ts';
import { NO_DISPLAY, type Surface } from './surface.ts';

// Shows what the application sends until the application is gone. It is ready, with the drawing library loaded, before
// anything is to be shown.

const [, , display = '', XAUTHORITY, HOME] = process.argv;
let window: IndicatorWindow | undefined;
let latest: Parameters<IndicatorWindow['show']> | undefined;
const parent = serveParent<IndicatorChannel>({
  on: {
    show: (...shown) => {
      latest = shown;
      window?.show(...shown);
    },
  },
  answer: {},
});

/** Undefined if there is no screen. */
async function openSurface(): Promise<Surface | undefined> {
  if (process.platform === 'win32') return (await import('./windows-surface.ts')).openWindowsSurface();
  if (process.platform === 'darwin') return (await import('./mac-surface.ts')).openMacSurface();
  const { openX11Surface } = await import('./x11-surface.ts');
  return openX11Surface(display, { XAUTHORITY, HOME }, () => process.exit(NO_DISPLAY));
}

const surface = await openSurface();
if (!surface) process.exit(NO_DISPLAY);
// The drawing library is loaded only if there is a screen.
const drawn = await import('./indicator-window.ts');
window = new drawn.IndicatorWindow(surface, parent.send);
if (latest) window.show(...latest);
