import type { DesktopSession, TextDelivery } from '@quoth/core';
import { systemClipboard } from '../clipboard/index.ts';
import type { XServer } from '../x11/index.ts';
import { deliverByClipboard } from './deliver-by-clipboard.ts';
import { X11Delivery } from './x11-delivery.ts';

export interface TextDeliveryOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly session: DesktopSession;
  /** Null where there is none. */
  readonly x11: XServer | null;
}

/** Chosen once at start. On Wayland, XWayland would only reach its own windows: texts are copied there. */
export function createTextDelivery({ platform, env, session, x11 }: TextDeliveryOptions): TextDelivery & {
  close(): void;
} {
  const clipboard = systemClipboard(platform, env);
  if (x11 && !env.WAYLAND_DISPLAY) return new X11Delivery({ env, session, clipboard });
  return { ...deliverByClipboard(clipboard), close: () => undefined };
}
