/** The program that has the keyboard's focus. Read when it is asked for; never stored, never logged. */
export interface ActiveProgram {
  /** As the platform names programs: class of the window (X11), app id (Wayland), bundle id (macOS), file name of the program (Windows). */
  readonly program: string;
  /** The window's title, where the platform gives it without a further permission. */
  readonly title?: string | undefined;
  readonly pid?: number | undefined;
  /** Names this window among those of the session, and no other for as long as it lives. */
  readonly windowId: string;
}

/** Tells which program has the focus. One implementation a platform, chosen once at start. */
export interface ActiveApplication {
  /** Null where nobody has the focus, or nobody can tell. Never rejects. */
  current(): Promise<ActiveProgram | null>;
  /** One window of each program that has any, the latest used first where that is known; null where nobody can tell. Never rejects. */
  open(): Promise<readonly ActiveProgram[] | null>;
  /** Called when another window gets the focus. Returns the function that ends it. */
  onChange(listener: (program: ActiveProgram | null) => void): () => void;
  close(): void;
}

/** Where the desktop does not tell: GNOME and KDE on Wayland, a machine without a screen. */
export const unknownApplication: ActiveApplication = {
  current: () => Promise.resolve(null),
  open: () => Promise.resolve(null),
  onChange: () => () => undefined,
  close: () => undefined,
};
