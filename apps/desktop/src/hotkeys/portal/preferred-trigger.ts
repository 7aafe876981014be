import { isBareModifier, type KeyCombination, type ModifierName, xkbName } from '@quoth/contract';

const modifiers: Readonly<Record<ModifierName, string>> = {
  Ctrl: 'CTRL',
  Alt: 'ALT',
  Shift: 'SHIFT',
  Super: 'LOGO',
};

/**
 * A combination as the XDG specification of shortcuts writes it, such as `CTRL+ALT+space`; undefined for a modifier alone, which it does
 * not know. https://specifications.freedesktop.org/shortcuts-spec/latest/
 */
export function preferredTrigger({ modifiers: held, key }: KeyCombination): string | undefined {
  if (isBareModifier(key)) return undefined;
  return [...held.map((modifier) => modifiers[modifier]), xkbName(key)].join('+');
}
