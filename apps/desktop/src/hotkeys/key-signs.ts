import type { BareModifier, ModifierName } from '@quoth/contract';
import { keysyms } from '../x11/index.ts';

/** Keysyms of keys by our names (keysymdef.h). Letters and digits are their own code, letters in lower case. */
const named: Readonly<Record<string, number>> = {
  Space: 0x20,
  Backspace: 0xff08,
  Tab: 0xff09,
  Enter: 0xff0d,
  Pause: 0xff13,
  ScrollLock: 0xff14,
  Escape: 0xff1b,
  Home: 0xff50,
  Left: 0xff51,
  Up: 0xff52,
  Right: 0xff53,
  Down: 0xff54,
  PageUp: 0xff55,
  PageDown: 0xff56,
  End: 0xff57,
  Insert: 0xff63,
  Menu: 0xff67,
  Delete: 0xffff,
};

const FIRST_FUNCTION_KEY = 0xffbe;

export function keysymOf(key: string): number | undefined {
  if (/^[A-Z0-9]$/.test(key)) return key.toLowerCase().charCodeAt(0);
  const functionKey = /^F(\d+)$/.exec(key)?.[1];
  return functionKey === undefined ? named[key] : FIRST_FUNCTION_KEY + Number(functionKey) - 1;
}

export const modifierSigns: Readonly<Record<ModifierName, readonly number[]>> = {
  Ctrl: [keysyms.Control_L, keysyms.Control_R],
  Alt: [keysyms.Alt_L, keysyms.Alt_R],
  Shift: [keysyms.Shift_L, keysyms.Shift_R],
  Super: [keysyms.Super_L, keysyms.Super_R],
};

export const bareModifierSigns: Readonly<Record<BareModifier, number>> = {
  ControlLeft: keysyms.Control_L,
  ControlRight: keysyms.Control_R,
  AltLeft: keysyms.Alt_L,
  AltRight: keysyms.Alt_R,
  ShiftLeft: keysyms.Shift_L,
  ShiftRight: keysyms.Shift_R,
  SuperLeft: keysyms.Super_L,
  SuperRight: keysyms.Super_R,
};
