import koffi from 'koffi';
import { type Id, loadImages, MacApplication, type MacRectangle, ObjectiveC } from '../native/macos.ts';
import { type LoadLibrary, takeTurns } from '../native/system-turns.ts';
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

/** An NSScreen, in points; as everywhere in AppKit, y grows upwards from the lower edge of the first screen. */
export interface MacScreen {
  readonly frame: MacRectangle;
  /** Excludes Dock and menu bar. */
  readonly visible: MacRectangle;
  /** Pixels per point. */
  readonly scale: number;
}

/** The parts of AppKit that are needed, at the level of its methods. */
export interface MacScreenCalls {
  screens(): readonly MacScreen[];
  /** NSApplication effectiveAppearance. */
  isDark(): boolean;
  /**
   * A borderless, non-activating, transparent NSPanel on all spaces, with this window level. It takes the pointer
   * everywhere, even where transparent, or nowhere (setIgnoresMouseEvents, set explicitly either way).
   */
  createPanel(level: number, takesPointer: boolean): Id;
  setFrame(panel: Id, frame: MacRectangle): void;
  /** Sets the contents of the panel's layer. */
  setPicture(panel: Id, picture: Picture): void;
  /** orderFrontRegardless, which activates nothing. */
  orderFront(panel: Id): void;
  orderOut(panel: Id): void;
  /** NSEvent mouseLocation. */
  mouseLocation(): Point;
  /**
   * NSApplication nextEventMatchingMask, sendEvent: `onEvent` gets each event's type and panel. Waits at most this long
   * for the first.
   */
  runEvents(seconds: number, onEvent: (type: number, panel: Id) => void): void;
}

/**
 * NSStatusWindowLevel (NSWindow.h): above floating panels and the Dock. The panels that take the pointer are above the
 * visible one.
 */
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
 * A visible panel that lets the pointer through, and an invisible one over each area that takes the pointer, because a
 * window takes it everywhere or nowhere. Desktop units are points, with y flipped. Written for macOS and not run there.
 */
export class MacSurface implements Surface {
  readonly #calls: MacScreenCalls;
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

  private constructor(calls: MacScreenCalls, seen: Id) {
    this.#calls = calls;
    this.#seen = seen;
  }

