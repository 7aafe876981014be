import { NO_DISPLAY } from './exit-codes.ts';
import { serveIndicator } from './serve-indicator.ts';

const [, , display = '', XAUTHORITY, HOME] = process.argv;
await serveIndicator(async () => {
  if (process.platform === 'win32') return (await import('./windows/open-surface.ts')).openWindowsSurface();
  if (process.platform === 'darwin') return (await import('./macos/open-surface.ts')).openMacSurface();
  const { openX11Surface } = await import('./open-x11-surface.ts');
  return openX11Surface(display, { XAUTHORITY, HOME }, () => process.exit(NO_DISPLAY));
});
