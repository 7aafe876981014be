import { createCanvas } from '@napi-rs/canvas';
import type { IndicatorAction, IndicatorView } from '../indicator/indicator-view.ts';
import { type Box, type Point, VOICE_BARS } from './surface.ts';

/** One line, from `x` on or centered there. Its direction is that of its letters. */
export interface Written {
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
  readonly width: number;
  readonly size: number;
  readonly ink: 'text' | 'quiet' | 'onInk';
  /** What was said is set in a serif, what Quoth says in a sans. */
  readonly isSaid?: boolean;
  readonly isCentered?: boolean;
  /** How many of its letters will not change any more; undefined if none will. */
  readonly settled?: number;
}

export interface Icon extends Point {
  readonly of: 'check' | 'problem' | 'dot' | 'live';
}

/** `ink`: the answer that is offered first. */
export interface ShownButton extends Box {
  readonly action: IndicatorAction;
  readonly look: 'stop' | 'cross' | 'ink' | 'named';
}

/** What changes with each sound: drawn by itself, in a box that nothing else reaches into. */
export interface Live {
  readonly box: Box;
  readonly line: Box;
  readonly time: Written | undefined;
}

interface Shapes {
  readonly width: number;
  readonly height: number;
  /** Paper, with a shadow around it. */
  readonly cards: readonly (Box & { readonly radius: number })[];
  readonly texts: readonly Written[];
  readonly icons: readonly Icon[];
  readonly buttons: readonly ShownButton[];
  /** Moves it all; it is seen while the pointer is on it. */
  readonly handle: Box;
  readonly live: Live | undefined;
}

/**
 * Everything that is drawn of a view, on any system. The window is larger than its cards by the room for their shadows.
 */
export interface Layout extends Shapes {
  /** What stays where the user has put it, whatever comes and goes above: the middle of the pill. */
  readonly anchor: Point;
}

/** Room around the cards. */
export const SHADOW = 22;
const PILL = 44;
const BAR = { width: 3, step: 5 } as const;
/** Room at both ends of the pill, its left one for the handle. */
const END = 18;
const GAP = 8;
/** Letters of the pill. */
const SIZE = 14;
/** Of the mode's or a program's name, and of a message that fits into a pill. */
const MAX_ASIDE = 180;
const MAX_LINE = 360;

/**
 * The picture of a view, as shapes: a pill, above it what was said or what the user should know; a message or a
 * question stands alone. The same for views that differ in nothing but the voice and the second.
 */
