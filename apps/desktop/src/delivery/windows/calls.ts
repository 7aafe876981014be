import type { Handle } from '../../windows/handle.ts';
import type { WindowCalls, WindowProcedure } from '../../windows/window-calls.ts';

type MessageCalls = Omit<WindowCalls, 'registerClass' | 'createWindow' | 'SetThreadDpiAwarenessContext'>;

/** The functions of user32.dll, kernel32.dll and advapi32.dll that are needed, with their own names; parameters that are always null or 0 are left out. */
export interface WindowsCalls extends MessageCalls {
  /** A window that is never shown (HWND_MESSAGE), whose messages `procedure` gets. 0 if that fails. */
  createMessageWindow(procedure: WindowProcedure): Handle;
  OpenClipboard(window: Handle): number;
  CloseClipboard(): number;
  EmptyClipboard(): number;
  EnumClipboardFormats(format: number): number;
  GetClipboardData(format: number): Handle;
  /** `memory` 0: it is requested later, by WM_RENDERFORMAT. */
  SetClipboardData(format: number, memory: Handle): Handle;
  RegisterClipboardFormatW(name: string): number;
  GetClipboardFormatNameW(format: number, name: Uint8Array, most: number): number;
  GetClipboardSequenceNumber(): number;
  GetClipboardOwner(): Handle;
  /** The window that has it open; 0 also if it was opened without a window. */
  GetOpenClipboardWindow(): Handle;

  GlobalAlloc(flags: number, bytes: number): Handle;
  GlobalFree(memory: Handle): Handle;
  GlobalSize(memory: Handle): Handle;
  GlobalLock(memory: Handle): Handle;
  GlobalUnlock(memory: Handle): number;
  /** RtlMoveMemory, in both directions. */
  copyFrom(to: Uint8Array, address: Handle, bytes: number): void;
  copyTo(address: Handle, from: Uint8Array, bytes: number): void;

  GetForegroundWindow(): Handle;
  GetWindowThreadProcessId(window: Handle, pid: Uint32Array): number;
  GetClassNameW(window: Handle, name: Uint8Array, most: number): number;
  /** Of the thread with the focus. `information` is a GUITHREADINFO. */
  GetGUIThreadInfo(information: Uint8Array): number;
  GetWindowLongW(window: Handle, index: number): number;
  OpenProcess(access: number, pid: number): Handle;
  QueryFullProcessImageNameW(process: Handle, path: Uint8Array, length: Uint32Array): number;
  OpenProcessToken(process: Handle, access: number, token: BigUint64Array): number;
  GetTokenInformation(
    token: Handle,
    what: number,
    information: Uint32Array,
    length: number,
    needed: Uint32Array,
  ): number;
  CloseHandle(handle: Handle): number;

  GetAsyncKeyState(virtualKey: number): number;
  /** `inputs` are consecutive INPUT structs. Returns how many were accepted. */
  SendInput(count: number, inputs: Uint8Array, size: number): number;
}
