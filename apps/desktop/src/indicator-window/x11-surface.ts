import { isDeepStrictEqual } from 'node:util';
import x11, { type XEventFields, type XShapeExtension, type XXineramaExtension } from 'x11';
import { XConnection } from '../x11/x-server.ts';
import {
  around,
  type Box,
  type Measures,
  nearest,
  type Picture,
  type Point,
  type Shape,
  type Surface,
  type SurfaceEvent,
} from './surface.ts';

/** Space for a request's own fields next to its picture, in bytes. */
const REQUEST_BYTES = 64;
const Z_PIXMAP = 2;
const NO_ALLOCATION = 0;
const INPUT_OUTPUT = 1;
const LEFT_BUTTON = 1;

interface WindowParts {
  readonly connection: XConnection;
  readonly shape: XShapeExtension;
  readonly window: number;
  readonly graphics: number;
  readonly depth: number;
  /** Undefined if the server does not tell its monitors. */
  readonly xinerama: XXineramaExtension | undefined;
}

/** What its user may change while it lives. */
interface Look {
  /** The desktop blends windows; otherwise, corners are cut out by a shape. */
  readonly isBlended: boolean;
  readonly scale: number;
}

/** An unmanaged window: it takes no focus, and the pointer only inside its input shape. */
export class X11Surface implements Surface {
  readonly #parts: WindowParts;
  #width = 1;
  #height = 1;
  #isShown = false;
  #screens: readonly Box[];
  #look: Look = { isBlended: false, scale: 1 };
  #listener: (event: SurfaceEvent) => void = () => undefined;

  private constructor(parts: WindowParts) {
    this.#parts = parts;
    const { pixel_width: width, pixel_height: height } = parts.connection.screen;
    this.#screens = [{ x: 0, y: 0, width, height }];
  }

