import type { Handle } from '../../../windows/handle.ts';
import { PER_MONITOR_AWARE } from '../../../windows/window-calls.ts';
import type { Box } from '../layout.ts';
import type { Measures, Picture, Point, Shape, Surface, SurfaceEvent } from '../surface.ts';
import { LayeredWindow } from './layered-window.ts';
import type { ScreenCalls } from './screen-calls.ts';

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
 * Two layered windows: one shows the picture and lets the pointer through; above it, an invisible one takes the pointer where its alpha is
 * not 0. With a single window, every visible pixel would take clicks. Written for Windows and not run there.
 */
export class WindowsSurface implements Surface {
  readonly #calls: ScreenCalls;
  readonly #picture: LayeredWindow;
  readonly #input: LayeredWindow;
  #listener: (event: SurfaceEvent) => void = () => undefined;
  #corner: Point = { x: 0, y: 0 };
  #isInside = false;

  private constructor(calls: ScreenCalls, picture: LayeredWindow, input: LayeredWindow) {
    this.#calls = calls;
    this.#picture = picture;
    this.#input = input;
  }

  /** Undefined if this process cannot create windows, such as in a service. */
  static open(calls: ScreenCalls): WindowsSurface | undefined {
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
        // Nobody may close it while a microphone is open.
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
