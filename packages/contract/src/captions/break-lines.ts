import type { CueRoom } from './caption-shape.ts';
import { breakCost } from './phrase-breaks.ts';
import { breakablePieces, joinedText, spaceBetween, textWidth } from './text-width.ts';

/** Lines of one caption. `fits` is false if there are too many lines; a single word longer than a line is kept whole. */
export interface BrokenText {
  readonly lines: readonly string[];
  readonly fits: boolean;
}

/** The cost of a bad break against uneven lines: a line may be this many characters longer to get a better break. */
const WEIGHT_OF_PHRASES = 6;

/** Breaks a text into the fewest lines possible, at phrase boundaries and of similar length. */
export function breakLines(text: string, { lineWidth, lines }: CueRoom): BrokenText {
  const pieces = breakablePieces(text);
  if (pieces.length === 0) return { lines: [], fits: true };
  const least = greedyLines(pieces, lineWidth);
  return { lines: balanced(pieces, lineWidth, least), fits: least <= lines };
}

function greedyLines(pieces: readonly string[], lineWidth: number): number {
  let lines = 1;
  let used = 0;
  let last = '';
  for (const piece of pieces) {
    const width = textWidth(piece);
    const more = used === 0 ? width : used + spaceBetween(last, piece).length + width;
    if (used > 0 && more > lineWidth) {
      lines++;
      used = width;
    } else used = more;
    last = piece;
  }
  return lines;
}

interface Layout {
  readonly cost: number;
  readonly lines: readonly string[];
}

/** The best way to break into this many lines. */
function balanced(pieces: readonly string[], lineWidth: number, count: number): readonly string[] {
  let layouts: (Layout | undefined)[] = pieces.map(() => undefined);
  layouts.push({ cost: 0, lines: [] });
  for (let line = 1; line <= count; line++) {
    layouts = Array.from({ length: pieces.length + 1 }, (_, from) =>
      bestFrom(pieces, from, lineWidth, layouts),
    );
  }
  return layouts[0]?.lines ?? [joinedText(pieces)];
}

/** The best first line starting at a segment, given the best layouts of the rest. */
function bestFrom(
  pieces: readonly string[],
  from: number,
  lineWidth: number,
  rest: readonly (Layout | undefined)[],
): Layout | undefined {
  let best: Layout | undefined;
  let line = '';
  for (let end = from + 1; end <= pieces.length; end++) {
    const piece = pieces[end - 1] ?? '';
    line = `${line}${spaceBetween(line, piece)}${piece}`;
    const width = textWidth(line);
    if (width > lineWidth && end > from + 1) break;
    const after = rest[end];
    if (!after) continue;
    const phrase = end === pieces.length ? 0 : breakCost(piece, pieces[end] ?? '') * WEIGHT_OF_PHRASES;
    // Squares, so two lines of equal length cost least.
    const cost = width ** 2 / lineWidth + phrase / 2 + after.cost;
    if (!best || cost < best.cost) best = { cost, lines: [line, ...after.lines] };
  }
  return best;
}
