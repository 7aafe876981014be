import koffi from 'koffi';
import type { LoadLibrary } from '../../load-library.ts';
import { loadWindowCalls } from '../../windows/window-calls.ts';
import type { WindowsCalls } from './calls.ts';

/** A message-only window is a child of this one (winuser.h). */
const HWND_MESSAGE = -3;
const CLASS_NAME = 'QuothDelivery';

/** Windows' own libraries. Throws on other systems. Written for Windows and not run there. */
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
