import koffi from 'koffi';
import type { LoadLibrary } from '../../../load-library.ts';
import { loadWindowCalls } from '../../../windows/window-calls.ts';
import type { ScreenCalls } from './screen-calls.ts';

/** HKEY_CURRENT_USER (winreg.h): 32 bits, sign-extended. */
const CURRENT_USER = -0x7fffffff;
/** RRF_RT_REG_DWORD (winreg.h). */
const ONLY_DWORD = 0x10;

/** Windows' own libraries. Throws on other systems. Written for Windows and not run there. */
export function loadScreenCalls(load: LoadLibrary = koffi.load): ScreenCalls {
  const user32 = load('user32.dll');
  const gdi32 = load('gdi32.dll');
  const createContext = gdi32.func('intptr_t __stdcall CreateCompatibleDC(intptr_t context)');
  const createBitmap = gdi32.func(
    'intptr_t __stdcall CreateDIBSection(intptr_t context, const uint8_t *information, uint32_t usage, _Out_ uint64_t *bits, intptr_t section, uint32_t offset)',
  );
  const updateLayered = user32.func(
    'int __stdcall UpdateLayeredWindow(intptr_t window, intptr_t screen, const int32_t *position, const int32_t *size, intptr_t context, const int32_t *corner, uint32_t key, const uint8_t *blend, uint32_t flags)',
  );
  const setPosition = user32.func(
    'int __stdcall SetWindowPos(intptr_t window, intptr_t after, int x, int y, int width, int height, uint32_t flags)',
  );
  const readValue = load('advapi32.dll').func(
    'int32_t __stdcall RegGetValueW(intptr_t root, str16 key, str16 value, uint32_t flags, uint32_t *type, _Out_ uint32_t *data, _Inout_ uint32_t *size)',
  );
  const corner = new Int32Array(2);
  return {
    ...loadWindowCalls(load),
    GetSystemMetrics: user32.func('int __stdcall GetSystemMetrics(int index)'),
    MonitorFromRect: user32.func(
      'intptr_t __stdcall MonitorFromRect(const int32_t *rectangle, uint32_t flags)',
    ),
    GetMonitorInfoW: user32.func(
      'int __stdcall GetMonitorInfoW(intptr_t monitor, _Inout_ uint8_t *information)',
    ),
    GetDpiForMonitor: load('shcore.dll').func(
      'int32_t __stdcall GetDpiForMonitor(intptr_t monitor, int type, _Out_ uint32_t *x, _Out_ uint32_t *y)',
    ),
    CreateCompatibleDC: () => createContext(0),
    CreateDIBSection: (context, information, bits) => createBitmap(context, information, 0, bits, 0, 0),
    SelectObject: gdi32.func('intptr_t __stdcall SelectObject(intptr_t context, intptr_t object)'),
    DeleteObject: gdi32.func('int __stdcall DeleteObject(intptr_t object)'),
    copyTo: load('kernel32.dll').func(
      'void __stdcall RtlMoveMemory(intptr_t address, const uint8_t *from, size_t bytes)',
    ),
    UpdateLayeredWindow: (window, position, size, context, blend, flags) =>
      updateLayered(window, 0, position, size, context, corner, 0, blend, flags),
    ShowWindow: user32.func('int __stdcall ShowWindow(intptr_t window, int command)'),
    SetWindowPos: (window, after, x, y, flags) => setPosition(window, after, x, y, 0, 0, flags),
    SetCapture: user32.func('intptr_t __stdcall SetCapture(intptr_t window)'),
    ReleaseCapture: user32.func('int __stdcall ReleaseCapture()'),
    TrackMouseEvent: user32.func('int __stdcall TrackMouseEvent(_Inout_ uint8_t *request)'),
    GetMessagePos: user32.func('uint32_t __stdcall GetMessagePos()'),
    userNumber: (key, value) => {
      const [data, size] = [new Uint32Array(1), new Uint32Array([4])];
      return readValue(CURRENT_USER, key, value, ONLY_DWORD, null, data, size) === 0 ? data[0] : undefined;
    },
  };
}
