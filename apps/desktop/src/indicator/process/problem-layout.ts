import { createCanvas } from '@napi-rs/canvas';
import type { IndicatorView } from '../indicator-view.ts';
import { fitting } from './fitting-text.ts';
import { FONT } from './font.ts';
import { type Layout, layoutOf } from './layout.ts';
import { wrapped } from './wrapped-text.ts';

/** Sizes of the letters of a problem, and of its lines. */
export const problemSizes = { text: 15, line: 20, hint: 12.5, hintLine: 17 } as const;
const PADDING = 12;
/** More lines than any of our messages has; a card is no page. */
const MOST_LINES = 4;

const context = createCanvas(1, 1).getContext('2d');

/** The usual card, as high as what it says: the problem in full, and what to do. */
export function problemLayout(view: Pick<IndicatorView, 'line' | 'hint' | 'mode' | 'buttons'>): Layout {
  const usual = layoutOf({ size: 'full', tone: 'problem', buttons: view.buttons });
  const { card, meter, text = card } = usual;
  const lines = linesOf(view.line, text.width, problemSizes.text);
  const hint = view.hint === undefined ? [] : linesOf(view.hint, text.width, problemSizes.hint);
  const details = view.mode === '' ? 0 : problemSizes.hintLine;
  const written = lines.length * problemSizes.line + hint.length * problemSizes.hintLine + details;
  const height = Math.max(card.height, written + 2 * PADDING);
  const grown = height - card.height;
  const top = card.y + (height - written) / 2;
  return {
    ...usual,
    height: usual.height + grown,
    card: { ...card, height },
    handle: { ...usual.handle, height },
    // Beside the first line.
    meter: { ...meter, y: top + problemSizes.line / 2 - meter.height / 2 },
    text: { ...text, y: top, height: written },
    problem: { lines, hint },
    buttons: usual.buttons.map((button) => ({ ...button, y: button.y + grown / 2 })),
  };
}

function linesOf(text: string, width: number, size: number): readonly string[] {
  context.font = `${size}px ${FONT}`;
  const measure = (part: string) => context.measureText(part).width;
  const lines = wrapped(text, width, measure);
  if (lines.length <= MOST_LINES) return lines;
  const rest = lines.slice(MOST_LINES - 1).join(' ');
  return [...lines.slice(0, MOST_LINES - 1), fitting(rest, width, { measure, keeps: 'start' })];
}
