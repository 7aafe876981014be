import { fileURLToPath } from 'node:url';
import type { DesktopSession, TextDelivery } from '@quoth/core';
import type { ActiveApplication } from '../active-application/index.ts';
import { systemClipboard } from '../clipboard/index.ts';
import type { XServer } from '../x11/index.ts';
import { deliverByClipboard } from './deliver-by-clipboard.ts';
import { DeliveryHost } from './host/delivery-host.ts';
import { HostedDelivery } from './hosted-delivery.ts';
import { WaylandDelivery } from './wayland-delivery.ts';

export { waylandPrograms } from './wayland-delivery.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface TextDeliveryOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  readonly session: DesktopSession;
  /** Null if there is none. */
  readonly x11: XServer | null;
  readonly activeApplication: ActiveApplication;
}

/**
 * Chosen once at start. On Wayland, XWayland would only reach its own windows: texts are written if the desktop reports which window has the
 * focus and offers virtual keyboards (sway), and copied otherwise.
 */
export function createTextDelivery({
  platform,
  env,
  session,
  x11,
  activeApplication,
}: TextDeliveryOptions): TextDelivery & {
  close(): void;
} {
  const clipboard = systemClipboard(platform, env);
  const host = hostFor(platform, env, x11);
  if (host) return new HostedDelivery({ host, session, clipboard });
  if (env.WAYLAND_DISPLAY && env.SWAYSOCK)
    return new WaylandDelivery({ env, session, clipboard, activeApplication });
  return { ...deliverByClipboard(clipboard), close: () => undefined };
}

function hostFor(platform: NodeJS.Platform, env: Environment, x11: XServer | null): DeliveryHost | undefined {
  const { HOME, PATH, NODE_COMPILE_CACHE } = env;
  const folder = platform === 'win32' ? 'windows' : platform === 'darwin' ? 'macos' : undefined;
  if (folder)
    return new DeliveryHost({ main: mainOf(folder), words: [], env: { HOME, PATH, NODE_COMPILE_CACHE } });
  return x11 && !env.WAYLAND_DISPLAY ? x11Host(env) : undefined;
}

/** The host for the display that these variables name. */
export function x11Host({ DISPLAY, XAUTHORITY, HOME, PATH, NODE_COMPILE_CACHE }: Environment): DeliveryHost {
  return new DeliveryHost({
    main: mainOf('x11'),
    words: [DISPLAY ?? '', XAUTHORITY || `${HOME}/.Xauthority`],
    // Where compiled code is kept, a child need not load what takes the types out of it: 12 MB, measured.
    env: { DISPLAY, XAUTHORITY, HOME, PATH, NODE_COMPILE_CACHE },
  });
}

function mainOf(folder: string): string {
  return fileURLToPath(new URL(`./${folder}/host-main.ts`, import.meta.url));
}
