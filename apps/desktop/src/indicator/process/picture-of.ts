import type { IndicatorView } from '../indicator-view.ts';
import { cardLayout } from './card-layout.ts';
import { drawIndicator } from './draw.ts';
import { type Box, inputBoxes } from './layout.ts';
import type { Picture, Shape } from './surface.ts';

/** A view with its final appearance. */
export type DrawnView = IndicatorView & { readonly appearance: 'light' | 'dark' };

/** The library returns premultiplied red, green, blue, alpha; every system expects blue first. */
export function pictureOf(
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
export function boxesOf(view: DrawnView, unit: number): Shape {
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
