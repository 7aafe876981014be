import type { IndicatorView } from '../indicator-view.ts';
import { cardLayout } from './card-layout.ts';
import { isInside } from './layout.ts';
import type { IndicatorMessage, IndicatorPlace, ShowMessage } from './messages.ts';
import { boxesOf, type DrawnView, pictureOf } from './picture-of.ts';
import { centreOf, cornerAt, placeOf } from './placement.ts';
import type { Measures, Point, Surface, SurfaceEvent } from './surface.ts';

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
  readonly #tell: (message: IndicatorMessage) => void;
  #view: IndicatorView | undefined;
  #place: IndicatorPlace | undefined;
  #measures: Measures;
  #hovered: string | undefined;
  #pressed: string | undefined;
  #drag: Drag | undefined;
  #corner: Point = { x: 0, y: 0 };

  constructor(surface: Surface, tell: (message: IndicatorMessage) => void) {
    this.#surface = surface;
    this.#tell = tell;
    this.#measures = surface.measures();
    surface.onEvent((event) => this.#onEvent(event));
    setInterval(() => surface.raise(), RAISE_MS).unref();
  }

  show({ view, place }: ShowMessage): void {
    const isFirst = this.#view === undefined;
    const before = this.#view && cardLayout(this.#view);
    this.#view = view;
    if (place && isFirst) this.#place = place;
    const { width, height } = cardLayout(view);
    if (!this.#drag && (before?.width !== width || before.height !== height)) this.#toPlace();
    this.#draw();
    if (isFirst) void this.#surface.settled().then(() => this.#tell({ type: 'shown' }));
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
        if (this.#drag) return;
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
    if (button !== undefined && button === this.#pressed) this.#tell({ type: 'action', action: button });
    this.#pressed = undefined;
    if (!this.#drag) return;
    this.#drag = undefined;
    this.#place = placeOf(this.#corner, this.#size(), this.#surface.measures().desktop);
    const { scale, unit } = this.#measures;
    this.#toPlace();
    // The new screen may have another scale.
    if (scale !== this.#measures.scale || unit !== this.#measures.unit) this.#draw();
    this.#tell({ type: 'moved', place: this.#place });
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
