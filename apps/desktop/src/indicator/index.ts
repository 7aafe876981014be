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
  readonly logger: Logger;
}

const nothing: Indicator = { show: () => undefined, close: async () => undefined };

/**
 * Chosen once at start: a window of our own on X11 and XWayland, else a notification of the desktop. If the window can no longer be
 * shown, the notification takes its place until the next start. macOS and Windows have neither: there the sounds, the tray and the window show it.
 */
export function createIndicator(options: CreateIndicatorOptions): Indicator {
  const { platform, env, bus, onAction, logger } = options;
  const fallback = () => (bus ? new NotificationIndicator(bus, onAction) : nothing);
  if (platform !== 'linux' || !env.DISPLAY) return platform === 'linux' ? fallback() : nothing;
  let wanted: Parameters<Indicator['show']>[0];
  let used: Indicator = new ProcessIndicator({
    ...options,
    onUnavailable: () => {
      logger.warn('The indicator cannot be shown on this screen.');
      used = fallback();
      used.show(wanted);
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