  /** Undefined if there is no screen, such as in a remote shell. */
  static open(calls: MacScreenCalls): MacSurface | undefined {
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

  hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#inFront = 0;
    for (const panel of [this.#seen, ...this.#inputs]) this.#calls.orderOut(panel);
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

/** NSWindow.h, NSPanel: NSWindowStyleMaskBorderless with NSWindowStyleMaskNonactivatingPanel. */
const NON_ACTIVATING = 1 << 7;
/** NSBackingStoreBuffered. */
const BUFFERED = 2;
/** NSWindowCollectionBehavior: CanJoinAllSpaces, Stationary, IgnoresCycle, FullScreenAuxiliary. */
const EVERYWHERE = (1 << 0) | (1 << 4) | (1 << 6) | (1 << 8);
/** NSTrackingArea.h: MouseEnteredAndExited, ActiveAlways, InVisibleRect. */
const ENTERED_AND_LEFT = 0x01 | 0x80 | 0x200;

/** AppKit itself. Throws on other systems. Only on the main thread. Written for macOS and not run there. */
export function loadScreenCalls(load: LoadLibrary = koffi.load): MacScreenCalls {
  const objectiveC = new ObjectiveC(load);
  const application = new MacApplication(objectiveC);
  const withImage = loadImages(load);
  const nowhere: MacRectangle = { x: 0, y: 0, width: 1, height: 1 };

  const trackPointer = (view: Id) => {
    const area = objectiveC.send<Id>(
      objectiveC.ask(objectiveC.classOf('NSTrackingArea'), 'alloc'),
      'initWithRect:options:owner:userInfo:',
      'intptr_t',
      ['QuothRectangle', 'size_t', 'intptr_t', 'intptr_t'],
      [nowhere, ENTERED_AND_LEFT, view, 0],
    );
    objectiveC.send(view, 'addTrackingArea:', 'void', ['intptr_t'], [area]);
    objectiveC.send(area, 'release', 'void');
  };

  return {
    screens: () =>
      objectiveC.pooled(() =>
        objectiveC.itemsOf(objectiveC.ask(objectiveC.classOf('NSScreen'), 'screens')).map((screen) => ({
          frame: objectiveC.send<MacRectangle>(screen, 'frame', 'QuothRectangle'),
          visible: objectiveC.send<MacRectangle>(screen, 'visibleFrame', 'QuothRectangle'),
          scale: objectiveC.send<number>(screen, 'backingScaleFactor', 'double'),
        })),
      ),
    isDark: () => application.isDark(),
    createPanel: (level, takesPointer) =>
      objectiveC.pooled(() => {
        const panel = objectiveC.send<Id>(
          objectiveC.ask(objectiveC.classOf('NSPanel'), 'alloc'),
          'initWithContentRect:styleMask:backing:defer:',
          'intptr_t',
          ['QuothRectangle', 'size_t', 'size_t', 'bool'],
          [nowhere, NON_ACTIVATING, BUFFERED, false],
        );
        if (Number(panel) === 0) return 0;
        objectiveC.send(panel, 'setLevel:', 'void', ['intptr_t'], [level]);
        objectiveC.send(panel, 'setCollectionBehavior:', 'void', ['size_t'], [EVERYWHERE]);
        const clear = objectiveC.ask(objectiveC.classOf('NSColor'), 'clearColor');
        objectiveC.send(panel, 'setBackgroundColor:', 'void', ['intptr_t'], [clear]);
        for (const selector of ['setOpaque:', 'setHasShadow:', 'setHidesOnDeactivate:'])
          objectiveC.set(panel, selector, false);
        objectiveC.set(panel, 'setIgnoresMouseEvents:', !takesPointer);
        const view = objectiveC.ask(panel, 'contentView');
        objectiveC.set(view, 'setWantsLayer:', true);
        if (takesPointer) trackPointer(view);
        return panel;
      }),
    setFrame: (panel, frame) =>
      objectiveC.pooled(() =>
        objectiveC.send(panel, 'setFrame:display:', 'void', ['QuothRectangle', 'bool'], [frame, true]),
      ),
    setPicture: (panel, picture) =>
      objectiveC.pooled(() => {
        const layer = objectiveC.ask(objectiveC.ask(panel, 'contentView'), 'layer');
        objectiveC.send(layer, 'setContentsScale:', 'void', ['double'], [picture.scale]);
        withImage({ ...picture, isPremultiplied: true }, (image) =>
          objectiveC.send(layer, 'setContents:', 'void', ['intptr_t'], [image]),
        );
      }),
    orderFront: (panel) => objectiveC.pooled(() => objectiveC.send(panel, 'orderFrontRegardless', 'void')),
    orderOut: (panel) =>
      objectiveC.pooled(() => objectiveC.send(panel, 'orderOut:', 'void', ['intptr_t'], [0])),
    mouseLocation: () => objectiveC.send<Point>(objectiveC.classOf('NSEvent'), 'mouseLocation', 'QuothPoint'),
    runEvents: (seconds, onEvent) =>
      application.runEvents(seconds, ({ type, window }) => onEvent(type, window)),
  };
}

/** Seconds to wait for macOS' events before Node's turn. The process lives for minutes. */
const WAIT = 0.01;

/** Undefined if there is no screen. From then on, this thread waits alternately for AppKit's events and Node's. */
export function openMacSurface(): MacSurface | undefined {
  const surface = MacSurface.open(loadScreenCalls());
  if (surface) takeTurns(() => surface.runEvents(WAIT));
  return surface;
}
