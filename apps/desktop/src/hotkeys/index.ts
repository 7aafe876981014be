import type { XServer } from '../x11/index.ts';
import { type CreateHotkeys, noHotkeys } from './hotkeys.ts';
import { X11Hotkeys } from './x11-hotkeys.ts';

export { DictationKeys } from './dictation-keys.ts';
export type { CreateHotkeys } from './hotkeys.ts';

/** Chosen once at start. On Wayland no program may take keys: XWayland would only hear those of its own windows. */
export function chooseHotkeys(
  env: Readonly<Record<string, string | undefined>>,
  x11: XServer | null,
): CreateHotkeys {
  if (!x11 || env.WAYLAND_DISPLAY) return noHotkeys;
  return (events) => new X11Hotkeys(x11, env, events);
}
