import { takeTurns } from '../../system-turns.ts';
import type { FromKeyHost, ToKeyHost } from './host-protocol.ts';
import { KeyHost } from './key-host.ts';
import type { SystemKeys } from './system-keys.ts';

/** Runs a key host in this process until the application is gone. */
export function serveKeys(keys: SystemKeys): void {
  const host = new KeyHost(keys, (message: FromKeyHost) => {
    if (process.connected) process.send?.(message, () => undefined);
  });
  process.on('message', (order: ToKeyHost) => host.obey(order));
  process.on('disconnect', () => process.exit(0));
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  takeTurns(() => host.turn());
}
