import koffi from 'koffi';
import type { LoadLibrary } from '../../load-library.ts';
import type { WindowProcedure, WindowsCalls } from './calls.ts';

/** A message-only window is a child of this one (winuser.h). */
const HWND_MESSAGE = -3;
const CLASS_NAME = 'QuothDelivery';

/** Windows' own libraries. Throws on other systems. Written for Windows and not run there. */
export function loadWindowsCalls(load: LoadLibrary = koffi.load): WindowsCalls {
  const user32 = load('user32.dll');
  const kernel32 = load('kernel32.dll');
  const advapi32 = load('advapi32.dll');
  const procedureType = koffi.proto(
    'intptr_t __stdcall QuothWindowProcedure(intptr_t window, uint32_t message, uintptr_t wParam, intptr_t lParam)',
  );
  const windowClass = koffi.struct('QuothWindowClass', {
    cbSize: 'uint32_t',
    style: 'uint32_t',
    lpfnWndProc: koffi.pointer(procedureType),
    cbClsExtra: 'int',
    cbWndExtra: 'int',
    hInstance: 'intptr_t',
    hIcon: 'intptr_t',
    hCursor: 'intptr_t',
    hbrBackground: 'intptr_t',
    lpszMenuName: 'str16',
    lpszClassName: 'str16',
    hIconSm: 'intptr_t',
  });
  const registerClass = user32.func(
    'uint16_t __stdcall RegisterClassExW(const QuothWindowClass *windowClass)',
  );
  const createWindow = user32.func(
    'intptr_t __stdcall CreateWindowExW(uint32_t exStyle, str16 className, str16 name, uint32_t style, int x, int y, int width, int height, intptr_t parent, intptr_t menu, intptr_t instance, void *parameter)',
  );
  const moduleHandle = kernel32.func('intptr_t __stdcall GetModuleHandleW(str16 name)');
  const wait = user32.func(
    'uint32_t __stdcall MsgWaitForMultipleObjectsEx(uint32_t count, void *handles, uint32_t ms, uint32_t wakeMask, uint32_t flags)',
  );
  const peek = user32.func(
    'int __stdcall PeekMessageW(_Out_ uint8_t *message, intptr_t window, uint32_t first, uint32_t last, uint32_t remove)',
  );
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
    createMessageWindow: (procedure: WindowProcedure) => {
      const hInstance = moduleHandle(null);
      const isRegistered = registerClass({
        cbSize: koffi.sizeof(windowClass),
        style: 0,
        // For as long as the process lives: the window is never destroyed before.
        lpfnWndProc: koffi.register(procedure, koffi.pointer(procedureType)),
        cbClsExtra: 0,
        cbWndExtra: 0,
        hInstance,
        hIcon: 0,
        hCursor: 0,
        hbrBackground: 0,
        lpszMenuName: null,
        lpszClassName: CLASS_NAME,
        hIconSm: 0,
      });
      if (!isRegistered) return 0;
      return createWindow(0, CLASS_NAME, null, 0, 0, 0, 0, 0, HWND_MESSAGE, 0, hInstance, null);
    },
    DefWindowProcW: user32.func(
      'intptr_t __stdcall DefWindowProcW(intptr_t window, uint32_t message, uintptr_t wParam, intptr_t lParam)',
    ),
    MsgWaitForMultipleObjectsEx: (ms, wakeMask, flags) => wait(0, null, ms, wakeMask, flags),
    PeekMessageW: (message, remove) => peek(message, 0, 0, 0, remove),
    DispatchMessageW: user32.func('intptr_t __stdcall DispatchMessageW(const uint8_t *message)'),

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
