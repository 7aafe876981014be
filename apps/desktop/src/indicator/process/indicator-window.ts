import type { XEventFields } from 'x11';
import type { XConnection } from '../../x11/index.ts';
import type { IndicatorView } from '../indicator-view.ts';
import { isInside, layoutOf } from './layout.ts';
import type { IndicatorMessage, IndicatorPlace, ShowMessage } from './messages.ts';
import { boxesOf, pictureOf } from './picture-of.ts';
import { X11Window } from './x11-window.ts';

/** Above the middle of the lower edge, where it is seldom in the way. */
const USUAL: IndicatorPlace = { x: 0.5, y: 0.9 };
/** Desktops draw some windows above everything; it is raised again after this time. */
const RAISE_MS = 1_000;
const LEFT_BUTTON = 1;

interface Drag {
  /** From the pointer to the window's corner. */
  readonly dx: number;
  readonly dy: number;
}

/** The indicator on an X server: draws views, and reports what is pressed and where it was moved. */
export class IndicatorWindow {
  readonly #window: X11Window;
  readonly #connection: XConnection;
  readonly #scale: number;
  readonly #tell: (message: IndicatorMessage) => void;
  #view: IndicatorView | undefined;
  #place: IndicatorPlace = USUAL;
  #hovered: string | undefined;
  #pressed: string | undefined;
  #drag: Drag | undefined;
  #corner = { x: 0, y: 0 };

  private constructor(
    window: X11Window,
    connection: XConnection,
    scale: number,
    tell: (message: IndicatorMessage) => void,
  ) {
    this.#window = window;
    this.#connection = connection;
    this.#scale = scale;
    this.#tell = tell;
    window.onEvent((event) => this.#onEvent(event));
    setInterval(() => window.raise(), RAISE_MS).unref();
  }

  static async open(
    connection: XConnection,
    tell: (message: IndicatorMessage) => void,
  ): Promise<IndicatorWindow> {
    const [window, resources] = await Promise.all([
      X11Window.open(connection),
      connection.text(connection.root, 'RESOURCE_MANAGER'),
    ]);
    return new IndicatorWindow(window, connection, scaleOf(resources), tell);
  }

  show({ view, place }: ShowMessage): void {
    const isFirst = this.#view === undefined;
    const before = this.#view && layoutOf(this.#view);
    this.#view = view;
    if (place && isFirst) this.#place = place;
    const { width, height } = layoutOf(view);
    if (!this.#drag && (before?.width !== width || before.height !== height)) this.#toPlace();
    this.#draw();
    if (isFirst) void this.#connection.sync().then(() => this.#tell({ type: 'shown' }));
  }

  #draw(): void {
    const view = this.#view;
    if (!view) return;
    const picture = pictureOf(view, { scale: this.#scale, hovered: this.#hovered });
    this.#window.draw(picture, boxesOf(view, this.#scale));
  }

  /** The middle of the window where it was put, and all of the window on the screen. */
  #toPlace(): void {
    const { pixel_width, pixel_height } = this.#connection.screen;
    const size = this.#size();
    this.#corner = {
      x: within(this.#place.x * pixel_width - size.width / 2, pixel_width - size.width),
      y: within(this.#place.y * pixel_height - size.height / 2, pixel_height - size.height),
    };
    this.#window.place(this.#corner);
  }

  #size(): { readonly width: number; readonly height: number } {
    const { width, height } = this.#view ? layoutOf(this.#view) : { width: 1, height: 1 };
    return { width: width * this.#scale, height: height * this.#scale };
  }

  #onEvent(event: XEventFields): void {
    const at = { x: (event.x ?? 0) / this.#scale, y: (event.y ?? 0) / this.#scale };
    const pointer = { x: event.rootx ?? 0, y: event.rooty ?? 0 };
    switch (event.name) {
      case 'ButtonPress':
        if (event.keycode !== LEFT_BUTTON || !this.#view) return;
        this.#pressed = this.#buttonAt(at);
        if (this.#pressed === undefined && isInside(layoutOf(this.#view).handle, at))
          this.#drag = { dx: this.#corner.x - pointer.x, dy: this.#corner.y - pointer.y };
        return;
      case 'ButtonRelease':
        this.#released(at);
        return;
      case 'MotionNotify':
        if (this.#drag) {
          this.#corner = { x: pointer.x + this.#drag.dx, y: pointer.y + this.#drag.dy };
          this.#window.place(this.#corner);
        } else this.#hover(this.#buttonAt(at));
        return;
      case 'LeaveNotify':
        this.#hover(undefined);
        return;
      case 'Expose':
        this.#draw();
        return;
    }
  }

  #released(at: { readonly x: number; readonly y: number }): void {
    const button = this.#buttonAt(at);
    if (button !== undefined && button === this.#pressed) this.#tell({ type: 'action', action: button });
    this.#pressed = undefined;
    if (!this.#drag) return;
    this.#drag = undefined;
    const { pixel_width, pixel_height } = this.#connection.screen;
    const size = this.#size();
    this.#place = {
      x: share(this.#corner.x + size.width / 2, pixel_width),
      y: share(this.#corner.y + size.height / 2, pixel_height),
    };
    this.#toPlace();
    this.#tell({ type: 'moved', place: this.#place });
  }

  #buttonAt(at: { readonly x: number; readonly y: number }) {
    const buttons = this.#view ? layoutOf(this.#view).buttons : [];
    return buttons.find((box) => isInside(box, at))?.action;
  }

  #hover(button: string | undefined): void {
    if (button === this.#hovered) return;
    this.#hovered = button;
    this.#draw();
  }
}

/** The scale: dots per inch as the desktop tells X11 programs (`Xft.dpi`), in quarters of 96; 1 if it does not. */
export function scaleOf(resources: string | undefined): number {
  const dpi = Number(/^Xft\.dpi:\s*(\d+(?:\.\d+)?)\s*$/m.exec(resources ?? '')?.[1] ?? 96);
  return Math.min(4, Math.max(1, Math.round((dpi / 96) * 4) / 4));
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

function share(value: number, whole: number): number {
  return Math.min(1, Math.max(0, value / whole));
}
