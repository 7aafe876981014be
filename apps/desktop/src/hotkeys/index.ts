import type { XServer } from '../x11/index.ts';
import { HostedHotkeys } from './hosted-hotkeys.ts';
import { type CreateHotkeys, noHotkeys } from './hotkeys.ts';
import { X11Hotkeys } from './x11-hotkeys.ts';

export { DictationKeys } from './dictation-keys.ts';
export type { CreateHotkeys } from './hotkeys.ts';

export interface ChooseHotkeysOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null where there is none. */
  readonly x11: XServer | null;
}

/** Chosen once at start. On Wayland no program may take keys: XWayland would only hear those of its own windows. */
export function chooseHotkeys({ platform, env, x11 }: ChooseHotkeysOptions): CreateHotkeys {
  if (platform === 'win32') {
    const { HOME, PATH, NODE_COMPILE_CACHE } = env;
    return (events) => new HostedHotkeys({ way: 'windows', env: { HOME, PATH, NODE_COMPILE_CACHE }, events });
  }
  if (!x11 || env.WAYLAND_DISPLAY) return noHotkeys;
  return (events) => new X11Hotkeys(x11, env, events);
}
