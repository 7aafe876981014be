import koffi from 'koffi';
import type { LoadLibrary } from '../../../load-library.ts';
import type { User32Keys } from './windows-keys.ts';

/** The real user32.dll. Throws on other systems than Windows. Written for Windows and not run there. */
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
