import type { Id, MacRectangle } from '../../../macos/objective-c.ts';
import type { Picture, Point } from '../surface.ts';

/** An NSScreen, in points; as everywhere in AppKit, y grows upwards from the lower edge of the first screen. */
export interface MacScreen {
  readonly frame: MacRectangle;
  /** Excludes Dock and menu bar. */
  readonly visible: MacRectangle;
  /** Pixels per point. */
  readonly scale: number;
}

/** The parts of AppKit that are needed, at the level of its methods. */
export interface ScreenCalls {
  screens(): readonly MacScreen[];
  /** NSApplication effectiveAppearance. */
  isDark(): boolean;
  /**
   * A borderless, non-activating, transparent NSPanel on all spaces, with this window level. It takes the pointer everywhere, even where
   * transparent, or nowhere (setIgnoresMouseEvents, set explicitly either way).
   */
  createPanel(level: number, takesPointer: boolean): Id;
  setFrame(panel: Id, frame: MacRectangle): void;
  /** Sets the contents of the panel's layer. */
  setPicture(panel: Id, picture: Picture): void;
  /** orderFrontRegardless, which activates nothing. */
  orderFront(panel: Id): void;
  orderOut(panel: Id): void;
  /** NSEvent mouseLocation. */
  mouseLocation(): Point;
  /** NSApplication nextEventMatchingMask, sendEvent: `onEvent` gets each event's type and panel. Waits at most this long for the first. */
  runEvents(seconds: number, onEvent: (type: number, panel: Id) => void): void;
}
