import type { Handle } from '../../../windows/handle.ts';
import type { Picture, Point } from '../surface.ts';
import type { ScreenCalls } from './screen-calls.ts';

/** winuser.h. */
const WS_POPUP = 0x80000000;
const WS_EX_TOPMOST = 0x8;
const WS_EX_TRANSPARENT = 0x20;
const WS_EX_TOOLWINDOW = 0x80;
const WS_EX_LAYERED = 0x80000;
const WS_EX_NOACTIVATE = 0x08000000;
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
 * A window with an alpha value for each pixel. It is above all others, not listed in the taskbar, and a click does not activate it. Where
 * alpha is 0, the pointer passes through ("Layered windows" in Window Features).
 */
export class LayeredWindow {
  readonly handle: Handle;
  readonly #calls: ScreenCalls;
  readonly #context: Handle;
  #bitmap: Bitmap | undefined;
  #isShown = false;

  private constructor(calls: ScreenCalls, handle: Handle, context: Handle) {
    this.#calls = calls;
    this.handle = handle;
    this.#context = context;
  }

  /** It always stays above `owner`. Without `takesPointer`, the pointer always passes through. Undefined if Windows cannot create it. */
  static open(
    calls: ScreenCalls,
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