export function cardLayout(view: IndicatorView): Layout {
  if (view.tone === 'asking') return standing(questionCard(view));
  const isRecording = view.buttons.includes('stop');
  const hasMessage = view.isWhole === true || view.tone === 'problem';
  if (hasMessage && !isRecording) {
    const fits = view.tone === 'done' && widthOf(view.line, SIZE) <= MAX_LINE;
    return standing(fits ? pill(view) : messageCard(view));
  }
  const above = hasMessage ? messageCard(view) : view.isTranscript ? caption(view) : undefined;
  return standing(pill(view), above);
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

/** With room for the shadow; `above` is only looked at: what moves the one below it moves both. */
function standing(below: Shapes, above?: Shapes): Layout {
  const width = Math.max(below.width, above?.width ?? 0);
  const top = above ? above.height + GAP : 0;
  const moved = movedBy(below, SHADOW + (width - below.width) / 2, SHADOW + top);
  const over = above && movedBy(above, SHADOW + (width - above.width) / 2, SHADOW);
  const bottom = SHADOW + top + below.height;
  return {
    ...moved,
    width: width + 2 * SHADOW,
    height: bottom + SHADOW,
    anchor: { x: SHADOW + width / 2, y: bottom - Math.min(PILL, below.height) / 2 },
    cards: [...(over?.cards ?? []), ...moved.cards],
    texts: [...(over?.texts ?? []), ...moved.texts],
    icons: [...(over?.icons ?? []), ...moved.icons],
  };
}

function movedBy(shapes: Shapes, dx: number, dy: number): Shapes {
  const at = <Place extends Point>(place: Place): Place => ({ ...place, x: place.x + dx, y: place.y + dy });
  const written = (text: Written) => ({ ...text, x: text.x + dx, baseline: text.baseline + dy });
  const { cards, texts, icons, buttons, handle, live } = shapes;
  return {
    ...shapes,
    cards: cards.map(at),
    texts: texts.map(written),
    icons: icons.map(at),
    buttons: buttons.map(at),
    handle: at(handle),
    live: live && { box: at(live.box), line: at(live.line), time: live.time && written(live.time) },
  };
}

/** The voice, the time, and the buttons; or in its place what is happening. */
function pill(view: IndicatorView): Shapes {
  const { tone, buttons: actions, line, labels } = view;
  if (tone === 'listening') return preRollDot();
  const texts: Written[] = [];
  const icons: Icon[] = [];
  const buttons: ShownButton[] = [];
  let live: Live | undefined;
  let x = END;
  const write = (text: string, ink: Written['ink'], most: number) => {
    const width = Math.min(most, Math.ceil(widthOf(text, SIZE)));
    texts.push({ text, x, baseline: PILL / 2 + 5, width, size: SIZE, ink });
    x += width;
  };
  const isRecording = actions.includes('stop');
  if (isRecording || tone === 'working') {
    const voice = { x, y: (PILL - 26) / 2, width: (VOICE_BARS - 1) * BAR.step + BAR.width, height: 26 };
    x += voice.width + 12;
    const text = elapsed(view.elapsedMs);
    const width = Math.ceil(widthOf(text.replace(/\d/g, '0'), SIZE));
    const time: Written | undefined = isRecording
      ? { text, x, baseline: PILL / 2 + 5, width, size: SIZE, ink: 'text' }
      : undefined;
    const end = time ? x + width + 1 : voice.x + voice.width + 1;
    live = { box: { ...voice, x: voice.x - 1, width: end - voice.x + 1 }, line: voice, time };
    if (time) x += width;
  }
  if (tone === 'done') {
    icons.push({ of: 'check', x: x + 7, y: PILL / 2 });
    x += 14 + 9;
  }
  const aside = view.says ?? (view.namesMode ? view.mode : '');
  if (!isRecording) write(line, tone === 'working' ? 'quiet' : 'text', MAX_LINE);
  else if (aside !== '') {
    x += 12;
    write(aside, view.says === undefined ? 'quiet' : 'text', MAX_ASIDE);
  }
  if (actions.length === 0) x += 2;
  else x += 7;
  if (actions.includes('cancel')) {
    buttons.push({ action: 'cancel', look: 'cross', x, y: PILL / 2 - 14, width: 28, height: 28 });
    x += 28 + (isRecording ? 5 : -END + 8);
  }
  if (isRecording) {
    buttons.unshift({ action: 'stop', look: 'stop', x, y: PILL / 2 - 15, width: 30, height: 30 });
    x += 30 - END + 7;
  }
  const named = actions.find((action) => action === 'undo' || action === 'remember');
  if (named) {
    const width = Math.ceil(widthOf(labels[named], 13)) + 26;
    const box = { x: x + 4, y: PILL / 2 - 15, width, height: 30 };
    buttons.push({ action: named, look: 'named', ...box });
    texts.push(label(labels[named], box, 'text'));
    x += 4 + width - END + 7;
  }
  const width = even(x + END);
  return {
    width,
    height: PILL,
    cards: [{ x: 0, y: 0, width, height: PILL, radius: PILL / 2 }],
    texts,
    icons,
    buttons,
    handle: { x: 0, y: 0, width: END - 2, height: PILL },
    live,
  };
}

/** A microphone that is only kept open. */
function preRollDot(): Shapes {
  const side = 28;
  const card = { x: 0, y: 0, width: side, height: side, radius: side / 2 };
  return {
    width: side,
    height: side,
    cards: [card],
    texts: [],
    icons: [{ of: 'live', x: side / 2, y: side / 2 }],
    buttons: [],
    handle: card,
    live: undefined,
  };
}

const CARD = { width: 420, padding: 18, radius: 16 } as const;
const SAID = { size: 16, line: 24, lines: 2, padding: 11 } as const;

/** The newest words: two lines that grow to the right, so that what one has read stays where it is. */
function caption({ line, settled = line.length }: IndicatorView): Shapes {
  const width = CARD.width - 2 * CARD.padding;
  let from = 0;
  const all = linesOf(line, width, SAID.size, true).map((text) => {
    const at = line.indexOf(text, from);
    from = at + text.length;
    return { text, settled: Math.max(0, Math.min(text.length, settled - at)) };
  });
  const shown = all.slice(-SAID.lines);
  const height = shown.length * SAID.line + 2 * SAID.padding;
  return {
    ...blank,
    width: CARD.width,
    height,
    cards: [{ x: 0, y: 0, width: CARD.width, height, radius: CARD.radius }],
    texts: shown.map((each, index) => ({
      ...each,
      x: CARD.padding,
      baseline: SAID.padding + index * SAID.line + 17,
      width,
      size: SAID.size,
      ink: 'text',
      isSaid: true,
    })),
  };
}

const blank = {
  icons: [],
  buttons: [],
  handle: { x: 0, y: 0, width: 0, height: 0 },
  live: undefined,
} as const;

const TEXT = { size: 15, line: 20 } as const;
const HINT = { size: 13, line: 18 } as const;
/** More lines than any of our messages has; a card is no page. */
const MAX_LINES = 4;

/** What the user should know, as high as its words: in full, and what to do about it. */
function messageCard({ tone, line, hint }: Pick<IndicatorView, 'tone' | 'line' | 'hint'>): Shapes {
  const icon = tone === 'problem' ? 'problem' : tone === 'done' ? 'check' : undefined;
  const x = CARD.padding + (icon ? 16 + 10 : 0);
  const most = CARD.width - x - CARD.padding;
  const lines = cut(linesOf(line, most, TEXT.size), most, TEXT.size);
  const hints = hint === undefined ? [] : cut(linesOf(hint, most, HINT.size), most, HINT.size);
  const longest = Math.max(
    ...lines.map((text) => widthOf(text, TEXT.size)),
    ...hints.map((text) => widthOf(text, HINT.size)),
  );
  const inner = Math.min(most, Math.ceil(longest));
  const width = even(x + inner + CARD.padding);
  const top = 12;
  const below = top + lines.length * TEXT.line + (hints.length > 0 ? 2 : 0);
  const height = below + hints.length * HINT.line + 12;
  const row = { x, width: inner };
  return {
    ...blank,
    width,
    height,
    cards: [{ x: 0, y: 0, width, height, radius: CARD.radius }],
    icons: icon ? [{ of: icon, x: CARD.padding + 8, y: top + TEXT.line / 2 }] : [],
    texts: [
      ...lines.map((text, index): Written => {
        return { text, ...row, baseline: top + index * TEXT.line + 15, size: TEXT.size, ink: 'text' };
      }),
      ...hints.map((text, index): Written => {
        return { text, ...row, baseline: below + index * HINT.line + 13, size: HINT.size, ink: 'quiet' };
      }),
    ],
    handle: { x: 0, y: 0, width: CARD.padding - 2, height },
  };
}

const QUESTION = { padding: 18, heading: 26, line: 22, button: 34 } as const;

/** A card as high as its question: who asks, the question in full, and a button each for answering and declining. */
function questionCard({ line, says = '', buttons: actions, labels }: IndicatorView): Shapes {
  const { padding, heading, button } = QUESTION;
  const inner = CARD.width - 2 * padding;
  const lines = linesOf(line, inner, TEXT.size);
  const textEnd = padding + heading + lines.length * QUESTION.line;
  const height = textEnd + 14 + button + padding;
  const texts: Written[] = [
    { text: says, x: padding, baseline: padding + 13, width: inner, size: 13, ink: 'quiet' },
    ...lines.map((text, index): Written => {
      const baseline = padding + heading + index * QUESTION.line + 16;
      return { text, x: padding, baseline, width: inner, size: TEXT.size, ink: 'text' };
    }),
  ];
  const buttons: ShownButton[] = [];
  let right = CARD.width - padding;
  for (const action of actions.toReversed()) {
    const width = Math.ceil(widthOf(labels[action], 13)) + 32;
    right -= width;
    const look = action === 'answer' ? 'ink' : 'named';
    const box = { x: right, y: height - padding - button, width, height: button };
    buttons.unshift({ action, look, ...box });
    texts.push(label(labels[action], box, look === 'ink' ? 'onInk' : 'text'));
    right -= GAP;
  }
  return {
    width: CARD.width,
    height,
    cards: [{ x: 0, y: 0, width: CARD.width, height, radius: CARD.radius }],
    texts,
    icons: [],
    buttons,
    handle: { x: 0, y: 0, width: padding - 2, height },
    live: undefined,
  };
}

function label(text: string, { x, y, width, height }: Box, ink: Written['ink']): Written {
  const middle = { x: x + width / 2, baseline: y + height / 2 + 4.5 };
  return { text, ...middle, width, size: 13, ink, isCentered: true };
}

/** So that what is centered in it is on a whole pixel. */
function even(width: number): number {
  return 2 * Math.ceil(width / 2);
}

/** Minutes and seconds, and hours if there are any. */
export function elapsed(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Of the line of the voice: where each bar is. */
export const bars = Array.from({ length: VOICE_BARS }, (_, index) => ({ x: index * BAR.step, ...BAR }));

/** Whatever the desktop has: the library finds other fonts for letters that the first ones lack. */
const SANS = '"Inter", "Cantarell", "Noto Sans", "DejaVu Sans", "Segoe UI", "Helvetica Neue", sans-serif';
const SERIF = '"New York", "Iowan Old Style", "Charter", "Noto Serif", "Georgia", "DejaVu Serif", serif';
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The font of a text, as a canvas takes it. Japanese keeps its sans. */
export function fontOf({ text, size, isSaid }: Pick<Written, 'text' | 'size' | 'isSaid'>): string {
  return `${size}px ${isSaid && !JAPANESE.test(text) ? SERIF : SANS}`;
}

const context = createCanvas(1, 1).getContext('2d');

function widthOf(text: string, size: number): number {
  context.font = fontOf({ text, size });
  return context.measureText(text).width;
}

function linesOf(text: string, width: number, size: number, isSaid = false): readonly string[] {
  context.font = fontOf({ text, size, isSaid });
  return wrapped(text, width, (part) => context.measureText(part).width);
}

/** The first lines, the last of them with an ellipsis. */
function cut(lines: readonly string[], width: number, size: number): readonly string[] {
  if (lines.length <= MAX_LINES) return lines;
  const rest = lines.slice(MAX_LINES - 1).join(' ');
  return [
    ...lines.slice(0, MAX_LINES - 1),
    fitting(rest, width, { measure: (part) => widthOf(part, size), keeps: 'start' }),
  ];
}

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
