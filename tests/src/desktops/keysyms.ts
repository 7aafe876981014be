const named: Readonly<Record<string, number>> = {
  Ctrl: 0xffe3,
  Alt: 0xffe9,
  Shift: 0xffe1,
  Super: 0xffeb,
  Insert: 0xff63,
  End: 0xff57,
  Return: 0xff0d,
  Right: 0xff53,
  Escape: 0xff1b,
  Tab: 0xff09,
};

/** The keysym of a key as it is written in `Ctrl+Alt+d`. */
export function keysymOf(key: string): number {
  return named[key] ?? key.codePointAt(0) ?? 0;
}
