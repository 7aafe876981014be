import type { Canvas } from '@napi-rs/canvas';
import type { Parent } from '@quoth/processes/parent';
import type { IndicatorView } from '../indicator/indicator-view.ts';
import type { IndicatorChannel, IndicatorPlace } from '../indicator/process-indicator.ts';
import { drawIndicator, drawLive, type Hovered, inPixels, liveCanvas, type Painting } from './draw.ts';
import { cardLayout, elapsed, inputBoxes, isInside, type Layout } from './layout.ts';
import type { Box, Measures, Picture, Point, Shape, Surface, SurfaceEvent } from './surface.ts';

/** Desktops draw some windows above everything; it is raised again after this time. */
const RAISE_MS = 1_000;
/** Between two pictures of the light that passes over a resting line, and how long it takes. */
const SWEEP_FRAME_MS = 66;
const SWEEP_MS = 1_000;

interface Drag {
  /** From the pointer to the window's corner. */
  readonly dx: number;
  readonly dy: number;
}

/** A view with its final appearance. */
type DrawnView = IndicatorView & { readonly appearance: Painting['appearance'] };

/** A view and its layout, which is that of all views that differ in nothing but the voice and the second. */
interface Shown {
  readonly view: DrawnView;
  readonly key: string;
  readonly layout: Layout;
}

/** What is on the screen, to be drawn over where only the voice has changed. */
interface Drawn {
  readonly live: Canvas | undefined;
  readonly picture: Picture;
  readonly shape: Shape;
  readonly painting: Painting;
}

/** The indicator on the screen: draws views, and reports what is pressed and where it was moved. */
export class IndicatorWindow {
  readonly #surface: Surface;
  readonly #tell: Parent<IndicatorChannel>['send'];
  #shown: Shown | undefined;
  #drawn: Drawn | undefined;
  #place: IndicatorPlace | undefined;
  #measures: Measures;
  #hovered: Hovered;
  #pressed: Hovered;
  #drag: Drag | undefined;
  #corner: Point = { x: 0, y: 0 };
  #sweeping: NodeJS.Timeout | undefined;

