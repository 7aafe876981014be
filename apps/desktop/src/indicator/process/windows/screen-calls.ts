import type { Handle } from '../../../windows/handle.ts';
import type { WindowCalls } from '../../../windows/window-calls.ts';

/** The functions of user32.dll, gdi32.dll, shcore.dll and advapi32.dll that are needed, with their own names; parameters that are always null or 0 are left out. */
export interface ScreenCalls extends WindowCalls {
  GetSystemMetrics(index: number): number;
  /** `rectangle` is a RECT. */
  MonitorFromRect(rectangle: Int32Array, flags: number): Handle;
  /** `information` is a MONITORINFO. */
  GetMonitorInfoW(monitor: Handle, information: Uint8Array): number;
  GetDpiForMonitor(monitor: Handle, type: number, x: Uint32Array, y: Uint32Array): number;

  CreateCompatibleDC(): Handle;
  /** `information` is a BITMAPINFO; `bits` receives the address of its pixels. */
  CreateDIBSection(context: Handle, information: Uint8Array, bits: BigUint64Array): Handle;
  SelectObject(context: Handle, object: Handle): Handle;
  DeleteObject(object: Handle): number;
  /** RtlMoveMemory. */
  copyTo(address: Handle, from: Uint8Array, bytes: number): void;

  /** `position` is a POINT, `size` a SIZE, `blend` a BLENDFUNCTION; the picture starts at the context's origin. */
  UpdateLayeredWindow(
    window: Handle,
    position: Int32Array,
    size: Int32Array,
    context: Handle,
    blend: Uint8Array,
    flags: number,
  ): number;
  ShowWindow(window: Handle, command: number): number;
  /** The size stays the same. */
  SetWindowPos(window: Handle, after: Handle, x: number, y: number, flags: number): number;
  SetCapture(window: Handle): Handle;
  ReleaseCapture(): number;
  /** `request` is a TRACKMOUSEEVENT. */
  TrackMouseEvent(request: Uint8Array): number;
  /** The pointer's position at the time of the current message: x in the lower half, y in the upper half, both signed. */
  GetMessagePos(): number;
  /** A REG_DWORD below HKEY_CURRENT_USER; undefined if it does not exist. */
  userNumber(key: string, value: string): number | undefined;
}
