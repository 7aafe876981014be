import { serveKeys } from './key-host.ts';

// Takes keys from macOS or Windows. A separate process: it waits for the system's messages, which would block the
// application.

if (process.platform === 'win32') {
  const { loadUser32 } = await import('./windows-keys.ts');
  const { WindowsKeys } = await import('./windows-keys.ts');
  serveKeys(new WindowsKeys(loadUser32()));
}
if (process.platform === 'darwin') {
  const { loadCarbon } = await import('./mac-keys.ts');
  const { MacKeys } = await import('./mac-keys.ts');
  serveKeys(new MacKeys(loadCarbon()));
}
