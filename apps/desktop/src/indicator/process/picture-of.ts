import type { IndicatorView } from '../indicator-view.ts';
import { drawIndicator } from './draw.ts';
import { type Box, inputBoxes, layoutOf } from './layout.ts';
import type { Picture } from './x11-window.ts';

/** The library returns premultiplied red, green, blue, alpha; the server expects blue first. */
export function pictureOf(
  view: IndicatorView,
  options: { readonly scale: number; readonly hovered: string | undefined },
): Picture {
  const canvas = drawIndicator(view, options);
  const pixels = Buffer.from(canvas.data());
  for (let at = 0; at < pixels.length; at += 4) {
    const red = pixels[at] ?? 0;
    pixels[at] = pixels[at + 2] ?? 0;
    pixels[at + 2] = red;
  }
  return { width: canvas.width, height: canvas.height, pixels };
}

/** Where it takes the pointer, and the card's outline row by row, in pixels of the screen. */
export function boxesOf(
  view: IndicatorView,
  scale: number,
): { readonly input: Box[]; readonly outline: Box[] } {
  const layout = layoutOf(view);
  const input = inputBoxes(layout).map((box) => scaled(box, scale));
  const card = scaled(layout.card, scale);
  const radius = layout.radius * scale;
  const outline = Array.from({ length: Math.ceil(card.height) }, (_, row) => {
    const fromEdge = Math.min(row + 0.5, card.height - row - 0.5);
    const inset = fromEdge >= radius ? 0 : radius - Math.sqrt(radius ** 2 - (radius - fromEdge) ** 2);
    return { x: card.x + inset, y: card.y + row, width: card.width - 2 * inset, height: 1 };
  });
  return { input, outline };
}

function scaled({ x, y, width, height }: Box, scale: number): Box {
  return { x: x * scale, y: y * scale, width: width * scale, height: height * scale };
}
