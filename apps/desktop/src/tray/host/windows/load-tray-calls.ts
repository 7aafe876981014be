import koffi from 'koffi';
import type { LoadLibrary } from '../../../load-library.ts';
import { loadWindowCalls } from '../../../windows/window-calls.ts';
import type { TrayCalls } from './tray-calls.ts';

/** Windows' own libraries. Throws on other systems. Written for Windows and not run there. */
export function loadTrayCalls(load: LoadLibrary = koffi.load): TrayCalls {
  const user32 = load('user32.dll');
  const post = user32.func(
    'int __stdcall PostMessageW(intptr_t window, uint32_t message, uintptr_t wParam, intptr_t lParam)',
  );
  const createIcon = user32.func(
    'intptr_t __stdcall CreateIcon(intptr_t instance, int width, int height, uint8_t planes, uint8_t bitsPerPixel, const uint8_t *mask, const uint8_t *colors)',
  );
  const track = user32.func(
    'int __stdcall TrackPopupMenu(intptr_t menu, uint32_t flags, int x, int y, int reserved, intptr_t window, void *rectangle)',
  );
  return {
    ...loadWindowCalls(load),
    RegisterWindowMessageW: user32.func('uint32_t __stdcall RegisterWindowMessageW(str16 name)'),
    PostMessageW: (window, message) => post(window, message, 0, 0),
    Shell_NotifyIconW: load('shell32.dll').func(
      'int __stdcall Shell_NotifyIconW(uint32_t message, const uint8_t *data)',
    ),
    GetDpiForSystem: user32.func('uint32_t __stdcall GetDpiForSystem()'),
    GetSystemMetricsForDpi: user32.func('int __stdcall GetSystemMetricsForDpi(int index, uint32_t dpi)'),
    CreateIcon: (width, height, bitsPerPixel, mask, colors) =>
      createIcon(0, width, height, 1, bitsPerPixel, mask, colors),
    DestroyIcon: user32.func('int __stdcall DestroyIcon(intptr_t icon)'),
    CreatePopupMenu: user32.func('intptr_t __stdcall CreatePopupMenu()'),
    AppendMenuW: user32.func(
      'int __stdcall AppendMenuW(intptr_t menu, uint32_t flags, uintptr_t item, str16 label)',
    ),
    TrackPopupMenu: (menu, flags, x, y, window) => track(menu, flags, x, y, 0, window, null),
    DestroyMenu: user32.func('int __stdcall DestroyMenu(intptr_t menu)'),
    SetForegroundWindow: user32.func('int __stdcall SetForegroundWindow(intptr_t window)'),
  };
}
