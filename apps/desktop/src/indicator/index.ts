import type { Logger } from '@quoth/core';
import type { SessionBus } from '../session-bus/index.ts';
import type { Indicator } from './indicator.ts';
import type { IndicatorAction } from './indicator-view.ts';
import { NotificationIndicator } from './notification-indicator.ts';
import { ProcessIndicator } from './process-indicator.ts';

export { DesktopAppearance } from './desktop-appearance.ts';
export { DictationIndicator } from './dictation-indicator.ts';
export type { IndicatorAction } from './indicator-view.ts';

export interface CreateIndicatorOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly bus: SessionBus | null;
  readonly dataFolder: string;
  readonly onAction: (action: IndicatorAction) => void;
  /** Called if the indicator's window cannot be shown, or no longer; a notification takes its place if possible. */
  readonly onUnavailable: () => void;
  readonly logger: Logger;
}

const nothing: Indicator = { show: () => undefined, close: async () => undefined };

/**
 * Chosen once at start: a window of our own on X11, XWayland, macOS and Windows, else a notification of the desktop. If the window can no
 * longer be shown, the notification takes its place until the next start; on macOS and Windows the tray does.
 */
export function createIndicator(options: CreateIndicatorOptions): Indicator {
  const { platform, env, bus, onAction, onUnavailable, logger } = options;
  const fallback = () => (bus ? new NotificationIndicator(bus, onAction) : nothing);
  const hasWindow = platform === 'linux' ? Boolean(env.DISPLAY) : ['darwin', 'win32'].includes(platform);
  if (!hasWindow) return fallback();
  let wanted: Parameters<Indicator['show']>[0];
  let used: Indicator = new ProcessIndicator({
    ...options,
    onUnavailable: () => {
      logger.warn('The indicator cannot be shown on this screen.');
      used = fallback();
      used.show(wanted);
      onUnavailable();
    },
  });
  return {
    show: (view) => {
      wanted = view;
      used.show(view);
    },
    close: () => used.close(),
  };
}
