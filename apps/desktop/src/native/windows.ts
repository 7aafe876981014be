import koffi from 'koffi';
import { type LoadLibrary, takeTurns } from './system-turns.ts';

/** A Windows handle or an address; 0 is none. Window handles use 32 bits, addresses more. */
export type Handle = number | bigint;

/** `WNDPROC` (winuser.h). Its result goes to anyone who sent the message. */
export type WindowProcedure = (window: Handle, message: number, wParam: Handle, lParam: Handle) => Handle;

/**
 * The functions of user32.dll that every window needs, with their own names; parameters that are always null or 0 are
 * left out.
 */
export interface WindowCalls {
  /**
   * RegisterClassExW, with the arrow cursor. `procedure` gets the messages of all windows of this class, for the
   * lifetime of the process.
   */
  registerClass(name: string, procedure: WindowProcedure): boolean;
  /** CreateWindowExW, with size 0. Returns 0 if that fails. */
  createWindow(className: string, exStyle: number, style: number, parent: Handle): Handle;
  /** Applies to windows that this thread creates from now on. Returns the previous context, or 0 if that fails. */
  SetThreadDpiAwarenessContext(context: Handle): Handle;
  DefWindowProcW(window: Handle, message: number, wParam: Handle, lParam: Handle): Handle;
  MsgWaitForMultipleObjectsEx(ms: number, wakeMask: number, flags: number): number;
  /** `message` is a MSG, which it fills. Messages that others send, rather than post, are handled inside this call. */
  PeekMessageW(message: Uint8Array, remove: number): number;
  DispatchMessageW(message: Uint8Array): Handle;
}

/** DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2 (windef.h): coordinates are physical pixels on every monitor. */
export const PER_MONITOR_AWARE = -4;
/** IDC_ARROW (winuser.h). */
const ARROW = 32_512;

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

/** Windows' own libraries. Throws on other systems. Run under Wine, not yet on Windows. */
export function loadWindowCalls(load: LoadLibrary): WindowCalls {
  const user32 = load('user32.dll');
  const registerClass = user32.func(
    'uint16_t __stdcall RegisterClassExW(const QuothWindowClass *windowClass)',
  );
  const createWindow = user32.func(
    'intptr_t __stdcall CreateWindowExW(uint32_t exStyle, str16 className, str16 name, uint32_t style, int x, int y, int width, int height, intptr_t parent, intptr_t menu, intptr_t instance, void *parameter)',
  );
  const loadCursor: (instance: Handle, name: Handle) => Handle = user32.func(
    'intptr_t __stdcall LoadCursorW(intptr_t instance, intptr_t name)',
  );
  const moduleHandle = load('kernel32.dll').func('intptr_t __stdcall GetModuleHandleW(str16 name)');
  const hInstance: Handle = moduleHandle(null);
  const wait = user32.func(
    'uint32_t __stdcall MsgWaitForMultipleObjectsEx(uint32_t count, void *handles, uint32_t ms, uint32_t wakeMask, uint32_t flags)',
  );
  const peek = user32.func(
    'int __stdcall PeekMessageW(_Out_ uint8_t *message, intptr_t window, uint32_t first, uint32_t last, uint32_t remove)',
  );
  return {
    registerClass: (name, procedure) =>
      registerClass({
        cbSize: koffi.sizeof(windowClass),
        style: 0,
        lpfnWndProc: koffi.register(procedure, koffi.pointer(procedureType)),
        cbClsExtra: 0,
        cbWndExtra: 0,
        hInstance,
        hIcon: 0,
        // Without one, a window may show the busy cursor.
        hCursor: loadCursor(0, ARROW),
        hbrBackground: 0,
        lpszMenuName: null,
        lpszClassName: name,
        hIconSm: 0,
      }) !== 0,
    createWindow: (className, exStyle, style, parent) =>
      createWindow(exStyle, className, null, style, 0, 0, 0, 0, parent, 0, hInstance, null),
    SetThreadDpiAwarenessContext: user32.func(
      'intptr_t __stdcall SetThreadDpiAwarenessContext(intptr_t context)',
    ),
    DefWindowProcW: user32.func(
      'intptr_t __stdcall DefWindowProcW(intptr_t window, uint32_t message, uintptr_t wParam, intptr_t lParam)',
    ),
    MsgWaitForMultipleObjectsEx: (ms, wakeMask, flags) => wait(0, null, ms, wakeMask, flags),
    PeekMessageW: (message, remove) => peek(message, 0, 0, 0, remove),
    DispatchMessageW: user32.func('intptr_t __stdcall DispatchMessageW(const uint8_t *message)'),
  };
}

/** Milliseconds to wait for messages before Node's turn, in a process that lives for minutes. */
const WAIT_MS = 10;
const QS_ALLINPUT = 0x04ff;
const MWMO_INPUTAVAILABLE = 0x4;
const PM_REMOVE = 0x1;
/** Size of MSG on 64-bit Windows (winuser.h). */
const MSG_SIZE = 48;

type PumpCalls = Pick<WindowCalls, 'MsgWaitForMultipleObjectsEx' | 'PeekMessageW' | 'DispatchMessageW'>;

/** Waits for window messages, at most `ms`, and dispatches them to the windows of this thread. */
export function handleMessages(calls: PumpCalls, ms: number): void {
  const message = Buffer.alloc(MSG_SIZE);
  calls.MsgWaitForMultipleObjectsEx(ms, QS_ALLINPUT, MWMO_INPUTAVAILABLE);
  while (calls.PeekMessageW(message, PM_REMOVE) !== 0) calls.DispatchMessageW(message);
}

/** Dispatches window messages until the process ends. */
export function pumpMessages(calls: PumpCalls): void {
  takeTurns(() => handleMessages(calls, WAIT_MS));
}
