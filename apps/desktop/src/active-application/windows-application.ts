import { basename } from 'node:path/win32';
import koffi from 'koffi';
import { type ActiveApplication, type ActiveProgram, onlyInFront } from './active-application.ts';

/**
 * PROCESS_QUERY_LIMITED_INFORMATION (winnt.h): enough for a program's path, and granted for programs of other users
 * too.
 */
const QUERY_LIMITED = 0x1000;
const MAX_CHARACTERS = 1_024;

/** Windows by user32 and kernel32. Run under Wine, not yet on Windows. */
export function windowsApplication(): ActiveApplication {
  const user32 = koffi.load('user32.dll');
  const kernel32 = koffi.load('kernel32.dll');
  const foreground: () => bigint = user32.func('intptr_t __stdcall GetForegroundWindow()');
  const titleOf: (window: bigint, text: Buffer, most: number) => number = user32.func(
    'int __stdcall GetWindowTextW(intptr_t window, _Out_ uint16_t *text, int most)',
  );
  const processOf: (window: bigint, id: Uint32Array) => number = user32.func(
    'uint32_t __stdcall GetWindowThreadProcessId(intptr_t window, _Out_ uint32_t *id)',
  );
  const openProcess: (access: number, inherit: number, id: number) => bigint = kernel32.func(
    'intptr_t __stdcall OpenProcess(uint32_t access, int inherit, uint32_t id)',
  );
  const imageOf: (handle: bigint, flags: number, path: Buffer, length: Uint32Array) => number = kernel32.func(
    'int __stdcall QueryFullProcessImageNameW(intptr_t handle, uint32_t flags, _Out_ uint16_t *path, _Inout_ uint32_t *length)',
  );
  const close: (handle: bigint) => number = kernel32.func('int __stdcall CloseHandle(intptr_t handle)');

  const pathOf = (pid: number): string | undefined => {
    const handle = openProcess(QUERY_LIMITED, 0, pid);
    if (!handle) return undefined;
    const path = Buffer.alloc(MAX_CHARACTERS * 2);
    const length = new Uint32Array([MAX_CHARACTERS]);
    const isRead = imageOf(handle, 0, path, length) !== 0;
    close(handle);
    return isRead ? path.toString('utf16le', 0, (length[0] ?? 0) * 2) : undefined;
  };

  return onlyInFront(async (): Promise<ActiveProgram | null> => {
    const window = foreground();
    if (!window) return null;
    const id = new Uint32Array(1);
    processOf(window, id);
    const pid = id[0] ?? 0;
    const path = pathOf(pid);
    if (path === undefined) return null;
    const title = Buffer.alloc(MAX_CHARACTERS * 2);
    const length = titleOf(window, title, MAX_CHARACTERS);
    return {
      program: basename(path),
      title: title.toString('utf16le', 0, length * 2),
      pid,
      windowId: String(window),
    };
  });
}
