import { visibleLine } from '@quoth/contract';
import type { Applications } from '@quoth/core';

/** The program that has the keyboard's focus. Read on request; never stored, never logged. */
export interface ActiveProgram {
  /**
   * As the platform names programs: class of the window (X11), app id (Wayland), bundle id (macOS), file name of the
   * program (Windows).
   */
  readonly program: string;
  /** The window's title, if the platform reveals it without a further permission. */
  readonly title?: string | undefined;
  readonly pid?: number | undefined;
  /** Identifies this window within the session for as long as it exists. */
  readonly windowId: string;
  /** What has the cursor in it, where the platform tells; `hidden` where it should and the program does not. */
  readonly focus?: 'terminal' | 'password' | 'other' | 'hidden' | undefined;
}

/** Where in a field the cursor is. */
export interface Cursor {
  /** Identifies the field for as long as it exists. */
  readonly field: string;
  /** How many characters are before it. */
  readonly offset: number;
}

/** Reports which program has the focus. One implementation per platform, chosen once at start. */
export interface ActiveApplication {
  /** Null if no window has the focus, or if that is unknown. Never rejects. */
  current(): Promise<ActiveProgram | null>;
  /** False where this desktop does not tell which window has the focus; missing where it does. Never rejects. */
  knowsFocus?(): Promise<boolean>;
  /** Missing where the platform does not tell; undefined if the program does not. Never rejects. */
  cursor?(): Promise<Cursor | undefined>;
  /**
   * Reads what becomes of a text that stands before the cursor now. Missing where the platform does not tell; undefined
   * if the program does not, or if another text stands there. Never rejects.
   */
  textBeforeCursor?(text: string): Promise<(() => Promise<string | undefined>) | undefined>;
  /**
   * One window of each program that has any, most recently used first if known; null if the platform does not reveal
   * them. Never rejects.
   */
  open(): Promise<readonly ActiveProgram[] | null>;
  /**
   * Brings the topmost window of this process to the front; false where none was found. Missing where the desktop lets
   * no program do that.
   */
  raise?(pid: number): Promise<boolean>;
  close(): void;
}

/** For desktops that do not reveal it, and machines without a screen. */
export const unknownApplication: ActiveApplication = {
  current: () => Promise.resolve(null),
  open: () => Promise.resolve(null),
  close: () => undefined,
};

/** What core asks of other programs' windows for the rules of modes. A title is passed on only if it was requested. */
export function applicationsFrom(active: ActiveApplication): Applications {
  return {
    active: async ({ titles }) => {
      const seen = await active.current();
      return seen
        ? { program: visibleLine(seen.program), title: titleOf(seen, titles), active: true }
        : undefined;
    },
    open: async ({ titles }) => {
      const [seen, current] = await Promise.all([active.open(), active.current()]);
      return seen?.map((window) => ({
        program: visibleLine(window.program),
        title: titleOf(window, titles),
        active: window.program === current?.program,
      }));
    },
  };
}

/**
 * Titles are what pages and documents say: nothing invisible of them is passed on, and nothing that turns text around.
 */
function titleOf({ title }: { readonly title?: string | undefined }, wanted: boolean): string | undefined {
  return wanted && title !== undefined ? visibleLine(title) : undefined;
}

/** For platforms that report only the program in front. */
export function onlyInFront(read: () => Promise<ActiveProgram | null>): ActiveApplication {
  const current = () => read().catch(() => null);
  const open = async () => {
    const program = await current();
    return program && [program];
  };
  return { current, open, close: () => undefined };
}
