import { serveTray } from './serve-tray.ts';

// Owns the tray icon on macOS and Windows. A separate process: an open menu blocks its thread, which would hold up the application.

if (process.platform === 'win32') {
  const { loadTrayCalls } = await import('./windows/load-tray-calls.ts');
  const { WindowsTray } = await import('./windows/windows-tray.ts');
  serveTray(new WindowsTray(loadTrayCalls()));
}
if (process.platform === 'darwin') {
  const { loadTrayCalls } = await import('./macos/load-tray-calls.ts');
  const { MacTray } = await import('./macos/mac-tray.ts');
  serveTray(new MacTray(loadTrayCalls()));
}
