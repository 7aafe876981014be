import type { XConnection } from '../x11/x-server.ts';
import { pressByParent, serveDelivery } from './delivery-host.ts';

// Owns the clipboard while a text is delivered. A separate process, on each platform for its own reason. Where it
// cannot be opened, every delivery is answered with the reason, so there is nothing more to say here.

/** Seconds to wait for macOS before Node has its turn again. The process lives for a minute or two. */
const WAIT = 0.01;

if (process.platform === 'win32') await serveWindows();
else if (process.platform === 'darwin') await serveMac();
else await serveX11();

/**
 * A clipboard's content lives in the process that put it there: this one outlives the application as long as somebody
 * may still paste it.
 */
async function serveX11(): Promise<void> {
  const { XConnection: X } = await import('../x11/x-server.ts');
  const { WaylandWindows } = await import('./xwayland-paste.ts');
  const { X11Paster, X11Windows } = await import('./x11-paste.ts');
  const [display = '', cookies = '', isWayland] = process.argv.slice(2);
  const connection = await X.open(display, { XAUTHORITY: cookies });
  const open = async (x: XConnection) =>
    X11Paster.open(x, isWayland ? new WaylandWindows(pressByParent) : await X11Windows.open(x));
  const paster = connection ? await open(connection).catch(() => undefined) : undefined;
  const served = serveDelivery(paster);
  connection?.onEnd(() => served.end());
  if (paster) paster.onFree = served.free;
}

/**
 * A program that pastes waits for the clipboard owner to answer a message, and waiting for messages would block the
 * application.
 */
async function serveWindows(): Promise<void> {
  const { pumpMessages } = await import('../native/windows.ts');
  const { SystemPaster } = await import('./pasting.ts');
  const { WindowsClipboard } = await import('./windows-clipboard.ts');
  const { loadWindowsCalls, WindowsPasteSystem } = await import('./windows-paste.ts');
  const calls = loadWindowsCalls();
  const clipboard = WindowsClipboard.open(calls);
  serveDelivery(clipboard && new SystemPaster(new WindowsPasteSystem(calls, clipboard, process.pid)));
  pumpMessages(calls);
}

/** AppKit answers through the main thread's run loop, which Node does not run. */
async function serveMac(): Promise<void> {
  const { takeTurns } = await import('../native/system-turns.ts');
  const { loadMacCalls, MacPasteSystem } = await import('./mac-paste.ts');
  const { SystemPaster } = await import('./pasting.ts');
  const calls = loadMacCalls();
  serveDelivery(new SystemPaster(new MacPasteSystem(calls)));
  takeTurns(() => calls.runLoop(WAIT));
}
