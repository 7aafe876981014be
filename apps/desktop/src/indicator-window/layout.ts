import { createCanvas } from '@napi-rs/canvas';
import type { IndicatorAction, IndicatorView } from '../indicator/indicator-view.ts';

/** In pixels of a screen with 96 dots per inch, from the corner of the window. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where everything is. The window is larger than the card by the room for its shadow. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly card: Box;
  readonly radius: number;
  readonly handle: Box;
  readonly meter: Box;
  /** Space for both lines; undefined if the card is too small for any. */
  readonly text: Box | undefined;
  /** The lines of a question. */
  readonly lines?: readonly string[];
  /** What went wrong, and what to do about it. */
  readonly problem?: { readonly lines: readonly string[]; readonly hint: readonly string[] };
  readonly time: Box | undefined;
  readonly buttons: readonly (Box & { readonly action: IndicatorAction })[];
}

/** Room around the card. */
const SHADOW = 14;
const BUTTON = 32;
const GAP = 6;

/** Full: handle, level, two lines, time, buttons. Small: handle, level, time, and the button that ends it. */
export function layoutOf({ size, tone, buttons }: Pick<IndicatorView, 'size' | 'tone' | 'buttons'>): Layout {
  const isSmall = size === 'small';
  const height = isSmall ? 36 : 60;
  const actions = isSmall ? buttons.filter((action) => action === 'stop') : buttons;
  const hasTime = tone === 'recording' || tone === 'problem' || tone === 'starting' || tone === 'working';
  const button = isSmall ? 26 : BUTTON;
  const inner = isSmall ? 16 + 30 + (hasTime ? 44 : 0) + (actions.length > 0 ? button + GAP : 0) + 8 : 400;
  const card: Box = { x: SHADOW, y: SHADOW, width: inner, height };
  const right = card.x + card.width - (isSmall ? 6 : 14);
  const placed = actions.map((action, index) => ({
    action,
    x: right - (actions.length - index) * button - (actions.length - 1 - index) * GAP,
    y: card.y + (height - button) / 2,
    width: button,
    height: button,
  }));
  const handle: Box = { x: card.x, y: card.y, width: isSmall ? 16 : 22, height };
  const meter: Box = { x: handle.x + handle.width, y: card.y + height / 2 - 10, width: 26, height: 20 };
  const buttonsStart = placed[0]?.x ?? right;
  const timeStart = meter.x + meter.width + (isSmall ? 4 : 12);
  return {
    width: card.width + 2 * SHADOW,
    height: height + 2 * SHADOW,
    card,
    radius: isSmall ? 18 : 16,
    handle,
    meter,
    text: isSmall ? undefined : { x: timeStart, y: card.y, width: buttonsStart - timeStart - 12, height },
    time: isSmall && hasTime ? { x: timeStart, y: card.y, width: 44, height } : undefined,
    buttons: placed,
  };
}

/** What takes the pointer: the handle and the buttons. Everywhere else, it goes to what is below. */
export function inputBoxes({ handle, buttons }: Layout): readonly Box[] {
  return [handle, ...buttons];
}

export function isInside(
  { x, y, width, height }: Box,
  at: { readonly x: number; readonly y: number },
): boolean {
  return at.x >= x && at.y >= y && at.x < x + width && at.y < y + height;
}

/**
 * Where everything of this view is: a question has a card of its own, and what is said in full one that is as high as
 * its words.
 */
export function cardLayout(view: IndicatorView): Layout {
  if (view.tone === 'asking') return questionLayout(view);
  return view.tone === 'problem' || view.isWhole ? problemLayout(view) : layoutOf(view);
}

/** Sizes of the letters of a problem, and of its lines. */
export const problemSizes = { text: 15, line: 20, hint: 12.5, hintLine: 17 } as const;
const PROBLEM_PADDING = 12;
/** More lines than any of our messages has; a card is no page. */
const MAX_LINES = 4;

const context = createCanvas(1, 1).getContext('2d');

/** The usual card, as high as what it says: the problem in full, and what to do. */
export function problemLayout(view: Pick<IndicatorView, 'line' | 'hint' | 'mode' | 'buttons'>): Layout {
  const usual = layoutOf({ size: 'full', tone: 'problem', buttons: view.buttons });
  const { card, meter, text = card } = usual;
  const lines = linesOf(view.line, text.width, problemSizes.text);
  const hint = view.hint === undefined ? [] : linesOf(view.hint, text.width, problemSizes.hint);
  const details = view.mode === '' ? 0 : problemSizes.hintLine;
  const written = lines.length * problemSizes.line + hint.length * problemSizes.hintLine + details;
  const height = Math.max(card.height, written + 2 * PROBLEM_PADDING);
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
  if (lines.length <= MAX_LINES) return lines;
  const rest = lines.slice(MAX_LINES - 1).join(' ');
  return [...lines.slice(0, MAX_LINES - 1), fitting(rest, width, { measure, keeps: 'start' })];
}

