import { type BareModifier, type KeyCombination, keyNames, type ModifierName } from '@quoth/contract';

/** The used part of a keyboard event. */
interface PressedKey {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

const bare: Readonly<Record<string, BareModifier>> = {
  ControlLeft: 'ControlLeft',
  ControlRight: 'ControlRight',
  AltLeft: 'AltLeft',
  AltRight: 'AltRight',
  ShiftLeft: 'ShiftLeft',
  ShiftRight: 'ShiftRight',
  MetaLeft: 'SuperLeft',
  MetaRight: 'SuperRight',
  OSLeft: 'SuperLeft',
  OSRight: 'SuperRight',
};

/** Names of keys that browsers use and we do not. */
const renamed: Readonly<Record<string, string>> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ContextMenu: 'Menu',
};

/** The modifier of this key, if it is one. */
export function bareModifierOf({ code }: PressedKey): BareModifier | undefined {
  return bare[code];
}

/** The combination that was pressed; undefined for a modifier, and for keys that cannot be used. */
export function pressedCombination(event: PressedKey): KeyCombination | undefined {
  if (bareModifierOf(event)) return undefined;
  const modifiers = (
    [
      ['Ctrl', event.ctrlKey],
      ['Alt', event.altKey],
      ['Shift', event.shiftKey],
      ['Super', event.metaKey],
    ] as const satisfies readonly (readonly [ModifierName, boolean])[]
  ).flatMap(([name, isHeld]) => (isHeld ? [name] : []));
  const key = keyNameOf(event);
  return key === undefined ? undefined : { modifiers, key };
}

/**
 * The character printed on the key; with modifiers, some keyboards type another one, and the position of the key is
 * more reliable.
 */
function keyNameOf({ key, code }: PressedKey): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  const place = /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1];
  const name = place ?? renamed[code] ?? code;
  return keyNames.includes(name) ? name : undefined;
}
