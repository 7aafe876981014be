import type { Handle } from '../../../windows/handle.ts';
import type { WindowCalls } from '../../../windows/window-calls.ts';

/** The functions of user32.dll and shell32.dll that are needed, with their own names; parameters that are always null or 0 are left out. */
export interface TrayCalls extends WindowCalls {
  /** Returns the number of a message that programs know by name. */
  RegisterWindowMessageW(name: string): number;
  PostMessageW(window: Handle, message: number): number;
  /** `data` is a NOTIFYICONDATAW. */
  Shell_NotifyIconW(message: number, data: Uint8Array): number;
  GetDpiForSystem(): number;
  GetSystemMetricsForDpi(index: number, dpi: number): number;
  /** `mask` has one bit per pixel, in rows of whole 16-bit words; `colors` is blue, green, red, alpha. */
  CreateIcon(
    width: number,
    height: number,
    bitsPerPixel: number,
    mask: Uint8Array,
    colors: Uint8Array,
  ): Handle;
  DestroyIcon(icon: Handle): number;

  CreatePopupMenu(): Handle;
  /** `item` is a number, or a menu. */
  AppendMenuW(menu: Handle, flags: number, item: Handle, label: string): number;
  /** Returns when the menu is closed; with TPM_RETURNCMD, the number of the chosen entry, 0 if there is none. */
  TrackPopupMenu(menu: Handle, flags: number, x: number, y: number, window: Handle): number;
  DestroyMenu(menu: Handle): number;
  /** Windows closes a program's menu on a click elsewhere only if the program is in the foreground. */
  SetForegroundWindow(window: Handle): number;
}
