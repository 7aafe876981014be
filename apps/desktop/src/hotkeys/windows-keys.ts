import { type KeyCombination, type ModifierName, say } from '@quoth/contract';
import koffi from 'koffi';
import type { LoadLibrary } from '../native/system-turns.ts';
import type { BindingProblem } from './hotkeys.ts';
import type { KeyPress, SystemKeys } from './key-host.ts';

/**
 * The functions of user32.dll and kernel32.dll that are needed, with their own names and arguments (winuser.h,
 * errhandlingapi.h).
 */
export interface User32Keys {
  /** `window` null: WM_HOTKEY comes to the calling thread. */
  RegisterHotKey(window: null, id: number, modifiers: number, virtualKey: number): number;
  UnregisterHotKey(window: null, id: number): number;
  MsgWaitForMultipleObjectsEx(count: 0, handles: null, ms: number, wakeMask: number, flags: number): number;
  /** `message` is a MSG, which it fills. */
  PeekMessageW(message: Uint8Array, window: null, first: 0, last: 0, remove: number): number;
  GetAsyncKeyState(virtualKey: number): number;
  GetLastError(): number;
}

/** RegisterHotKey (winuser.h). */
const modifierBits: Readonly<Record<ModifierName, number>> = {
  Alt: 0x1,
  Ctrl: 0x2,
  Shift: 0x4,
  Super: 0x8,
};
/** A held key is reported once. */
const MOD_NOREPEAT = 0x4000;
/** winerror.h. */
const ERROR_HOTKEY_ALREADY_REGISTERED = 1409;
const WM_HOTKEY = 0x0312;
const PM_REMOVE = 0x1;
const QS_ALLINPUT = 0x04ff;
/** Returns at once if something came before it was called. */
const MWMO_INPUTAVAILABLE = 0x4;
/** The top bit of a SHORT: down now. */
const KEY_IS_DOWN = 0x8000;

/** Size and offsets of MSG on 64-bit Windows (winuser.h); the test compares them with the declared struct. */
export const MSG_SIZE = 48;
const MESSAGE = 8;
const W_PARAM = 16;

const taken: BindingProblem = { state: 'conflict', problem: say('shortcutTaken') };
const noSuchKey: BindingProblem = { state: 'unavailable', problem: say('noSuchKey') };
/** RegisterHotKey: "F12 is reserved for use by the debugger at all times". */
const forDebuggers: BindingProblem = { state: 'unavailable', problem: say('keyForDebuggers') };
const refused: BindingProblem = { state: 'unavailable', problem: say('windowsRefusedShortcut') };

/**
 * Keys by RegisterHotKey. Windows does not report releases: they are polled for while a key is down. Run under Wine,
 * not yet on Windows.
 */
export class WindowsKeys implements SystemKeys {
  readonly reportsReleases = false;
  readonly #user32: User32Keys;
  readonly #message = Buffer.alloc(MSG_SIZE);

  constructor(user32: User32Keys) {
    this.#user32 = user32;
  }

  register(id: number, { modifiers, key }: KeyCombination): BindingProblem | undefined {
    const virtualKey = virtualKeyOf(key);
    if (virtualKey === undefined) return noSuchKey;
    if (key === 'F12' && modifiers.length === 0) return forDebuggers;
    const bits = modifiers.reduce((all, name) => all | modifierBits[name], MOD_NOREPEAT);
    if (this.#user32.RegisterHotKey(null, id, bits, virtualKey) !== 0) return undefined;
    return this.#user32.GetLastError() === ERROR_HOTKEY_ALREADY_REGISTERED ? taken : refused;
  }

  unregister(id: number): void {
    this.#user32.UnregisterHotKey(null, id);
  }

  observingProblem(): undefined {
    return undefined;
  }

  isDown(key: string): boolean {
    const virtualKey = virtualKeyOf(key);
    return virtualKey !== undefined && (this.#user32.GetAsyncKeyState(virtualKey) & KEY_IS_DOWN) !== 0;
  }

  wait(ms: number): readonly KeyPress[] {
    this.#user32.MsgWaitForMultipleObjectsEx(0, null, ms, QS_ALLINPUT, MWMO_INPUTAVAILABLE);
    const presses: KeyPress[] = [];
    while (this.#user32.PeekMessageW(this.#message, null, 0, 0, PM_REMOVE) !== 0) {
      if (this.#message.readUInt32LE(MESSAGE) !== WM_HOTKEY) continue;
      presses.push({ id: Number(this.#message.readBigUInt64LE(W_PARAM)), isDown: true });
    }
    return presses;
  }
}

/**
 * Virtual-key codes of keys by our names (winuser.h, VK_*). Letters and digits are their own code; the layout decides
 * which key types them.
 */
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

/** The real user32.dll. Throws on other systems than Windows. Run under Wine, not yet on Windows. */
export function loadUser32(load: LoadLibrary = koffi.load): User32Keys {
  const user32 = load('user32.dll');
  const kernel32 = load('kernel32.dll');
  return {
    RegisterHotKey: user32.func(
      'int __stdcall RegisterHotKey(void *window, int id, uint32_t modifiers, uint32_t virtualKey)',
    ),
    UnregisterHotKey: user32.func('int __stdcall UnregisterHotKey(void *window, int id)'),
    MsgWaitForMultipleObjectsEx: user32.func(
      'uint32_t __stdcall MsgWaitForMultipleObjectsEx(uint32_t count, void *handles, uint32_t ms, uint32_t wakeMask, uint32_t flags)',
    ),
    PeekMessageW: user32.func(
      'int __stdcall PeekMessageW(_Out_ uint8_t *message, void *window, uint32_t first, uint32_t last, uint32_t remove)',
    ),
    GetAsyncKeyState: user32.func('int16_t __stdcall GetAsyncKeyState(int virtualKey)'),
    GetLastError: kernel32.func('uint32_t __stdcall GetLastError()'),
  };
}
