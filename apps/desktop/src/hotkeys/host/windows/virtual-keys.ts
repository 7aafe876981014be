/** Virtual-key codes of keys by our names (winuser.h, VK_*). Letters and digits are their own code; the layout decides which key types them. */
const named: Readonly<Record<string, number>> = {
  Backspace: 0x08,
  Tab: 0x09,
  Enter: 0x0d,
  Pause: 0x13,
  Escape: 0x1b,
  Space: 0x20,
  PageUp: 0x21,
  PageDown: 0x22,
  End: 0x23,
  Home: 0x24,
  Left: 0x25,
  Up: 0x26,
  Right: 0x27,
  Down: 0x28,
  Insert: 0x2d,
  Delete: 0x2e,
  SuperLeft: 0x5b,
  SuperRight: 0x5c,
  Menu: 0x5d,
  ScrollLock: 0x91,
  ShiftLeft: 0xa0,
  ShiftRight: 0xa1,
  ControlLeft: 0xa2,
  ControlRight: 0xa3,
  AltLeft: 0xa4,
  AltRight: 0xa5,
};

const VK_F1 = 0x70;

/** Undefined if Windows has no such key. */
export function virtualKeyOf(key: string): number | undefined {
  if (/^[A-Z0-9]$/.test(key)) return key.charCodeAt(0);
  const functionKey = /^F(\d+)$/.exec(key)?.[1];
  return functionKey === undefined ? named[key] : VK_F1 + Number(functionKey) - 1;
}
