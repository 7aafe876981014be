import koffi from 'koffi';
import type { LoadLibrary } from '../native/system-turns.ts';
import {
  type Handle,
  loadWindowCalls,
  PER_MONITOR_AWARE,
  pumpMessages,
  type WindowCalls,
} from '../native/windows.ts';
import type { Box, Measures, Picture, Point, Shape, Surface, SurfaceEvent } from './surface.ts';

/**
 * The functions of user32.dll, gdi32.dll, shcore.dll and advapi32.dll that are needed, with their own names; parameters
 * that are always null or 0 are left out.
 */
export interface WindowsScreenCalls extends WindowCalls {
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
  /**
   * The pointer's position at the time of the current message: x in the lower half, y in the upper half, both signed.
   */
  GetMessagePos(): number;
  /** A REG_DWORD below HKEY_CURRENT_USER; undefined if it does not exist. */
  userNumber(key: string, value: string): number | undefined;
}

const CLASS_NAME = 'QuothIndicator';
const MDT_EFFECTIVE_DPI = 0;
const MONITOR_DEFAULTTOPRIMARY = 1;
const MONITOR_DEFAULTTONEAREST = 2;
/** SM_XVIRTUALSCREEN, SM_YVIRTUALSCREEN, SM_CXVIRTUALSCREEN, SM_CYVIRTUALSCREEN (winuser.h). */
const VIRTUAL_SCREEN = [76, 77, 78, 79] as const;
/** Size of MONITORINFO, and offset of its rcWork. */
const MONITOR_INFO = 40;
const WORK_AREA = 20;

const WM_CLOSE = 0x10;
const WM_SETTINGCHANGE = 0x1a;
const WM_MOUSEACTIVATE = 0x21;
const WM_DISPLAYCHANGE = 0x7e;
const WM_MOUSEMOVE = 0x200;
const WM_LBUTTONDOWN = 0x201;
const WM_LBUTTONUP = 0x202;
const WM_MOUSELEAVE = 0x2a3;
const WM_DPICHANGED = 0x2e0;
const MA_NOACTIVATE = 3;
/** Size of TRACKMOUSEEVENT on 64-bit Windows. */
const TRACK_SIZE = 24;
const TME_LEAVE = 2;

const THEME = 'Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize';

/**
 * Two layered windows: one shows the picture and lets the pointer through; above it, an invisible one takes the pointer
 * where its alpha is not 0. With a single window, every visible pixel would take clicks. Run under Wine, not yet on
 * Windows.
 */
export class WindowsSurface implements Surface {
  readonly #calls: WindowsScreenCalls;
  readonly #picture: LayeredWindow;
  readonly #input: LayeredWindow;
  #listener: (event: SurfaceEvent) => void = () => undefined;
  #corner: Point = { x: 0, y: 0 };
  #isInside = false;

  private constructor(calls: WindowsScreenCalls, picture: LayeredWindow, input: LayeredWindow) {
    this.#calls = calls;
    this.#picture = picture;
    this.#input = input;
  }

  /** Undefined if this process cannot create windows, such as in a service. */
  static open(calls: WindowsScreenCalls): WindowsSurface | undefined {
    calls.SetThreadDpiAwarenessContext(PER_MONITOR_AWARE);
    let opened: WindowsSurface | undefined;
    const isRegistered = calls.registerClass(CLASS_NAME, (...message) =>
      opened ? opened.#onMessage(...message) : calls.DefWindowProcW(...message),
    );
    const picture = isRegistered && LayeredWindow.open(calls, CLASS_NAME, { owner: 0, takesPointer: false });
    if (!picture) return undefined;
    const input = LayeredWindow.open(calls, CLASS_NAME, { owner: picture.handle, takesPointer: true });
    opened = input && new WindowsSurface(calls, picture, input);
    return opened;
  }

  onEvent(listener: (event: SurfaceEvent) => void): void {
    this.#listener = listener;
  }

