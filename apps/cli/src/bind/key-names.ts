import { type KeyCombination, type ModifierName, xkbName } from '@quoth/contract';

/** Names of Qt (QKeySequence), which KDE takes. */
const qt: Readonly<Record<string, string>> = {
  Enter: 'Return',
  Delete: 'Del',
  Insert: 'Ins',
  PageUp: 'PgUp',
  PageDown: 'PgDown',
  Escape: 'Esc',
};
const swayModifiers: Readonly<Record<ModifierName, string>> = {
  Ctrl: 'Ctrl',
  Alt: 'Mod1',
  Shift: 'Shift',
  Super: 'Mod4',
};
const gnomeModifiers: Readonly<Record<ModifierName, string>> = {
  Ctrl: '<Control>',
  Alt: '<Alt>',
  Shift: '<Shift>',
  Super: '<Super>',
};

export function gnomeKeys({ modifiers, key }: KeyCombination): string {
  return modifiers.map((name) => gnomeModifiers[name]).join('') + xkbName(key);
}

export function swayKeys({ modifiers, key }: KeyCombination): string {
  return [...modifiers.map((name) => swayModifiers[name]), xkbName(key)].join('+');
}

/** Both fields of Hyprland's `bind`. */
export function hyprlandKeys({ modifiers, key }: KeyCombination): string {
  return `${modifiers.join(' ').toUpperCase()}, ${xkbName(key)}`;
}

export function kdeKeys({ modifiers, key }: KeyCombination): string {
  return [...modifiers.map((name) => (name === 'Super' ? 'Meta' : name)), qt[key] ?? key].join('+');
}

const sameModifier: ReadonlyMap<string, string> = new Map([
  ['control', 'ctrl'],
  ['primary', 'ctrl'],
  ['mod1', 'alt'],
  ['mod4', 'super'],
  ['meta', 'super'],
  ['logo', 'super'],
  ['win', 'super'],
]);

/** A combination in any of these ways of writing it, so that two can be compared. */
export function comparableKeys(written: string): string {
  const parts = written
    .toLowerCase()
    .split(/[<>+,\s]+/)
    .filter((part) => part !== '')
    .map((part) => sameModifier.get(part) ?? part);
  const key = parts.pop() ?? '';
  return [...new Set(parts)].sort().concat(key).join('+');
}
