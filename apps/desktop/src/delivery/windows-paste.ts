import { basename } from 'node:path/win32';
import koffi from 'koffi';
import type { LoadLibrary } from '../native/system-turns.ts';
import { type Handle, loadWindowCalls } from '../native/windows.ts';
import type { Chord, NotPasted } from './delivery-host.ts';
import {
  type FocusedTarget,
  isPasswordPrompt,
  isTerminal,
  type OfferEvents,
  type PasteSystem,
} from './pasting.ts';
import type { SavedFormats, WindowsCalls, WindowsClipboard } from './windows-clipboard.ts';

/** Pasting on Windows. Run under Wine, not yet on Windows. */
export class WindowsPasteSystem implements PasteSystem<SavedFormats, WindowsTarget> {
  readonly #calls: WindowsCalls;
  readonly #clipboard: WindowsClipboard;
  readonly #pid: number;

  constructor(calls: WindowsCalls, clipboard: WindowsClipboard, pid: number) {
    this.#calls = calls;
    this.#clipboard = clipboard;
    this.#pid = pid;
  }

  focused(): WindowsTarget | undefined {
    return foregroundTarget(this.#calls, this.#pid);
  }

  changes(): number {
    return this.#clipboard.changes();
  }

  save(): Promise<SavedFormats> {
    return this.#clipboard.save();
  }

  offer(text: string, target: WindowsTarget, { onAsked, onSuperseded }: OfferEvents): Promise<boolean> {
    const isFor = (asker: number | bigint) => isAskerOf(this.#calls, target, asker);
    return this.#clipboard.offer({ text, isFor, onAsked, onSuperseded });
  }

  restore(saved: SavedFormats, changes?: number): Promise<boolean> {
    return this.#clipboard.restore(saved, changes);
  }

  put(text: string): Promise<boolean> {
    return this.#clipboard.put(text);
  }

  text(): Promise<string | undefined> {
    return this.#clipboard.text();
  }

  hasHeldModifiers(): boolean {
    return heldModifiers(this.#calls).length > 0;
  }

  releaseModifiers(): void {
    releaseKeys(this.#calls, heldModifiers(this.#calls));
  }

  press(keys: Chord, target: WindowsTarget): boolean {
    return pressKeys(this.#calls, keys === 'paste' && target.isTerminal ? 'paste-in-terminal' : keys);
  }
}

/** winnt.h. */
const PROCESS_QUERY_LIMITED_INFORMATION = 0x1000;
const TOKEN_QUERY = 0x8;
const TOKEN_ELEVATION = 20;
/** winuser.h. */
const GWL_STYLE = -16;
const ES_PASSWORD = 0x20;
const MAX_CHARACTERS = 1_024;

/** Size and offset in GUITHREADINFO of 64-bit Windows (winuser.h); the test compares them with the declared struct. */
export const GUI_THREAD_SIZE = 72;
export const FOCUSED_WINDOW = 16;

/**
 * Windows whose text another process reads: UWP's frame, and consoles, whose window is reported as that of the program
 * inside.
 */
const readByOthers = new Set(['ApplicationFrameWindow', 'ConsoleWindowClass']);

/** The window with the focus. */
export interface WindowsTarget extends FocusedTarget {
  readonly window: Handle;
  readonly pid: number;
  readonly className: string;
}

/** Undefined if no window has the focus, or Windows shows its own, for example on a locked screen. */
export function foregroundTarget(calls: WindowsCalls, ownPid: number): WindowsTarget | undefined {
  const window = calls.GetForegroundWindow();
  if (!window) return undefined;
  const pid = processOf(calls, window);
  const className = classOf(calls, window);
  const program = basename(imageOf(calls, pid));
  return {
    place: String(window),
    isTerminal: isTerminal(className) || isTerminal(program),
    program,
    refusal: refusalOf(calls, { pid, ownPid, program }),
    window,
    pid,
    className,
  };
}

/**
 * Whether the program of this window is asking. A program that opened the clipboard without a window cannot be
 * identified, and is allowed.
 */
function isAskerOf(calls: WindowsCalls, target: WindowsTarget, asker: Handle): boolean {
  if (Number(asker) === 0 || Number(asker) === Number(target.window)) return true;
  return readByOthers.has(target.className) || processOf(calls, asker) === target.pid;
}

interface Whose {
  readonly pid: number;
  readonly ownPid: number;
  readonly program: string;
}

function refusalOf(calls: WindowsCalls, { pid, ownPid, program }: Whose): NotPasted | undefined {
  if (isPasswordPrompt(program) || isPasswordField(calls)) return 'password-prompt';
  // User Interface Privilege Isolation: keys for a program that may do more are dropped, and SendInput does not say so.
  return isElevated(calls, pid) && !isElevated(calls, ownPid) ? 'keys-refused' : undefined;
}

function processOf(calls: WindowsCalls, window: Handle): number {
  const pid = new Uint32Array(1);
  calls.GetWindowThreadProcessId(window, pid);
  return pid[0] ?? 0;
}

function classOf(calls: WindowsCalls, window: Handle): string {
  const name = Buffer.alloc(MAX_CHARACTERS * 2);
  return name.toString('utf16le', 0, calls.GetClassNameW(window, name, MAX_CHARACTERS) * 2);
}

function imageOf(calls: WindowsCalls, pid: number): string {
  const opened = calls.OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, pid);
  if (!opened) return '';
  const path = Buffer.alloc(MAX_CHARACTERS * 2);
  const length = new Uint32Array([MAX_CHARACTERS]);
  const isRead = calls.QueryFullProcessImageNameW(opened, path, length) !== 0;
  calls.CloseHandle(opened);
  return isRead ? path.toString('utf16le', 0, (length[0] ?? 0) * 2) : '';
}

/** Fields of programs that draw their own, as browsers do, cannot be recognised. */
function isPasswordField(calls: WindowsCalls): boolean {
  const information = Buffer.alloc(GUI_THREAD_SIZE);
  information.writeUInt32LE(GUI_THREAD_SIZE, 0);
  if (calls.GetGUIThreadInfo(information) === 0) return false;
  const field = information.readBigUInt64LE(FOCUSED_WINDOW);
  if (field === 0n || !/^(edit|richedit)/i.test(classOf(calls, field))) return false;
  return (calls.GetWindowLongW(field, GWL_STYLE) & ES_PASSWORD) !== 0;
}

/** A process whose token we may not read has higher privileges. */
function isElevated(calls: WindowsCalls, pid: number): boolean {
  const opened = calls.OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, pid);
  if (!opened) return true;
  const token = new BigUint64Array(1);
  const isOpened = calls.OpenProcessToken(opened, TOKEN_QUERY, token) !== 0;
  calls.CloseHandle(opened);
  if (!isOpened) return true;
  const elevation = new Uint32Array(1);
  const isKnown =
    calls.GetTokenInformation(token[0] ?? 0n, TOKEN_ELEVATION, elevation, 4, new Uint32Array(1)) !== 0;
  calls.CloseHandle(token[0] ?? 0n);
  return !isKnown || elevation[0] !== 0;
}

/**
 * INPUT on 64-bit Windows, with a KEYBDINPUT in it (winuser.h); the test compares size and offsets with the declared
 * struct.
 */
export const INPUT_SIZE = 40;
const VIRTUAL_KEY = 8;
const FLAGS = 12;
const INPUT_KEYBOARD = 1;
const KEYEVENTF_EXTENDEDKEY = 0x1;
const KEYEVENTF_KEYUP = 0x2;

const keys = { control: 0x11, shift: 0x10, insert: 0x2d, enter: 0x0d, left: 0x25, c: 0x43, v: 0x56 } as const;
/** Assigned to no key: pressed in between, it keeps a released Alt or Win key from opening a menu. */
const UNASSIGNED = 0xe8;
const KEY_IS_DOWN = 0x8000;

/** Left and right Shift, Ctrl, Alt, Win. */
const modifierKeys: readonly number[] = [0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0x5b, 0x5c];
/** Keys whose scan codes begin with E0: without this flag, Insert is the one of the numeric keypad. */
const extendedKeys: ReadonlySet<number> = new Set([keys.insert, keys.left, 0xa3, 0xa5, 0x5b, 0x5c]);

/** Ctrl+V everywhere except in terminals, all of which support Shift+Insert. */
const combinations: Readonly<Record<Chord | 'paste-in-terminal', readonly number[]>> = {
  paste: [keys.control, keys.v],
  'paste-in-terminal': [keys.shift, keys.insert],
  copy: [keys.control, keys.c],
  enter: [keys.enter],
  'ctrl-enter': [keys.control, keys.enter],
  left: [keys.left],
};

type KeyCalls = Pick<WindowsCalls, 'GetAsyncKeyState' | 'SendInput'>;

function heldModifiers(calls: KeyCalls): readonly number[] {
  return modifierKeys.filter((key) => (calls.GetAsyncKeyState(key) & KEY_IS_DOWN) !== 0);
}

function releaseKeys(calls: KeyCalls, held: readonly number[]): void {
  if (held.length === 0) return;
  const strokes = [down(UNASSIGNED), up(UNASSIGNED), ...held.map(up)];
  calls.SendInput(strokes.length, Buffer.concat(strokes), INPUT_SIZE);
}

/**
 * In one call, so that no other key comes in between and none stays down. False if Windows did not accept all of them.
 */
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

/** A message-only window is a child of this one (winuser.h). */
const HWND_MESSAGE = -3;
const CLASS_NAME = 'QuothDelivery';

/** Windows' own libraries. Throws on other systems. Run under Wine, not yet on Windows. */
export function loadWindowsCalls(load: LoadLibrary = koffi.load): WindowsCalls {
  const user32 = load('user32.dll');
  const kernel32 = load('kernel32.dll');
  const advapi32 = load('advapi32.dll');
  const { registerClass, createWindow, ...messageCalls } = loadWindowCalls(load);
  const guiThread = user32.func(
    'int __stdcall GetGUIThreadInfo(uint32_t thread, _Inout_ uint8_t *information)',
  );
  const openProcess = kernel32.func(
    'intptr_t __stdcall OpenProcess(uint32_t access, int inherits, uint32_t pid)',
  );
  const imageName = kernel32.func(
    'int __stdcall QueryFullProcessImageNameW(intptr_t process, uint32_t flags, _Out_ uint8_t *path, _Inout_ uint32_t *length)',
  );
  return {
    ...messageCalls,
    createMessageWindow: (procedure) =>
      registerClass(CLASS_NAME, procedure) ? createWindow(CLASS_NAME, 0, 0, HWND_MESSAGE) : 0,

    OpenClipboard: user32.func('int __stdcall OpenClipboard(intptr_t window)'),
    CloseClipboard: user32.func('int __stdcall CloseClipboard()'),
    EmptyClipboard: user32.func('int __stdcall EmptyClipboard()'),
    EnumClipboardFormats: user32.func('uint32_t __stdcall EnumClipboardFormats(uint32_t format)'),
    GetClipboardData: user32.func('intptr_t __stdcall GetClipboardData(uint32_t format)'),
    SetClipboardData: user32.func('intptr_t __stdcall SetClipboardData(uint32_t format, intptr_t memory)'),
    RegisterClipboardFormatW: user32.func('uint32_t __stdcall RegisterClipboardFormatW(str16 name)'),
    GetClipboardFormatNameW: user32.func(
      'int __stdcall GetClipboardFormatNameW(uint32_t format, _Out_ uint8_t *name, int most)',
    ),
    GetClipboardSequenceNumber: user32.func('uint32_t __stdcall GetClipboardSequenceNumber()'),
    GetClipboardOwner: user32.func('intptr_t __stdcall GetClipboardOwner()'),
    GetOpenClipboardWindow: user32.func('intptr_t __stdcall GetOpenClipboardWindow()'),

    GlobalAlloc: kernel32.func('intptr_t __stdcall GlobalAlloc(uint32_t flags, size_t bytes)'),
    GlobalFree: kernel32.func('intptr_t __stdcall GlobalFree(intptr_t memory)'),
    GlobalSize: kernel32.func('size_t __stdcall GlobalSize(intptr_t memory)'),
    GlobalLock: kernel32.func('intptr_t __stdcall GlobalLock(intptr_t memory)'),
    GlobalUnlock: kernel32.func('int __stdcall GlobalUnlock(intptr_t memory)'),
    copyFrom: kernel32.func(
      'void __stdcall RtlMoveMemory(_Out_ uint8_t *to, intptr_t address, size_t bytes)',
    ),
    copyTo: kernel32.func(
      'void __stdcall RtlMoveMemory(intptr_t address, const uint8_t *from, size_t bytes)',
    ),

    GetForegroundWindow: user32.func('intptr_t __stdcall GetForegroundWindow()'),
    GetWindowThreadProcessId: user32.func(
      'uint32_t __stdcall GetWindowThreadProcessId(intptr_t window, _Out_ uint32_t *pid)',
    ),
    GetClassNameW: user32.func('int __stdcall GetClassNameW(intptr_t window, _Out_ uint8_t *name, int most)'),
    GetGUIThreadInfo: (information) => guiThread(0, information),
    GetWindowLongW: user32.func('int32_t __stdcall GetWindowLongW(intptr_t window, int index)'),
    OpenProcess: (access, pid) => openProcess(access, 0, pid),
    QueryFullProcessImageNameW: (process, path, length) => imageName(process, 0, path, length),
    OpenProcessToken: advapi32.func(
      'int __stdcall OpenProcessToken(intptr_t process, uint32_t access, _Out_ uint64_t *token)',
    ),
    GetTokenInformation: advapi32.func(
      'int __stdcall GetTokenInformation(intptr_t token, int what, _Out_ uint32_t *information, uint32_t length, _Out_ uint32_t *needed)',
    ),
    CloseHandle: kernel32.func('int __stdcall CloseHandle(intptr_t handle)'),

    GetAsyncKeyState: user32.func('int16_t __stdcall GetAsyncKeyState(int virtualKey)'),
    SendInput: user32.func('uint32_t __stdcall SendInput(uint32_t count, const uint8_t *inputs, int size)'),
  };
}
