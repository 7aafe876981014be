import type { TrayState } from './tray-icon.ts';
import type { TrayAction, TrayEntry } from './tray-menu.ts';

/** An icon with a menu in the desktop's tray. */
export interface Tray {
  /** Shows the icon as soon as the desktop has a place for it. */
  open(): Promise<void>;
  show(state: TrayState, entries: readonly TrayEntry[]): void;
  close(): Promise<void>;
}

export interface TrayEvents {
  readonly onAction: (action: TrayAction) => void;
  /** Called when an icon appears or disappears. */
  readonly onShown: (isShown: boolean) => void;
}

export type CreateTray = (events: TrayEvents) => Tray;