  constructor(surface: Surface, tell: Parent<IndicatorChannel>['send']) {
    this.#surface = surface;
    this.#tell = tell;
    this.#measures = surface.measures();
    surface.onEvent((event) => this.#onEvent(event));
    setInterval(() => {
      if (this.#shown) surface.raise();
    }, RAISE_MS).unref();
  }

  /** Without a view it is hidden. `place`, where it was left, counts when it comes up. */
  show(wanted: IndicatorView | undefined, place?: IndicatorPlace): void {
    clearInterval(this.#sweeping);
    if (!wanted) {
      this.#shown = undefined;
      this.#drawn = undefined;
      this.#hovered = undefined;
      this.#pressed = undefined;
      this.#drag = undefined;
      this.#surface.hide();
      return;
    }
    const before = this.#shown;
    const isDark = wanted.appearance === 'system' ? this.#surface.isDark() : wanted.appearance === 'dark';
    const view: DrawnView = { ...wanted, appearance: isDark ? 'dark' : 'light' };
    const key = keyOf(view);
    if (before?.key === key) {
      this.#shown = { ...before, view };
      this.#drawLive();
    } else {
      const layout = cardLayout(view);
      this.#shown = { view, key, layout };
      if (place && !before) this.#place = place;
      if (!this.#drag && !isSamePlace(before?.layout, layout)) this.#toPlace(layout);
      this.#draw();
    }
    if (view.tone === 'working' && !view.isStill)
      this.#sweeping = setInterval(() => this.#drawLive(), SWEEP_FRAME_MS).unref();
    if (!before) void this.#surface.settled().then(() => this.#tell('shown'));
  }

  /** All of it. */
  #draw(): void {
    if (!this.#shown) return;
    const { view, layout } = this.#shown;
    const { scale, unit } = this.#measures;
    const isOpen = view.tone !== 'starting' && view.tone !== 'working';
    const { appearance } = view;
    const painting: Painting = { appearance, scale, hovered: this.#hovered, isOpen };
    const canvas = drawIndicator(layout, painting);
    const pixels = blueFirst(canvas.data());
    const picture = { width: canvas.width, height: canvas.height, pixels, scale };
    const live = layout.live && liveCanvas(layout.live, painting);
    this.#drawn = { live, picture, shape: shapeOf(layout, unit), painting };
    this.#drawVoice();
    this.#surface.draw(picture, this.#drawn.shape);
  }

  /** The voice alone, which changes twenty times a second. */
  #drawLive(): void {
    const changed = this.#drawVoice();
    if (changed && this.#drawn) this.#surface.draw({ ...this.#drawn.picture, changed }, this.#drawn.shape);
  }

  /** Into the picture; where, in pixels. */
  #drawVoice(): Box | undefined {
    const layout = this.#shown?.layout.live;
    if (!this.#shown || !this.#drawn?.live || !layout) return undefined;
    const { live, picture, painting } = this.#drawn;
    drawLive(live, layout, momentOf(this.#shown.view), painting);
    const changed = inPixels(layout.box, painting.scale);
    copyInto(picture, changed, blueFirst(live.data()));
    return changed;
  }

  /** Its anchor where it was put, but all of the window on one screen. */
  #toPlace(layout: Layout): void {
    const { desktop } = this.#surface.measures();
    const at = anchorOf(this.#place, desktop);
    this.#measures = this.#surface.measures(at);
    this.#corner = cornerAt(at, layout, this.#measures);
    this.#surface.place(this.#corner);
  }

  #onEvent(event: SurfaceEvent): void {
    switch (event.type) {
      case 'press':
        this.#pressedAt(event.pointer);
        return;
      case 'release':
        this.#released(event.pointer);
        return;
      case 'move':
        if (this.#drag) this.#dragTo(event.pointer, this.#drag);
        else this.#hover(this.#partAt(event.pointer));
        return;
      case 'leave':
        this.#hover(undefined);
        return;
      case 'exposed':
        this.#draw();
        return;
      case 'rearranged':
        // The end of the drag measures everything again.
        if (this.#drag || !this.#shown) return;
        this.#toPlace(this.#shown.layout);
        this.#draw();
        return;
    }
  }

  #pressedAt(pointer: Point): void {
    this.#pressed = this.#partAt(pointer);
    if (this.#pressed === 'handle')
      this.#drag = { dx: this.#corner.x - pointer.x, dy: this.#corner.y - pointer.y };
  }

  #dragTo(pointer: Point, { dx, dy }: Drag): void {
    this.#corner = { x: pointer.x + dx, y: pointer.y + dy };
    this.#surface.place(this.#corner);
  }

  #released(pointer: Point): void {
    const part = this.#partAt(pointer);
    if (part !== undefined && part !== 'handle' && part === this.#pressed) this.#tell('action', part);
    this.#pressed = undefined;
    if (!this.#drag || !this.#shown) return;
    this.#drag = undefined;
    const { layout } = this.#shown;
    const { scale, unit } = this.#measures;
    const { anchor } = layout;
    const at = { x: this.#corner.x + anchor.x * unit, y: this.#corner.y + anchor.y * unit };
    this.#place = placeOf(at, this.#surface.measures().desktop);
    this.#toPlace(layout);
    // The new screen may have another scale.
    if (scale !== this.#measures.scale || unit !== this.#measures.unit) this.#draw();
    this.#tell('moved', this.#place);
  }

  #partAt({ x, y }: Point): Hovered {
    if (!this.#shown) return undefined;
    const { buttons, handle } = this.#shown.layout;
    const { unit } = this.#measures;
    const at = { x: (x - this.#corner.x) / unit, y: (y - this.#corner.y) / unit };
    const button = buttons.find((box) => isInside(box, at));
    return button?.action ?? (isInside(handle, at) ? 'handle' : undefined);
  }

  #hover(part: Hovered): void {
    if (part === this.#hovered) return;
    this.#hovered = part;
    this.#draw();
  }
}

/** What the layout depends on: the time only by how many digits it has. */
function keyOf({ levels: _, elapsedMs, ...rest }: IndicatorView): string {
  return JSON.stringify([rest, elapsed(elapsedMs).length]);
}

function momentOf({ tone, levels, elapsedMs, isStill }: IndicatorView) {
  const sweep = tone === 'working' && !isStill ? (performance.now() % SWEEP_MS) / SWEEP_MS : undefined;
  return { levels, elapsedText: elapsed(elapsedMs), sweep };
}

function isSamePlace(before: Layout | undefined, { width, height, anchor }: Layout): boolean {
  return before?.width === width && before.height === height && before.anchor.y === anchor.y;
}

/** Above the middle of the main screen's lower edge, where it is seldom in the way. */
const USUAL: IndicatorPlace = { x: 0.5, y: 0.9 };

/** Where the anchor belongs; undefined without a remembered place. */
function anchorOf(place: IndicatorPlace | undefined, desktop: Box): Point | undefined {
  return place && { x: desktop.x + place.x * desktop.width, y: desktop.y + place.y * desktop.height };
}

/** The window's corner, in whole units: its anchor at the point, but all of it on the screen. */
function cornerAt(
  at: Point | undefined,
  { width, height, anchor }: Layout,
  { screen, unit }: Pick<Measures, 'screen' | 'unit'>,
): Point {
  const { x, y } = at ?? {
    x: screen.x + USUAL.x * screen.width,
    y: screen.y + USUAL.y * screen.height,
  };
  return {
    x: Math.round(screen.x + within(x - anchor.x * unit - screen.x, screen.width - width * unit)),
    y: Math.round(screen.y + within(y - anchor.y * unit - screen.y, screen.height - height * unit)),
  };
}

/** A point of the desktop, to be remembered. */
function placeOf({ x, y }: Point, desktop: Box): IndicatorPlace {
  return { x: share(x - desktop.x, desktop.width), y: share(y - desktop.y, desktop.height) };
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

function share(value: number, whole: number): number {
  return Math.min(1, Math.max(0, value / whole));
}

/** The library returns premultiplied red, green, blue, alpha; every system expects blue first. */
export function blueFirst(data: Uint8Array): Buffer {
  // By whole pixels, on machines that write the lowest byte first: all that it runs on.
  const pixels = new Uint32Array(new Uint8Array(data).buffer);
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at] ?? 0;
    pixels[at] = (pixel & 0xff00ff00) | ((pixel & 0xff) << 16) | ((pixel >>> 16) & 0xff);
  }
  return Buffer.from(pixels.buffer);
}

/** Copies a part into the picture. */
function copyInto({ pixels, width }: Picture, { x, y, ...size }: Box, part: Buffer): void {
  const row = size.width * 4;
  for (let top = 0; top < size.height; top++)
    part.copy(pixels, ((y + top) * width + x) * 4, top * row, (top + 1) * row);
}

/** Where it takes the pointer, and the outlines of its cards row by row, in desktop units. */
function shapeOf(layout: Layout, unit: number): Shape {
  const input = inputBoxes(layout).map((box) => scaled(box, unit));
  const outline = layout.cards.flatMap((box) => {
    const card = scaled(box, unit);
    const radius = box.radius * unit;
    return Array.from({ length: Math.ceil(card.height) }, (_, row) => {
      const fromEdge = Math.min(row + 0.5, card.height - row - 0.5);
      const inset = fromEdge >= radius ? 0 : radius - Math.sqrt(radius ** 2 - (radius - fromEdge) ** 2);
      return { x: card.x + inset, y: card.y + row, width: card.width - 2 * inset, height: 1 };
    });
  });
  return { input, outline };
}

function scaled({ x, y, width, height }: Box, by: number): Box {
  return { x: x * by, y: y * by, width: width * by, height: height * by };
}
