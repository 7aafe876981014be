import type { NumberedEntry } from '../number-entries.ts';
import type { TrayState } from '../tray-icon.ts';

/** What was clicked: the icon itself, or an entry of the latest menu. */
export type TrayChoice = { readonly type: 'open' } | { readonly type: 'entry'; readonly id: number };

/** An icon with a menu on macOS and Windows. All calls must come from one thread. */
export interface SystemTray {
  /** Whether the system shows the icon. */
  readonly isShown: boolean;
  show(state: TrayState, menu: readonly NumberedEntry[]): void;
  /** Waits for the system's messages, at most `ms`, and returns what was clicked. Blocks its thread, also while the menu is open. */
  wait(ms: number): readonly TrayChoice[];
  /** Removes the icon. */
  close(): void;
}
