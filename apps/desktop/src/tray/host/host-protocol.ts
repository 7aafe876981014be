import type { NumberedEntry } from '../number-entries.ts';
import type { TrayState } from '../tray-icon.ts';

/** To the process that owns the icon. */
export interface ToTrayHost {
  /** Number of this update. */
  readonly turn: number;
  readonly state: TrayState;
  readonly menu: readonly NumberedEntry[];
}

export type FromTrayHost =
  /** The icon appeared or disappeared. */
  | { readonly type: 'shown'; readonly isShown: boolean }
  /** The icon itself was clicked. */
  | { readonly type: 'open' }
  /** This entry of the menu that was sent with this turn. */
  | { readonly type: 'chosen'; readonly turn: number; readonly id: number };
