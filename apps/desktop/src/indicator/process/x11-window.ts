import x11, { type XEventFields, type XShapeExtension } from 'x11';
import type { XConnection } from '../../x11/index.ts';
import type { Box } from './layout.ts';

/** A premultiplied picture, as the server expects it: blue, green, red, alpha. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/** Space for a request's own fields next to its picture, in bytes. */
const REQUEST_BYTES = 64;
const Z_PIXMAP = 2;
const NO_ALLOCATION = 0;
const INPUT_OUTPUT = 1;

interface WindowParts {
  readonly connection: XConnection;
  readonly shape: XShapeExtension;
  readonly window: number;
  readonly graphics: number;
  readonly depth: number;
  /** The desktop blends windows; otherwise, corners are cut out by a shape. */
  readonly isBlended: boolean;
}

/** An unmanaged window above all others: it takes no focus, and the pointer only inside `inputBoxes`. */
export class X11Window {
  readonly #parts: WindowParts;
  #width = 1;
  #height = 1;
  #isShown = false;

  private constructor(parts: WindowParts) {
    this.#parts = parts;
  }

  /** Rejects if the server lacks the extension SHAPE. */
  static async open(connection: XConnection): Promise<X11Window> {
    const { client, screen, root } = connection;
    const shape = await connection.extension<XShapeExtension>((done) => client.require('shape', done));
    const visual = Object.values(screen.depths[32] ?? {}).find((candidate) => candidate.class === 4)?.vid;
    const manager = await connection.atom('_NET_WM_CM_S0');
    const owner = await connection.ask<number>((done) => client.GetSelectionOwner(manager, done));
    const isBlended = visual !== undefined && owner !== 0;
    const depth = visual === undefined ? screen.root_depth : 32;
    const [colormap, window, graphics] = [client.AllocID(), client.AllocID(), client.AllocID()];
    client.CreateColormap(colormap, root, visual ?? screen.root_visual, NO_ALLOCATION);
    const { ButtonPress, ButtonRelease, PointerMotion, LeaveWindow, Exposure } = x11.eventMask;
    client.CreateWindow(window, root, 0, 0, 1, 1, 0, depth, INPUT_OUTPUT, visual ?? screen.root_visual, {
      overrideRedirect: true,
      backgroundPixel: 0,
      borderPixel: 0,
      colormap,
      eventMask: ButtonPress | ButtonRelease | PointerMotion | LeaveWindow | Exposure,
    });
    client.CreateGC(graphics, window);
    const opened = new X11Window({ connection, shape, window, graphics, depth, isBlended });
    await opened.#name();
    return opened;
  }

  /** Whether shadows and round corners blend with what is below. */
  get isBlended(): boolean {
    return this.#parts.isBlended;
  }

  onEvent(listener: (event: XEventFields) => void): void {
    const { connection, window } = this.#parts;
    connection.onEvent((event) => {
      if (event.wid === window) listener(event);
    });
  }

  place(at: { readonly x: number; readonly y: number }): void {
    this.#parts.connection.client.MoveWindow(this.#parts.window, Math.round(at.x), Math.round(at.y));
  }

  /** Shows a picture. `input` takes the pointer; `outline` is the shape of the window if nothing blends it; in pixels. */
  draw(
    picture: Picture,
    { input, outline }: { readonly input: readonly Box[]; readonly outline: readonly Box[] },
  ): void {
    const { connection, shape, window, isBlended } = this.#parts;
    const { client } = connection;
    if (picture.width !== this.#width || picture.height !== this.#height) {
      [this.#width, this.#height] = [picture.width, picture.height];
      client.ResizeWindow(window, picture.width, picture.height);
    }
    shape.Rectangles(shape.Op.Set, shape.Kind.Input, window, 0, 0, input.map(rectangle));
    if (!isBlended) shape.Rectangles(shape.Op.Set, shape.Kind.Bounding, window, 0, 0, outline.map(rectangle));
    if (!this.#isShown) {
      this.#isShown = true;
      client.MapWindow(window);
    }
    this.#put(picture);
  }

  /** Raises it above newer windows. */
  raise(): void {
    this.#parts.connection.client.RaiseWindow(this.#parts.window);
  }

  /** In strips, because requests have a maximum length. */
  #put({ width, height, pixels }: Picture): void {
    const { connection, window, graphics, depth } = this.#parts;
    const { client, display } = connection;
    const most = display.max_request_length * 4 - REQUEST_BYTES;
    const rows = Math.max(1, Math.floor(most / (width * 4)));
    for (let top = 0; top < height; top += rows) {
      const count = Math.min(rows, height - top);
      const strip = pixels.subarray(top * width * 4, (top + count) * width * 4);
      client.PutImage(Z_PIXMAP, window, graphics, width, count, 0, top, 0, depth, strip);
    }
  }

  async #name(): Promise<void> {
    const { connection, window } = this.#parts;
    const [utf8, name, type, notification] = await Promise.all(
      ['UTF8_STRING', '_NET_WM_NAME', '_NET_WM_WINDOW_TYPE', '_NET_WM_WINDOW_TYPE_NOTIFICATION'].map((atom) =>
        connection.atom(atom),
      ),
    );
    const { client } = connection;
    const ATOM = 4;
    const WM_CLASS = 67;
    const STRING = 31;
    if (name && utf8) client.ChangeProperty(0, window, name, utf8, 8, Buffer.from('Quoth'));
    if (type && notification) client.ChangeProperty(0, window, type, ATOM, 32, [notification]);
    client.ChangeProperty(0, window, WM_CLASS, STRING, 8, Buffer.from('quoth-indicator\0Quoth\0', 'latin1'));
  }
}

function rectangle({ x, y, width, height }: Box): readonly [number, number, number, number] {
  return [Math.floor(x), Math.floor(y), Math.ceil(width), Math.ceil(height)];
}