  measures(near?: Point): Measures {
    const { x, y } = near ?? { x: 0, y: 0 };
    const rectangle = new Int32Array([x, y, x + 1, y + 1]);
    const monitor = this.#calls.MonitorFromRect(
      rectangle,
      near ? MONITOR_DEFAULTTONEAREST : MONITOR_DEFAULTTOPRIMARY,
    );
    const information = Buffer.alloc(MONITOR_INFO);
    information.writeUInt32LE(MONITOR_INFO, 0);
    this.#calls.GetMonitorInfoW(monitor, information);
    const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => information.readInt32LE(WORK_AREA + at));
    const [dpi, dpiY] = [new Uint32Array(1), new Uint32Array(1)];
    this.#calls.GetDpiForMonitor(monitor, MDT_EFFECTIVE_DPI, dpi, dpiY);
    const scale = (dpi[0] || 96) / 96;
    const [x0 = 0, y0 = 0, width = 0, height = 0] = VIRTUAL_SCREEN.map((index) =>
      this.#calls.GetSystemMetrics(index),
    );
    return {
      scale,
      unit: scale,
      desktop: { x: x0, y: y0, width, height },
      screen: boxOf(left, top, right, bottom),
    };
  }

  /** Windows is light by default. */
  isDark(): boolean {
    return this.#calls.userNumber(THEME, 'AppsUseLightTheme') === 0;
  }

  place(corner: Point): void {
    this.#corner = corner;
    this.#picture.move(corner);
    this.#input.move(corner);
  }

  draw(picture: Picture, { input }: Shape): void {
    this.#picture.put(picture, this.#corner);
    this.#input.put(inputPicture(picture, input), this.#corner);
  }

  hide(): void {
    this.#picture.hide();
    this.#input.hide();
  }

  raise(): void {
    this.#picture.raise();
    this.#input.raise();
  }

  settled(): Promise<void> {
    return Promise.resolve();
  }

  #onMessage(window: Handle, message: number, wParam: Handle, lParam: Handle): Handle {
    switch (message) {
      case WM_MOUSEACTIVATE:
        return MA_NOACTIVATE;
      case WM_CLOSE:
        // No one may close it while a microphone is open.
        return 0;
      case WM_LBUTTONDOWN:
        // A drag may leave the window.
        this.#calls.SetCapture(window);
        this.#listener({ type: 'press', pointer: this.#pointer() });
        return 0;
      case WM_LBUTTONUP:
        this.#calls.ReleaseCapture();
        this.#listener({ type: 'release', pointer: this.#pointer() });
        return 0;
      case WM_MOUSEMOVE:
        this.#followPointer(window);
        this.#listener({ type: 'move', pointer: this.#pointer() });
        return 0;
      case WM_MOUSELEAVE:
        this.#isInside = false;
        this.#listener({ type: 'leave' });
        return 0;
      case WM_DISPLAYCHANGE:
      case WM_SETTINGCHANGE:
      case WM_DPICHANGED:
        // Both windows get these messages.
        if (Number(window) === Number(this.#picture.handle)) this.#listener({ type: 'rearranged' });
        return 0;
      default:
        return this.#calls.DefWindowProcW(window, message, wParam, lParam);
    }
  }

  /** Windows reports only once, and only if asked, that the pointer has left. */
  #followPointer(window: Handle): void {
    if (this.#isInside) return;
    this.#isInside = true;
    const request = Buffer.alloc(TRACK_SIZE);
    request.writeUInt32LE(TRACK_SIZE, 0);
    request.writeUInt32LE(TME_LEAVE, 4);
    request.writeBigInt64LE(BigInt(window), 8);
    this.#calls.TrackMouseEvent(request);
  }

  #pointer(): Point {
    const position = this.#calls.GetMessagePos();
    return { x: (position << 16) >> 16, y: position >> 16 };
  }
}

function boxOf(left = 0, top = 0, right = 0, bottom = 0): Box {
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** A picture of the same size: alpha 1 where it takes the pointer, 0 elsewhere. */
function inputPicture({ width, height, scale }: Picture, input: readonly Box[]): Picture {
  const pixels = Buffer.alloc(width * height * 4);
  for (const box of input) {
    const [left, right] = [Math.floor(box.x), Math.min(width, Math.ceil(box.x + box.width))];
    for (let y = Math.floor(box.y); y < Math.min(height, Math.ceil(box.y + box.height)); y++)
      for (let x = left; x < right; x++) pixels[(y * width + x) * 4 + 3] = 1;
  }
  return { width, height, pixels, scale };
}

/** winuser.h. */
const WS_POPUP = 0x80000000;
const WS_EX_TOPMOST = 0x8;
const WS_EX_TRANSPARENT = 0x20;
const WS_EX_TOOLWINDOW = 0x80;
const WS_EX_LAYERED = 0x80000;
const WS_EX_NOACTIVATE = 0x08000000;
const SW_HIDE = 0;
const SW_SHOWNOACTIVATE = 4;
const HWND_TOPMOST = -1;
const SWP_NOSIZE = 0x1;
const SWP_NOMOVE = 0x2;
const SWP_NOZORDER = 0x4;
const SWP_NOACTIVATE = 0x10;
const ULW_ALPHA = 2;
/** BLENDFUNCTION (wingdi.h): AC_SRC_OVER, no flags, all of the picture's own alpha (AC_SRC_ALPHA). */
const blend = new Uint8Array([0, 0, 255, 1]);
/** Size of BITMAPINFOHEADER (wingdi.h). */
const HEADER = 40;

interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly handle: Handle;
  readonly bits: Handle;
}

