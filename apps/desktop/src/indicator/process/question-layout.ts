import { createCanvas } from '@napi-rs/canvas';
import type { IndicatorView } from '../indicator-view.ts';
import { FONT } from './font.ts';
import { type Layout, SHADOW } from './layout.ts';
import { wrapped } from './wrapped-text.ts';

/** Sizes of the letters of a question, and the room around them. */
export const questionSizes = { text: 15, line: 22, button: 13.5, heading: 13 } as const;
const WIDTH = 420;
const HANDLE = 24;
const PADDING = 16;
const HEADING = 24;
const BUTTON = 34;
const GAP = 8;

const context = createCanvas(1, 1).getContext('2d');

/** What stands on the buttons. */
export function buttonLabel(action: string, { accept = 'Answer' }: Pick<IndicatorView, 'accept'>): string {
  return action === 'answer' ? accept : 'Decline';
}

/** A card as high as its question: who asks, the question in full, and a button each for answering and declining. */
export function questionLayout(view: Pick<IndicatorView, 'line' | 'buttons' | 'accept'>): Layout {
  const inner = WIDTH - HANDLE - PADDING;
  context.font = `${questionSizes.text}px ${FONT}`;
  const lines = wrapped(view.line, inner, (part) => context.measureText(part).width);
  const text = {
    x: SHADOW + HANDLE,
    y: SHADOW + PADDING + HEADING,
    width: inner,
    height: lines.length * questionSizes.line,
  };
  const height = PADDING + HEADING + text.height + 14 + BUTTON + PADDING;
  const card = { x: SHADOW, y: SHADOW, width: WIDTH, height };
  context.font = `500 ${questionSizes.button}px ${FONT}`;
  let right = card.x + card.width - PADDING;
  const buttons = view.buttons
    .toReversed()
    .map((action) => {
      const width = Math.ceil(context.measureText(buttonLabel(action, view)).width) + 32;
      right -= width;
      const button = { action, x: right, y: card.y + height - PADDING - BUTTON, width, height: BUTTON };
      right -= GAP;
      return button;
    })
    .toReversed();
  return {
    width: WIDTH + 2 * SHADOW,
    height: height + 2 * SHADOW,
    card,
    radius: 16,
    handle: { x: card.x, y: card.y, width: HANDLE, height },
    meter: { x: card.x + HANDLE, y: card.y + PADDING, width: 10, height: 16 },
    text,
    lines,
    time: undefined,
    buttons,
  };
}