/** Sizes of the letters of a question, and the room around them. */
export const questionSizes = { text: 15, line: 22, button: 13.5, heading: 13 } as const;
const WIDTH = 420;
const HANDLE = 24;
const QUESTION_PADDING = 16;
const HEADING = 24;
const QUESTION_BUTTON = 34;
const QUESTION_GAP = 8;

/** A card as high as its question: who asks, the question in full, and a button each for answering and declining. */
export function questionLayout(view: Pick<IndicatorView, 'line' | 'buttons' | 'labels'>): Layout {
  const inner = WIDTH - HANDLE - QUESTION_PADDING;
  context.font = `${questionSizes.text}px ${FONT}`;
  const lines = wrapped(view.line, inner, (part) => context.measureText(part).width);
  const text = {
    x: SHADOW + HANDLE,
    y: SHADOW + QUESTION_PADDING + HEADING,
    width: inner,
    height: lines.length * questionSizes.line,
  };
  const height = QUESTION_PADDING + HEADING + text.height + 14 + QUESTION_BUTTON + QUESTION_PADDING;
  const card = { x: SHADOW, y: SHADOW, width: WIDTH, height };
  context.font = `500 ${questionSizes.button}px ${FONT}`;
  let right = card.x + card.width - QUESTION_PADDING;
  const buttons = view.buttons
    .toReversed()
    .map((action) => {
      const width = Math.ceil(context.measureText(view.labels[action]).width) + 32;
      right -= width;
      const button = {
        action,
        x: right,
        y: card.y + height - QUESTION_PADDING - QUESTION_BUTTON,
        width,
        height: QUESTION_BUTTON,
      };
      right -= QUESTION_GAP;
      return button;
    })
    .toReversed();
  return {
    width: WIDTH + 2 * SHADOW,
    height: height + 2 * SHADOW,
    card,
    radius: 16,
    handle: { x: card.x, y: card.y, width: HANDLE, height },
    meter: { x: card.x + HANDLE, y: card.y + QUESTION_PADDING, width: 10, height: 16 },
    text,
    lines,
    time: undefined,
    buttons,
  };
}

/** Whatever the desktop has: the library finds other fonts for letters that the first ones lack. */
export const FONT =
  '"Inter", "Cantarell", "Noto Sans", "DejaVu Sans", "Segoe UI", "Helvetica Neue", sans-serif';

/** Characters as a reader sees them: an accent or a joined emoji is not separated from its base. */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Letters of right-to-left scripts: Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const LEFT_TO_RIGHT = /[\p{L}--[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]]/v;

/** The direction of a text: that of its first letter with a direction. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const right = text.search(RIGHT_TO_LEFT);
  if (right < 0) return 'ltr';
  const left = text.search(LEFT_TO_RIGHT);
  return left >= 0 && left < right ? 'ltr' : 'rtl';
}

/** The text, or as much of its end (or its start) as fits with an ellipsis; `measure` returns the width of a text. */
export function fitting(
  text: string,
  width: number,
  { measure, keeps }: { readonly measure: (text: string) => number; readonly keeps: 'start' | 'end' },
): string {
  if (measure(text) <= width) return text;
  const letters = [...graphemes.segment(text)].map(({ segment }) => segment);
  const cut = (count: number) =>
    keeps === 'end'
      ? `…${fromWord(letters.slice(letters.length - count).join(''))}`
      : `${letters.slice(0, count).join('').trimEnd()}…`;
  let [least, most] = [0, letters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (measure(cut(middle)) <= width) least = middle;
    else most = middle - 1;
  }
  return cut(least);
}

/** From the next word on, if one begins soon: half a word is useless. */
function fromWord(text: string): string {
  const space = text.indexOf(' ');
  return space >= 0 && space < 16 && space < text.length / 2 ? text.slice(space + 1) : text;
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The text in lines that fit, broken between words; a word that no line has room for is broken between letters. */
export function wrapped(text: string, width: number, measure: (part: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const take = (part: string) => {
    if (line !== '' && measure((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    // A line does not begin with the space that stood before its first word.
    line += line === '' ? part.trimStart() : part;
  };
  for (const { segment } of words.segment(text)) {
    if (measure(segment) <= width) take(segment);
    else for (const letter of graphemes.segment(segment)) take(letter.segment);
  }
  if (line.trimEnd() !== '') lines.push(line.trimEnd());
  return lines;
}
