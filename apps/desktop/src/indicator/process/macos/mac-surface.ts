import type { Id, MacRectangle } from '../../../macos/objective-c.ts';
import type { Box } from '../layout.ts';
import { around, nearest } from '../screens.ts';
import type { Measures, Picture, Point, Shape, Surface, SurfaceEvent } from '../surface.ts';
import type { MacScreen, ScreenCalls } from './screen-calls.ts';

/** NSStatusWindowLevel (NSWindow.h): above floating panels and the Dock. The panels that take the pointer are above the visible one. */
const SEEN_LEVEL = 25;
const INPUT_LEVEL = 26;
/** NSEventType (NSEvent.h). */
const eventTypes: Readonly<Record<number, SurfaceEvent['type']>> = {
  1: 'press',
  2: 'release',
  5: 'move',
  6: 'move',
  8: 'move',
  9: 'leave',
};

/**
 * A visible panel that lets the pointer through, and an invisible one over each area that takes the pointer, because a window takes it
 * everywhere or nowhere. Desktop units are points, with y flipped. Written for macOS and not run there.
 */
export class MacSurface implements Surface {
  readonly #calls: ScreenCalls;
  readonly #seen: Id;
  readonly #inputs: Id[] = [];
  #listener: (event: SurfaceEvent) => void = () => undefined;
  #corner: Point = { x: 0, y: 0 };
  #size = { width: 1, height: 1 };
  #boxes: readonly Box[] = [];
  /** How many of the input panels are in front. */
  #inFront = 0;
  #isShown = false;
  #screens = '';

  private constructor(calls: ScreenCalls, seen: Id) {
    this.#calls = calls;
    this.#seen = seen;
  }

  /** Undefined if there is no screen, such as in a remote shell. */
  static open(calls: ScreenCalls): MacSurface | undefined {
    if (calls.screens().length === 0) return undefined;
    const seen = calls.createPanel(SEEN_LEVEL, false);
    return Number(seen) === 0 ? undefined : new MacSurface(calls, seen);
  }

  onEvent(listener: (event: SurfaceEvent) => void): void {
    this.#listener = listener;
  }

  measures(near?: Point): Measures {
    const screens = this.#calls.screens();
    const boxes = screens.map(({ frame, visible, scale }) => ({
      ...this.#flip(frame, screens),
      visible: this.#flip(visible, screens),
      scale,
    }));
    const found = nearest(boxes, near);
    const none: Box = { x: 0, y: 0, width: 1, height: 1 };
    return {
      scale: found?.scale ?? 1,
      unit: 1,
      desktop: around(boxes) ?? none,
      screen: found?.visible ?? none,
    };
  }

  isDark(): boolean {
    return this.#calls.isDark();
  }

  place(corner: Point): void {
    this.#corner = corner;
    this.#arrange();
  }

  draw(picture: Picture, { input }: Shape): void {
    const { width, height, scale } = picture;
    this.#size = { width: width / scale, height: height / scale };
    this.#boxes = input;
    this.#calls.setPicture(this.#seen, picture);
    this.#arrange();
    if (this.#isShown) return;
    this.#isShown = true;
    this.raise();
  }

  /** Also checks whether the screens have changed, of which there is no event here. */
  raise(): void {
    if (!this.#isShown) return;
    this.#calls.orderFront(this.#seen);
    this.#inFront = 0;
    this.#arrange();
    const screens = JSON.stringify(this.#calls.screens());
    const isNew = this.#screens !== '' && this.#screens !== screens;
    this.#screens = screens;
    if (isNew) this.#listener({ type: 'rearranged' });
  }

  settled(): Promise<void> {
    return Promise.resolve();
  }

  /** Waits for AppKit's events, at most this many seconds, and reports those of the input panels. */
  runEvents(seconds: number): void {
    this.#calls.runEvents(seconds, (number, panel) => {
      const type = eventTypes[number];
      if (type === undefined || !this.#inputs.some((input) => Number(input) === Number(panel))) return;
      if (type === 'leave') this.#listener({ type });
      else if (type === 'press' || type === 'release' || type === 'move')
        this.#listener({ type, pointer: this.#pointer() });
    });
  }

  #arrange(): void {
    const { x, y } = this.#corner;
    const screens = this.#calls.screens();
    this.#calls.setFrame(this.#seen, this.#flip({ x, y, ...this.#size }, screens));
    for (const [index, box] of this.#boxes.entries()) {
      const panel = this.#inputAt(index);
      this.#calls.setFrame(panel, this.#flip({ ...box, x: x + box.x, y: y + box.y }, screens));
      if (this.#isShown && index >= this.#inFront) this.#calls.orderFront(panel);
    }
    for (const unused of this.#inputs.slice(this.#boxes.length)) this.#calls.orderOut(unused);
    if (this.#isShown) this.#inFront = this.#boxes.length;
  }

  #inputAt(index: number): Id {
    const known = this.#inputs[index];
    if (known !== undefined) return known;
    const made = this.#calls.createPanel(INPUT_LEVEL, true);
    this.#inputs[index] = made;
    return made;
  }

  #pointer(): Point {
    const { x, y } = this.#calls.mouseLocation();
    const screens = this.#calls.screens();
    return { x, y: (screens[0]?.frame.height ?? 0) - y };
  }

  /** Converts between AppKit's lower left origin and our upper left one; both belong to the first screen. */
  #flip({ x, y, width, height }: MacRectangle, screens: readonly MacScreen[]): Box {
    return { x, y: (screens[0]?.frame.height ?? 0) - y - height, width, height };
  }
}
