import type { Config } from '../read-config.ts';
import type { Autostart } from './autostart.ts';
import { LaunchAgent } from './launch-agent.ts';
import { launchAtLogin } from './launch-command.ts';
import { WindowsRunKey } from './windows-run-key.ts';
import { XdgAutostart } from './xdg-autostart.ts';

export { execLine } from './exec-line.ts';
export { launcher } from './launch-command.ts';

/** Autostart on this platform. */
export function createAutostart(config: Pick<Config, 'platform' | 'home' | 'env' | 'dataFolder'>): Autostart {
  const command = launchAtLogin(config);
  if (config.platform === 'darwin') return new LaunchAgent(config, command);
  if (config.platform === 'win32') return new WindowsRunKey(config, command);
  return new XdgAutostart(config, command);
}
