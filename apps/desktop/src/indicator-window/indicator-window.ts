import type { Parent } from '@quoth/processes/parent';
import type { IndicatorView } from '../indicator/indicator-view.ts';
import type { IndicatorChannel, IndicatorPlace } from '../indicator/process-indicator.ts';
import { drawIndicator } from './draw.ts';
import { type Box, cardLayout, inputBoxes, isInside } from './layout.ts';
import type { Measures, Picture, Point, Shape, Surface, SurfaceEvent } from './surface.ts';

/** Desktops draw some windows above everything; it is raised again after this time. */
const RAISE_MS = 1_000;

interface Drag {
  /** From the pointer to the window's corner. */
  readonly dx: number;
  readonly dy: number;
}

/** The indicator on the screen: draws views, and reports what is pressed and where it was moved. */
export class IndicatorWindow {
  readonly #surface: Surface;
  readonly #tell: Parent<IndicatorChannel>['send'];
  #view: IndicatorView | undefined;
  #place: IndicatorPlace | undefined;
  #measures: Measures;
  #hovered: string | undefined;
  #pressed: string | undefined;
  #drag: Drag | undefined;
  #corner: Point = { x: 0, y: 0 };

  constructor(surface: Surface, tell: Parent<IndicatorChannel>['send']) {
    this.#surface = surface;
    this.#tell = tell;
    this.#measures = surface.measures();
    surface.onEvent((event) => this.#onEvent(event));
    setInterval(() => {
      if (this.#view) surface.raise();
    }, RAISE_MS).unref();
  }

  /** Without a view it is hidden. `place`, where it was left, counts when it comes up. */
  show(view: IndicatorView | undefined, place?: IndicatorPlace): void {
    if (!view) {
      this.#view = undefined;
      this.#hovered = undefined;
      this.#pressed = undefined;
      this.#drag = undefined;
      this.#surface.hide();
      return;
    }
    const isFirst = this.#view === undefined;
    const before = this.#view && cardLayout(this.#view);
    this.#view = view;
    if (place && isFirst) this.#place = place;
    const { width, height } = cardLayout(view);
    if (!this.#drag && (before?.width !== width || before.height !== height)) this.#toPlace();
    this.#draw();
    if (isFirst) void this.#surface.settled().then(() => this.#tell('shown'));
  }

  #draw(): void {
    if (!this.#view) return;
    const view = this.#drawn(this.#view);
    const { scale, unit } = this.#measures;
    const picture = pictureOf(view, { scale, hovered: this.#hovered });
    this.#surface.draw(picture, boxesOf(view, unit));
  }

  #drawn(view: IndicatorView): DrawnView {
    if (view.appearance !== 'system') return { ...view, appearance: view.appearance };
    return { ...view, appearance: this.#surface.isDark() ? 'dark' : 'light' };
  }

  /** Centres the window where it was put, but keeps all of it on one screen. */
  #toPlace(): void {
    const { desktop } = this.#surface.measures();
    const centre = centreOf(this.#place, desktop);
    this.#measures = this.#surface.measures(centre);
    this.#corner = cornerAt(centre, this.#size(), this.#measures);
    this.#surface.place(this.#corner);
  }

  #size(): { readonly width: number; readonly height: number } {
    const { width, height } = this.#view ? cardLayout(this.#view) : { width: 1, height: 1 };
    return { width: width * this.#measures.unit, height: height * this.#measures.unit };
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
        else this.#hover(this.#buttonAt(event.pointer));
        return;
      case 'leave':
        this.#hover(undefined);
        return;
      case 'exposed':
        this.#draw();
        return;
      case 'rearranged':
        // The end of the drag measures everything again.
        if (this.#drag || !this.#view) return;
        this.#toPlace();
        this.#draw();
        return;
    }
  }

  #pressedAt(pointer: Point): void {
    if (!this.#view) return;
    this.#pressed = this.#buttonAt(pointer);
    if (this.#pressed === undefined && isInside(cardLayout(this.#view).handle, this.#inLayout(pointer)))
      this.#drag = { dx: this.#corner.x - pointer.x, dy: this.#corner.y - pointer.y };
  }

  #dragTo(pointer: Point, { dx, dy }: Drag): void {
    this.#corner = { x: pointer.x + dx, y: pointer.y + dy };
    this.#surface.place(this.#corner);
  }

  #released(pointer: Point): void {
    const button = this.#buttonAt(pointer);
    if (button !== undefined && button === this.#pressed) this.#tell('action', button);
    this.#pressed = undefined;
    if (!this.#drag) return;
    this.#drag = undefined;
    this.#place = placeOf(this.#corner, this.#size(), this.#surface.measures().desktop);
    const { scale, unit } = this.#measures;
    this.#toPlace();
    // The new screen may have another scale.
    if (scale !== this.#measures.scale || unit !== this.#measures.unit) this.#draw();
    this.#tell('moved', this.#place);
  }

  #inLayout({ x, y }: Point): Point {
    const { unit } = this.#measures;
    return { x: (x - this.#corner.x) / unit, y: (y - this.#corner.y) / unit };
  }

  #buttonAt(pointer: Point) {
    const at = this.#inLayout(pointer);
    const buttons = this.#view ? cardLayout(this.#view).buttons : [];
    return buttons.find((box) => isInside(box, at))?.action;
  }

  #hover(button: string | undefined): void {
    if (button === this.#hovered) return;
    this.#hovered = button;
    this.#draw();
  }
}

/** Above the middle of the main screen's lower edge, where it is seldom in the way. */
const USUAL: IndicatorPlace = { x: 0.5, y: 0.9 };

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where the centre of the window belongs; undefined without a remembered place. */
function centreOf(place: IndicatorPlace | undefined, desktop: Box): Point | undefined {
  return place && { x: desktop.x + place.x * desktop.width, y: desktop.y + place.y * desktop.height };
}

/** The window's corner, in whole units: its centre at the point, but all of it on the screen. */
function cornerAt(centre: Point | undefined, size: Size, { screen }: Pick<Measures, 'screen'>): Point {
  const { x, y } = centre ?? {
    x: screen.x + USUAL.x * screen.width,
    y: screen.y + USUAL.y * screen.height,
  };
  return {
    x: Math.round(screen.x + within(x - size.width / 2 - screen.x, screen.width - size.width)),
    y: Math.round(screen.y + within(y - size.height / 2 - screen.y, screen.height - size.height)),
  };
}

/** The window's place, to be remembered. */
function placeOf(corner: Point, size: Size, desktop: Box): IndicatorPlace {
  return {
    x: share(corner.x + size.width / 2 - desktop.x, desktop.width),
    y: share(corner.y + size.height / 2 - desktop.y, desktop.height),
  };
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

function share(value: number, whole: number): number {
  return Math.min(1, Math.max(0, value / whole));
}

/** A view with its final appearance. */
export type DrawnView = IndicatorView & { readonly appearance: 'light' | 'dark' };

/** The library returns premultiplied red, green, blue, alpha; every system expects blue first. */
function pictureOf(
  view: DrawnView,
  options: { readonly scale: number; readonly hovered: string | undefined },
): Picture {
  const canvas = drawIndicator(view, options);
  const pixels = Buffer.from(canvas.data());
  for (let at = 0; at < pixels.length; at += 4) {
    const red = pixels[at] ?? 0;
    pixels[at] = pixels[at + 2] ?? 0;
    pixels[at + 2] = red;
  }
  return { width: canvas.width, height: canvas.height, pixels, scale: options.scale };
}

/** Where it takes the pointer, and the card's outline row by row, in desktop units. */
function boxesOf(view: DrawnView, unit: number): Shape {
  const layout = cardLayout(view);
  const input = inputBoxes(layout).map((box) => scaled(box, unit));
  const card = scaled(layout.card, unit);
  const radius = layout.radius * unit;
  const outline = Array.from({ length: Math.ceil(card.height) }, (_, row) => {
    const fromEdge = Math.min(row + 0.5, card.height - row - 0.5);
    const inset = fromEdge >= radius ? 0 : radius - Math.sqrt(radius ** 2 - (radius - fromEdge) ** 2);
    return { x: card.x + inset, y: card.y + row, width: card.width - 2 * inset, height: 1 };
  });
  return { input, outline };
}

function scaled({ x, y, width, height }: Box, by: number): Box {
  return { x: x * by, y: y * by, width: width * by, height: height * by };
}