/**
 * A window with an alpha value for each pixel. It is above all others, not listed in the taskbar, and a click does not
 * activate it. Where alpha is 0, the pointer passes through ("Layered windows" in Window Features).
 */
export class LayeredWindow {
  readonly handle: Handle;
  readonly #calls: WindowsScreenCalls;
  readonly #context: Handle;
  #bitmap: Bitmap | undefined;
  #isShown = false;

  private constructor(calls: WindowsScreenCalls, handle: Handle, context: Handle) {
    this.#calls = calls;
    this.handle = handle;
    this.#context = context;
  }

  /**
   * It always stays above `owner`. Without `takesPointer`, the pointer always passes through. Undefined if Windows
   * cannot create it.
   */
  static open(
    calls: WindowsScreenCalls,
    className: string,
    { owner, takesPointer }: { readonly owner: Handle; readonly takesPointer: boolean },
  ): LayeredWindow | undefined {
    const style = WS_EX_LAYERED | WS_EX_TOPMOST | WS_EX_NOACTIVATE | WS_EX_TOOLWINDOW;
    const exStyle = takesPointer ? style : style | WS_EX_TRANSPARENT;
    const handle = calls.createWindow(className, exStyle, WS_POPUP, owner);
    const context = calls.CreateCompatibleDC();
    return handle && context ? new LayeredWindow(calls, handle, context) : undefined;
  }

  /** Shows a picture at a place. Throws if Windows refuses. */
  put(picture: Picture, corner: Point): void {
    const { bits } = this.#bitmapOf(picture);
    this.#calls.copyTo(bits, picture.pixels, picture.pixels.length);
    const position = new Int32Array([corner.x, corner.y]);
    const size = new Int32Array([picture.width, picture.height]);
    const { handle } = this;
    if (!this.#calls.UpdateLayeredWindow(handle, position, size, this.#context, blend, ULW_ALPHA))
      throw new Error('Windows refuses the window.');
    if (this.#isShown) return;
    this.#isShown = true;
    this.#calls.ShowWindow(handle, SW_SHOWNOACTIVATE);
  }

  move({ x, y }: Point): void {
    this.#calls.SetWindowPos(this.handle, 0, x, y, SWP_NOSIZE | SWP_NOZORDER | SWP_NOACTIVATE);
  }

  hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#calls.ShowWindow(this.handle, SW_HIDE);
  }

  raise(): void {
    this.#calls.SetWindowPos(this.handle, HWND_TOPMOST, 0, 0, SWP_NOSIZE | SWP_NOMOVE | SWP_NOACTIVATE);
  }

  /** A bitmap of this size, selected into the context; the previous one is freed. */
  #bitmapOf({ width, height }: Picture): Bitmap {
    const before = this.#bitmap;
    if (before?.width === width && before.height === height) return before;
    const bits = new BigUint64Array(1);
    const handle = this.#calls.CreateDIBSection(this.#context, bitmapHeader(width, height), bits);
    if (!handle) throw new Error('Windows has no memory for the picture.');
    this.#calls.SelectObject(this.#context, handle);
    if (before) this.#calls.DeleteObject(before.handle);
    this.#bitmap = { width, height, handle, bits: bits[0] ?? 0n };
    return this.#bitmap;
  }
}

/** BITMAPINFOHEADER: 32 bits per pixel, uncompressed; a negative height means rows from the top. */
function bitmapHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(HEADER, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(-height, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  return header;
}

/** HKEY_CURRENT_USER (winreg.h): 32 bits, sign-extended. */
const CURRENT_USER = -0x7fffffff;
/** RRF_RT_REG_DWORD (winreg.h). */
const ONLY_DWORD = 0x10;

/** Windows' own libraries. Throws on other systems. Run under Wine, not yet on Windows. */
export function loadScreenCalls(load: LoadLibrary = koffi.load): WindowsScreenCalls {
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

/**
 * Undefined if Windows creates no windows here. From then on, this thread waits alternately for window messages and
 * Node's events.
 */
export function openWindowsSurface(): WindowsSurface | undefined {
  const calls = loadScreenCalls();
  const surface = WindowsSurface.open(calls);
  if (surface) pumpMessages(calls);
  return surface;
}
