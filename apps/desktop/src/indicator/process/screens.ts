import type { Box } from './layout.ts';
import type { Point } from './surface.ts';

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
