import { takeTurns } from '../../system-turns.ts';
import type { FromTrayHost, ToTrayHost } from './host-protocol.ts';
import type { SystemTray } from './system-tray.ts';
import { TrayHost } from './tray-host.ts';

/** Runs a tray icon in this process until the application is gone. */
export function serveTray(tray: SystemTray): void {
  const host = new TrayHost(tray, (message: FromTrayHost) => {
    if (process.connected) process.send?.(message, () => undefined);
  });
  process.on('message', (order: ToTrayHost) => host.show(order));
  process.on('disconnect', () => {
    host.close();
    process.exit(0);
  });
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  takeTurns(() => host.turn());
}
