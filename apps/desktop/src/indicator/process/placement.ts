import type { Box } from './layout.ts';
import type { IndicatorPlace } from './messages.ts';
import type { Measures, Point } from './surface.ts';

/** Above the middle of the main screen's lower edge, where it is seldom in the way. */
const USUAL: IndicatorPlace = { x: 0.5, y: 0.9 };

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where the centre of the window belongs; undefined without a remembered place. */
export function centreOf(place: IndicatorPlace | undefined, desktop: Box): Point | undefined {
  return place && { x: desktop.x + place.x * desktop.width, y: desktop.y + place.y * desktop.height };
}

/** The window's corner, in whole units: its centre at the point, but all of it on the screen. */
export function cornerAt(centre: Point | undefined, size: Size, { screen }: Pick<Measures, 'screen'>): Point {
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
export function placeOf(corner: Point, size: Size, desktop: Box): IndicatorPlace {
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
