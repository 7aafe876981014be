import { isBareModifier, type KeyCombination, type ModifierName } from '@quoth/contract';

const modifiers: Readonly<Record<ModifierName, string>> = {
  Ctrl: 'CTRL',
  Alt: 'ALT',
  Shift: 'SHIFT',
  Super: 'LOGO',
};

/** Names of keys where xkbcommon has another than we. */
const keys: Readonly<Record<string, string>> = {
  Space: 'space',
  Enter: 'Return',
  Backspace: 'BackSpace',
  PageUp: 'Page_Up',
  PageDown: 'Page_Down',
  ScrollLock: 'Scroll_Lock',
};

/**
 * A combination as the XDG specification of shortcuts writes it, such as `CTRL+ALT+space`; undefined for a modifier alone, which it does
 * not know. https://specifications.freedesktop.org/shortcuts-spec/latest/
 */
export function preferredTrigger({ modifiers: held, key }: KeyCombination): string | undefined {
  if (isBareModifier(key)) return undefined;
  const name = keys[key] ?? (/^[A-Z]$/.test(key) ? key.toLowerCase() : key);
  return [...held.map((modifier) => modifiers[modifier]), name].join('+');
}