  /** Rejects if the server lacks the extension SHAPE. */
  static async open(connection: XConnection): Promise<X11Surface> {
    const { client, screen, root } = connection;
    const shape = await connection.extension<XShapeExtension>((done) => client.require('shape', done));
    const xinerama = await connection
      .extension<XXineramaExtension>((done) => client.require('xinerama', done))
      .catch(() => undefined);
    const visual = Object.values(screen.depths[32] ?? {}).find((candidate) => candidate.class === 4)?.vid;
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
    const opened = new X11Surface({ connection, shape, xinerama, window, graphics, depth });
    await Promise.all([opened.#name(), opened.#lookForChanges()]);
    return opened;
  }

  onEvent(listener: (event: SurfaceEvent) => void): void {
    const { connection, window } = this.#parts;
    this.#listener = listener;
    connection.onEvent((event) => {
      const reported = event.wid === window ? surfaceEvent(event) : undefined;
      if (reported) listener(reported);
    });
  }

  measures(near?: Point): Measures {
    const { scale } = this.#look;
    const none: Box = { x: 0, y: 0, width: 1, height: 1 };
    const desktop = around(this.#screens) ?? none;
    return { scale, unit: scale, desktop, screen: nearest(this.#screens, near) ?? none };
  }

  /** Not used: the application asks the desktop's portal. */
  isDark(): boolean {
    return true;
  }

  place({ x, y }: Point): void {
    this.#parts.connection.client.MoveWindow(this.#parts.window, x, y);
  }

  draw(picture: Picture, { input, outline }: Shape): void {
    const { connection, shape, window } = this.#parts;
    const { client } = connection;
    if (picture.changed && this.#isShown) {
      this.#put(partOf(picture, picture.changed), picture.changed);
      return;
    }
    if (picture.width !== this.#width || picture.height !== this.#height) {
      [this.#width, this.#height] = [picture.width, picture.height];
      client.ResizeWindow(window, picture.width, picture.height);
    }
    shape.Rectangles(shape.Op.Set, shape.Kind.Input, window, 0, 0, input.map(rectangle));
    const seen = this.#look.isBlended ? [{ x: 0, y: 0, ...picture }] : outline;
    shape.Rectangles(shape.Op.Set, shape.Kind.Bounding, window, 0, 0, seen.map(rectangle));
    const isFirst = !this.#isShown;
    this.#isShown = true;
    if (isFirst) client.MapWindow(window);
    this.#put(picture);
    // While it was hidden, monitors may have changed and other windows have come up.
    if (isFirst) this.raise();
  }

  hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#parts.connection.client.UnmapWindow(this.#parts.window);
  }

  raise(): void {
    this.#parts.connection.client.RaiseWindow(this.#parts.window);
    void this.#lookForChanges().then((areNew) => {
      if (areNew) this.#listener({ type: 'rearranged' });
    });
  }

  settled(): Promise<void> {
    return this.#parts.connection.sync();
  }

  /**
   * Asks for the monitors, as RandR also tells them through XINERAMA, for the scale, and whether windows are blended.
   * True if any of it has changed.
   */
  async #lookForChanges(): Promise<boolean> {
    const { connection, xinerama, depth } = this.#parts;
    const { client, root } = connection;
    const before = [this.#screens, this.#look];
    try {
      const manager = await connection.atom('_NET_WM_CM_S0');
      const [screens, resources, owner] = await Promise.all([
        xinerama ? connection.ask<readonly Box[]>((done) => xinerama.QueryScreens(done)) : [],
        connection.text(root, 'RESOURCE_MANAGER'),
        connection.ask<number>((done) => client.GetSelectionOwner(manager, done)),
      ]);
      if (screens.length > 0) this.#screens = screens;
      this.#look = { scale: scaleOf(resources), isBlended: depth === 32 && owner !== 0 };
    } catch {
      // The server is going, and the process with it.
      return false;
    }
    return !isDeepStrictEqual(before, [this.#screens, this.#look]);
  }

  /** In strips, because requests have a maximum length. */
  #put({ width, height, pixels }: PictureRows, { x, y }: Point = { x: 0, y: 0 }): void {
    const { connection, window, graphics, depth } = this.#parts;
    const { client, display } = connection;
    const most = display.max_request_length * 4 - REQUEST_BYTES;
    const rows = Math.max(1, Math.floor(most / (width * 4)));
    for (let top = 0; top < height; top += rows) {
      const count = Math.min(rows, height - top);
      const strip = pixels.subarray(top * width * 4, (top + count) * width * 4);
      client.PutImage(Z_PIXMAP, window, graphics, width, count, x, y + top, 0, depth, strip);
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

type PictureRows = Pick<Picture, 'width' | 'height' | 'pixels'>;

function partOf(picture: Picture, { x, y, width, height }: Box): PictureRows {
  const rows = Array.from({ length: height }, (_, row) => {
    const from = ((y + row) * picture.width + x) * 4;
    return picture.pixels.subarray(from, from + width * 4);
  });
  return { width, height, pixels: Buffer.concat(rows) };
}

function rectangle({ x, y, width, height }: Box): readonly [number, number, number, number] {
  return [Math.floor(x), Math.floor(y), Math.ceil(width), Math.ceil(height)];
}

function surfaceEvent({ name, keycode, rootx, rooty }: XEventFields): SurfaceEvent | undefined {
  const pointer = { x: rootx ?? 0, y: rooty ?? 0 };
  switch (name) {
    case 'ButtonPress':
      return keycode === LEFT_BUTTON ? { type: 'press', pointer } : undefined;
    case 'ButtonRelease':
      return { type: 'release', pointer };
    case 'MotionNotify':
      return { type: 'move', pointer };
    case 'LeaveNotify':
      return { type: 'leave' };
    case 'Expose':
      return { type: 'exposed' };
    default:
      return undefined;
  }
}

/** The scale: dots per inch as the desktop tells X11 programs (`Xft.dpi`), in quarters of 96; 1 if it does not. */
function scaleOf(resources: string | undefined): number {
  const dpi = Number(/^Xft\.dpi:\s*(\d+(?:\.\d+)?)\s*$/m.exec(resources ?? '')?.[1] ?? 96);
  return Math.min(4, Math.max(1, Math.round((dpi / 96) * 4) / 4));
}

/** Undefined if no X server answers; `onEnd` is called when it goes away. */
export async function openX11Surface(
  display: string,
  env: { readonly XAUTHORITY: string | undefined; readonly HOME: string | undefined },
  onEnd: () => void,
): Promise<X11Surface | undefined> {
  const connection = await XConnection.open(display, env);
  if (!connection) return undefined;
  connection.onEnd(onEnd);
  return X11Surface.open(connection);
}
