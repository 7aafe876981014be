import { basename } from 'node:path/win32';
import type { Handle } from '../../windows/handle.ts';
import type { FocusedTarget } from '../desk/paste-system.ts';
import type { NotPasted } from '../host/host-protocol.ts';
import { isPasswordPrompt, isTerminal } from '../program-kinds.ts';
import type { WindowsCalls } from './calls.ts';

/** winnt.h. */
const PROCESS_QUERY_LIMITED_INFORMATION = 0x1000;
const TOKEN_QUERY = 0x8;
const TOKEN_ELEVATION = 20;
/** winuser.h. */
const GWL_STYLE = -16;
const ES_PASSWORD = 0x20;
const MOST_CHARACTERS = 1_024;

/** Size and offset in GUITHREADINFO of 64-bit Windows (winuser.h); the test compares them with the declared struct. */
export const GUI_THREAD_SIZE = 72;
export const FOCUSED_WINDOW = 16;

/** Windows whose text another process reads: UWP's frame, and consoles, whose window is reported as that of the program inside. */
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
    refusal: refusalOf(calls, { pid, ownPid, program }),
    window,
    pid,
    className,
  };
}

/** Whether the program of this window is asking. A program that opened the clipboard without a window cannot be identified, and is allowed. */
export function isAskerOf(calls: WindowsCalls, target: WindowsTarget, asker: Handle): boolean {
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
  const name = Buffer.alloc(MOST_CHARACTERS * 2);
  return name.toString('utf16le', 0, calls.GetClassNameW(window, name, MOST_CHARACTERS) * 2);
}

function imageOf(calls: WindowsCalls, pid: number): string {
  const opened = calls.OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, pid);
  if (!opened) return '';
  const path = Buffer.alloc(MOST_CHARACTERS * 2);
  const length = new Uint32Array([MOST_CHARACTERS]);
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
  const isTold =
    calls.GetTokenInformation(token[0] ?? 0n, TOKEN_ELEVATION, elevation, 4, new Uint32Array(1)) !== 0;
  calls.CloseHandle(token[0] ?? 0n);
  return !isTold || elevation[0] !== 0;
}
