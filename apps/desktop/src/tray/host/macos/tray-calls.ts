import type { NumberedEntry } from '../../number-entries.ts';

/** The parts of AppKit that are needed, at the level of its methods. */
export interface TrayCalls {
  /** NSStatusBar statusItemWithLength, as wide as its icon. False if that fails. */
  createItem(): boolean;
  /** NSStatusBarButton setImage, setToolTip. A template image takes the colour of the menu bar. */
  setIcon(icon: MacIcon, toolTip: string): void;
  /** NSStatusItem setMenu: an NSMenu of these entries. Its items call `onChosen`. */
  setMenu(entries: readonly NumberedEntry[]): void;
  /** Sets the listener that gets the number of each chosen entry. */
  onChosen(listener: (id: number) => void): void;
  removeItem(): void;
  /** NSApplication nextEventMatchingMask, sendEvent: handles events, waits at most this long for the first. Blocks while a menu is open. */
  runEvents(seconds: number): void;
}

/** A square image: blue, green, red, alpha, not premultiplied. */
export interface MacIcon {
  readonly pixels: Buffer;
  /** Side length in pixels. */
  readonly size: number;
  /** Side length in points. */
  readonly points: number;
  readonly isTemplate: boolean;
}
