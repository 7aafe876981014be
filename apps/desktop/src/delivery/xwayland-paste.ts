import type { SelectionOwner } from '../x11/selection-owner.ts';
import { isTextTarget } from '../x11/selection-reader.ts';
import type { PasteRequest, PressKeys } from './delivery-host.ts';
import type { PasteWindows, X11Target } from './x11-paste.ts';

/** GNOME's own clipboard manager reads each new text at once; on a busy machine, within this time. */
const MANAGER_MS = 1_500;
/**
 * Extensions of the shell that keep a history read at the same moment. After this long without a request, they have.
 */
const QUIET_MS = 50;
const TICK_MS = 5;

/**
 * GNOME on Wayland: its compositor passes the X server's clipboards on to every program, so that they are offered
 * there, with all their formats. Which window has the focus the application finds out, and presses the keys: see
 * gnome-delivery.ts.
 */
export class WaylandWindows implements PasteWindows {
  readonly isWayland = true;
  readonly press: PressKeys;
  /** On a machine that is busier than that, it reads after the key press. */
  #isManagerDue = false;

  constructor(press: PressKeys) {
    this.press = press;
  }

  place(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** The application has looked, and looks again before it presses a key. */
  async focused({ place = '', isTerminal = false, program }: Partial<PasteRequest>): Promise<X11Target> {
    // Every request of a program of Wayland comes from the compositor's own window.
    return { place, isTerminal, program, isSameProgram: async (window) => window !== 0 };
  }

  /**
   * Waits until the clipboard managers have read, who may be faster than the offer of the second clipboard: only what
   * is requested after the key press counts.
   */
  async settle(owner: SelectionOwner, offer?: () => Promise<boolean>): Promise<boolean> {
    if (!offer) return true;
    let readAt: number | undefined;
    owner.onRequest = ({ target }) => {
      if (isTextTarget(target)) readAt = performance.now();
    };
    try {
      if (!(await offer())) return false;
      const end = performance.now() + MANAGER_MS;
      while (performance.now() < end && (readAt === undefined || performance.now() - readAt < QUIET_MS))
        await new Promise((resolve) => setTimeout(resolve, TICK_MS));
      this.#isManagerDue = readAt === undefined;
      return true;
    } finally {
      owner.onRequest = () => undefined;
    }
  }

  /** The application has looked. */
  isCursorThere(): true {
    return true;
  }

  written(): void {}

  /** It reads once. */
  isLateManager(): boolean {
    const isDue = this.#isManagerDue;
    this.#isManagerDue = false;
    return isDue;
  }
}
