import type { PressedKeys } from '../desk/paste-system.ts';
import type { WindowsCalls } from './calls.ts';

/** INPUT on 64-bit Windows, with a KEYBDINPUT in it (winuser.h); the test compares size and offsets with the declared struct. */
export const INPUT_SIZE = 40;
const VIRTUAL_KEY = 8;
const FLAGS = 12;
const INPUT_KEYBOARD = 1;
const KEYEVENTF_EXTENDEDKEY = 0x1;
const KEYEVENTF_KEYUP = 0x2;

const keys = { control: 0x11, shift: 0x10, insert: 0x2d, enter: 0x0d, c: 0x43, v: 0x56 } as const;
/** Assigned to no key: pressed in between, it keeps a released Alt or Win key from opening a menu. */
const UNASSIGNED = 0xe8;
const KEY_IS_DOWN = 0x8000;

/** Left and right Shift, Ctrl, Alt, Win. */
const modifierKeys: readonly number[] = [0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0x5b, 0x5c];
/** Keys whose scan codes begin with E0: without this flag, Insert is the one of the numeric keypad. */
const extendedKeys: ReadonlySet<number> = new Set([keys.insert, 0xa3, 0xa5, 0x5b, 0x5c]);

/** Ctrl+V everywhere except in terminals, all of which support Shift+Insert. */
const combinations: Readonly<Record<PressedKeys | 'paste-in-terminal', readonly number[]>> = {
  paste: [keys.control, keys.v],
  'paste-in-terminal': [keys.shift, keys.insert],
  copy: [keys.control, keys.c],
  enter: [keys.enter],
};

type KeyCalls = Pick<WindowsCalls, 'GetAsyncKeyState' | 'SendInput'>;

export function heldModifiers(calls: KeyCalls): readonly number[] {
  return modifierKeys.filter((key) => (calls.GetAsyncKeyState(key) & KEY_IS_DOWN) !== 0);
}

export function releaseKeys(calls: KeyCalls, held: readonly number[]): void {
  if (held.length === 0) return;
  const strokes = [down(UNASSIGNED), up(UNASSIGNED), ...held.map(up)];
  calls.SendInput(strokes.length, Buffer.concat(strokes), INPUT_SIZE);
}

/** In one call, so that no other key comes in between and none stays down. False if Windows did not accept all of them. */
export function pressKeys(calls: KeyCalls, pressed: keyof typeof combinations): boolean {
  const codes = combinations[pressed];
  const strokes = [...codes.map(down), ...codes.toReversed().map(up)];
  return calls.SendInput(strokes.length, Buffer.concat(strokes), INPUT_SIZE) === strokes.length;
}

function down(virtualKey: number): Buffer {
  return stroke(virtualKey, 0);
}

function up(virtualKey: number): Buffer {
  return stroke(virtualKey, KEYEVENTF_KEYUP);
}

function stroke(virtualKey: number, flags: number): Buffer {
  const input = Buffer.alloc(INPUT_SIZE);
  input.writeUInt32LE(INPUT_KEYBOARD, 0);
  input.writeUInt16LE(virtualKey, VIRTUAL_KEY);
  input.writeUInt32LE(flags | (extendedKeys.has(virtualKey) ? KEYEVENTF_EXTENDEDKEY : 0), FLAGS);
  return input;
}
