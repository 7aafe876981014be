/** The program that has the keyboard's focus. Read on request; never stored, never logged. */
export interface ActiveProgram {
  /** As the platform names programs: class of the window (X11), app id (Wayland), bundle id (macOS), file name of the program (Windows). */
  readonly program: string;
  /** The window's title, if the platform reveals it without a further permission. */
  readonly title?: string | undefined;
  readonly pid?: number | undefined;
  /** Identifies this window within the session for as long as it exists. */
  readonly windowId: string;
}

/** Reports which program has the focus. One implementation per platform, chosen once at start. */
export interface ActiveApplication {
  /** Null if no window has the focus, or if that is unknown. Never rejects. */
  current(): Promise<ActiveProgram | null>;
  /** One window of each program that has any, most recently used first if known; null if the platform does not reveal them. Never rejects. */
  open(): Promise<readonly ActiveProgram[] | null>;
  /** Calls the listener when another window gets the focus, until the returned function is called. */
  onChange(listener: (program: ActiveProgram | null) => void): () => void;
  close(): void;
}

/** For desktops that do not reveal it: GNOME and KDE on Wayland, a machine without a screen. */
export const unknownApplication: ActiveApplication = {
  current: () => Promise.resolve(null),
  open: () => Promise.resolve(null),
  onChange: () => () => undefined,
  close: () => undefined,
};
