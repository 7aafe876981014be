import type { XServer } from '../x11/index.ts';
import { type ActiveApplication, unknownApplication } from './active-application.ts';
import { macApplication } from './mac-application.ts';
import { SwayApplication } from './sway-application.ts';
import { X11Application } from './x11-application.ts';

export type { ActiveApplication, ActiveProgram } from './active-application.ts';
export { applicationsFrom } from './applications-from.ts';

export interface ActiveApplicationOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null if there is none. */
  readonly x11: XServer | null;
}

/** Chosen once at start. On Wayland only sway reveals it; XWayland knows only its own windows and would name the wrong one. */
export async function createActiveApplication({
  platform,
  env,
  x11,
}: ActiveApplicationOptions): Promise<ActiveApplication> {
  if (platform === 'darwin') return macApplication();
  // The library of native calls is loaded where it is used.
  if (platform === 'win32') return (await import('./windows-application.ts')).windowsApplication();
  if (env.SWAYSOCK) return new SwayApplication(env.SWAYSOCK);
  if (env.WAYLAND_DISPLAY) return unknownApplication;
  return x11 ? new X11Application(x11) : unknownApplication;
}
