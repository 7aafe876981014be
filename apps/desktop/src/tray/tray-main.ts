import { serveTray } from './tray-host.ts';

// Owns the tray icon on macOS and Windows. A separate process: an open menu blocks its thread, which would hold up the
// application.

if (process.platform === 'win32') {
  const { loadTrayCalls } = await import('./windows-tray.ts');
  const { WindowsTray } = await import('./windows-tray.ts');
  serveTray(new WindowsTray(loadTrayCalls()));
}
if (process.platform === 'darwin') {
  const { loadTrayCalls } = await import('./mac-tray.ts');
  const { MacTray } = await import('./mac-tray.ts');
  serveTray(new MacTray(loadTrayCalls()));
}
