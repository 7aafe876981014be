/** Virtual key codes by our names (Carbon, Events.h, kVK_*): the position of a key, whatever is printed on it. */
const places: Readonly<Record<string, number>> = {
  Enter: 0x24,
  Tab: 0x30,
  Space: 0x31,
  Backspace: 0x33,
  Escape: 0x35,
  SuperRight: 0x36,
  SuperLeft: 0x37,
  ShiftLeft: 0x38,
  AltLeft: 0x3a,
  ControlLeft: 0x3b,
  ShiftRight: 0x3c,
  AltRight: 0x3d,
  ControlRight: 0x3e,
  Menu: 0x6e,
  Insert: 0x72,
  Home: 0x73,
  PageUp: 0x74,
  Delete: 0x75,
  End: 0x77,
  PageDown: 0x79,
  Left: 0x7b,
  Right: 0x7c,
  Down: 0x7d,
  Up: 0x7e,
};

/** F1 to F20; there are no others, and none for Pause and ScrollLock. */
const functionKeys: readonly number[] = [
  0x7a, 0x78, 0x63, 0x76, 0x60, 0x61, 0x62, 0x64, 0x65, 0x6d, 0x67, 0x6f, 0x69, 0x6b, 0x71, 0x6a, 0x40, 0x4f,
  0x50, 0x5a,
];

/** Letters and digits on an American keyboard, at their codes from 0x00 on. */
const american = 'ASDFHGZXCV BQWERYT123465 97 80 OU IP LJ K    NM';
const LAST_WRITING_KEY = 0x32;

/** What a key types in the user's layout; empty if nothing, or if the layout cannot be read. */
export type CharacterOf = (keyCode: number) => string;

/** The key on which a letter or digit is printed; any other key by its position. Undefined if a Mac has no such key. */
export function keyCodeOf(key: string, characterOf: CharacterOf): number | undefined {
  const functionKey = /^F(\d+)$/.exec(key)?.[1];
  if (functionKey !== undefined) return functionKeys[Number(functionKey) - 1];
  if (!/^[A-Z0-9]$/.test(key)) return places[key];
  for (let code = 0; code <= LAST_WRITING_KEY; code += 1)
    if (characterOf(code).toUpperCase() === key) return code;
  // On a French keyboard, digits need Shift: then their places are meant.
  return american.indexOf(key);
}
