import type { Config } from '../read-config.ts';
import { SessionBus } from '../session-bus/index.ts';
import type { XServer } from '../x11/index.ts';
import { HostedHotkeys } from './hosted-hotkeys.ts';
import { type CreateHotkeys, noHotkeys } from './hotkeys.ts';
import { applicationEntry } from './portal/application-entry.ts';
import { PortalHotkeys } from './portal-hotkeys.ts';
import { X11Hotkeys } from './x11-hotkeys.ts';

export { DictationKeys } from './dictation-keys.ts';
export type { CreateHotkeys } from './hotkeys.ts';

/**
 * Chosen once at start. On Wayland no program may take keys, and XWayland only gets those of its own windows: there the desktop's
 * portal is asked, if it has one.
 */
export function chooseHotkeys(
  config: Pick<Config, 'platform' | 'home' | 'env' | 'dataFolder'>,
  x11: XServer | null,
): CreateHotkeys {
  const { platform, env } = config;
  const way = platform === 'win32' ? 'windows' : platform === 'darwin' ? 'macos' : undefined;
  if (way) {
    const { HOME, PATH, NODE_COMPILE_CACHE } = env;
    return (events) => new HostedHotkeys({ way, env: { HOME, PATH, NODE_COMPILE_CACHE }, events });
  }
  if (platform !== 'linux') return noHotkeys;
  if (!env.WAYLAND_DISPLAY) return x11 ? (events) => new X11Hotkeys(x11, env, events) : noHotkeys;
  return (events) => {
    const bus = SessionBus.of(env);
    return bus ? new PortalHotkeys({ bus, env, events, entry: applicationEntry(config) }) : noHotkeys(events);
  };
}
