import { serveKeys } from './serve-keys.ts';

// Takes keys from macOS or Windows. A separate process: it waits for the system's messages, which would block the application.

if (process.platform === 'win32') {
  const { loadUser32 } = await import('./windows/user32.ts');
  const { WindowsKeys } = await import('./windows/windows-keys.ts');
  serveKeys(new WindowsKeys(loadUser32()));
}
if (process.platform === 'darwin') {
  const { loadCarbon } = await import('./macos/carbon.ts');
  const { MacKeys } = await import('./macos/mac-keys.ts');
  serveKeys(new MacKeys(loadCarbon()));
}
