import type { Config } from '../read-config.ts';
import type { SessionBus } from '../session-bus/index.ts';
import { HostedTray } from './hosted-tray.ts';
import { StatusNotifierTray } from './status-notifier-tray.ts';
import type { CreateTray } from './tray.ts';

export { DictationTray, type TrayControls } from './dictation-tray.ts';
export type { CreateTray } from './tray.ts';

/** Chosen once at start; null if nothing could show an icon. */
export function chooseTray(
  { platform, env }: Pick<Config, 'platform' | 'env'>,
  bus: SessionBus | null,
): CreateTray | null {
  if (platform === 'darwin' || platform === 'win32') return (events) => new HostedTray({ env, ...events });
  return bus && ((events) => new StatusNotifierTray({ bus, ...events }));
}
