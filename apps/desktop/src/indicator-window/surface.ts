export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A premultiplied picture in rows from the top: blue, green, red, alpha. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
  /** Pixels per layout pixel. */
  readonly scale: number;
  /** All that differs from the picture before it, in pixels; undefined if that may be anything. */
  readonly changed?: Box | undefined;
}

/** In desktop units, relative to the window's upper left corner. */
export interface Shape {
  /** Takes the pointer; everywhere else it passes through to what is below. */
  readonly input: readonly Box[];
  /** The shape of the window if nothing blends it with what is below. */
  readonly outline: readonly Box[];
}

/** Desktop units are the system's own: pixels on X11 and Windows, points on macOS; y grows downwards. */
export interface Measures {
  /** Picture pixels per layout pixel. */
  readonly scale: number;
  /** Desktop units per layout pixel. */
  readonly unit: number;
  /** All screens together. */
  readonly desktop: Box;
  /** The part of one screen that programs may cover. */
  readonly screen: Box;
}

/** `pointer` is in desktop units; only the left button is reported. */
export type SurfaceEvent =
  | { readonly type: 'press' | 'release' | 'move'; readonly pointer: Point }
  | { readonly type: 'leave' }
  /** The system needs the picture again. */
  | { readonly type: 'exposed' }
  /** Screens were added or removed, or their resolution changed. */
  | { readonly type: 'rearranged' };

/** A small window above all others that never takes the focus; one implementation per system. */
export interface Surface {
  onEvent(listener: (event: SurfaceEvent) => void): void;
  /** For the screen nearest to a point; for the main screen if none is given. */
  measures(near?: Point): Measures;
  /** Whether the system's appearance is dark. */
  isDark(): boolean;
  /** Moves the upper left corner. */
  place(corner: Point): void;
  /** Shows a picture; the first one also shows the window. Throws if the system refuses. */
  draw(picture: Picture, shape: Shape): void;
  /** Takes it off the screen until the next picture. */
  hide(): void;
  /** Raises it above newer windows. */
  raise(): void;
  /** Resolves when the picture is on the screen. */
  settled(): Promise<void>;
}

/** The smallest box around all screens; undefined without any. */
export function around(screens: readonly Box[]): Box | undefined {
  if (screens.length === 0) return undefined;
  const [x, y] = [Math.min(...screens.map((box) => box.x)), Math.min(...screens.map((box) => box.y))];
  const right = Math.max(...screens.map((box) => box.x + box.width));
  const bottom = Math.max(...screens.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The screen nearest to a point; the first one, which is the main screen, if none is given. */
export function nearest<Screen extends Box>(
  screens: readonly Screen[],
  point: Point | undefined,
): Screen | undefined {
  if (!point) return screens[0];
  return screens.toSorted((one, other) => distance(one, point) - distance(other, point))[0];
}

/** Distance from a point to a box; 0 inside. */
function distance({ x, y, width, height }: Box, point: Point): number {
  const dx = Math.max(x - point.x, 0, point.x - (x + width));
  const dy = Math.max(y - point.y, 0, point.y - (y + height));
  return Math.hypot(dx, dy);
}

/**
 * The exit code of the indicator's process if there is no X server, or it has gone. In its own file, so that the
 * process loads little.
 */
export const NO_DISPLAY = 4;

/** Bars in the line of the voice: a second and a quarter. Here for the same reason. */
export const VOICE_BARS = 25;
