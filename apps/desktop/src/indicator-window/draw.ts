import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { IndicatorAction, IndicatorView } from '../indicator/indicator-view.ts';
import {
  bars,
  directionOf,
  fitting,
  fontOf,
  type Icon,
  type Layout,
  type Live,
  SHADOW,
  type ShownButton,
  type Written,
} from './layout.ts';
import type { Box } from './surface.ts';

export type Appearance = 'light' | 'dark';

/** What the pointer is on. */
export type Hovered = IndicatorAction | 'handle' | undefined;

/** How a layout is painted; `scale` is the screen's dots per inch divided by 96. */
export interface Painting {
  readonly appearance: Appearance;
  readonly scale: number;
  readonly hovered?: Hovered;
  /** A microphone is open; until then, nothing has its color. */
  readonly isOpen: boolean;
}

/** The picture of a layout without what changes with each sound. */
export function drawIndicator(layout: Layout, painting: Painting): Canvas {
  const { scale, appearance, hovered } = painting;
  const canvas = createCanvas(Math.ceil(layout.width * scale), Math.ceil(layout.height * scale));
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  const palette = colors[appearance];
  for (const card of layout.cards) drawCard(context, card, painting);
  if (hovered === 'handle') drawHandle(context, layout.handle, palette);
  for (const icon of layout.icons) drawIcon(context, icon, palette);
  for (const button of layout.buttons) drawButton(context, button, painting, palette);
  for (const text of layout.texts) write(context, text, palette);
  return canvas;
}

/** A canvas for what changes with each sound, which is drawn again and again. */
export function liveCanvas({ box }: Live, { scale }: Painting): Canvas {
  const { x, y, width, height } = inPixels(box, scale);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.translate(-x, -y);
  context.scale(scale, scale);
  return canvas;
}

/** What changes with each sound. `sweep` is where the light on a resting line is, 0 to 1. */
export function drawLive(
  canvas: Canvas,
  { box, line, time }: Live,
  { levels, elapsedText, sweep }: Moment,
  { appearance, isOpen }: Painting,
): void {
  const context = canvas.getContext('2d');
  const palette = colors[appearance];
  context.fillStyle = palette.card;
  // A box may begin within a pixel.
  context.fillRect(box.x - 1, box.y - 1, box.width + 2, box.height + 2);
  const middle = line.y + line.height / 2;
  // The newest is at the end, and comes in from there.
  const first = bars.length - levels.length;
  const ink = isOpen ? palette.live : palette.quiet;
  // Two paths in all: each call of the library costs more than the pixels.
  for (const isResting of [true, false]) {
    context.beginPath();
    for (const [index, { x, width }] of bars.entries()) {
      const level = levels[index - first];
      if ((level === undefined) !== isResting) continue;
      const height = level === undefined ? width : Math.max(width, line.height * loudness(level));
      context.roundRect(line.x + x, middle - height / 2, width, height, width / 2);
    }
    context.fillStyle = isResting ? restingLight(context, line, ink, sweep) : fading(context, line, ink);
    context.fill();
  }
  if (time) write(context, { ...time, text: elapsedText }, palette);
}

/** What is longer ago is paler. */
function fading(context: SKRSContext2D, { x, width }: Box, ink: string) {
  const light = context.createLinearGradient(x, 0, x + width, 0);
  light.addColorStop(0, `${ink}60`);
  light.addColorStop(0.35, ink);
  return light;
}

/** A light that passes over the resting line says that there is work going on. */
function restingLight(context: SKRSContext2D, { x, width }: Box, ink: string, sweep: number | undefined) {
  const pale = `${ink}59`;
  if (sweep === undefined) return pale;
  const reach = width / 5;
  // It comes in before the first bar and leaves behind the last one.
  const at = x - reach + sweep * (width + 2 * reach);
  const light = context.createLinearGradient(at - reach, 0, at + reach, 0);
  light.addColorStop(0, pale);
  light.addColorStop(0.5, ink);
  light.addColorStop(1, pale);
  return light;
}

/** The whole pixels around a box. */
export function inPixels({ x, y, width, height }: Box, scale: number): Box {
  const [left, top] = [Math.floor(x * scale), Math.floor(y * scale)];
  return {
    x: left,
    y: top,
    width: Math.ceil((x + width) * scale) - left,
    height: Math.ceil((y + height) * scale) - top,
  };
}

export interface Moment extends Pick<IndicatorView, 'levels'> {
  readonly elapsedText: string;
  readonly sweep: number | undefined;
}

/** Loudness is perceived logarithmically; speech lies in the upper 40 dB. */
function loudness(level: number): number {
  return Math.max(0, 1 + Math.log10(Math.min(1, Math.max(level, 0.01))) / 2) ** 1.5;
}

/** By size and color: blurring a shadow costs more than all the rest. */
const papers = new Map<string, Canvas>();
const MAX_PAPERS = 6;

/** A card and its shadow, at whole pixels of the layout. */
function drawCard(context: SKRSContext2D, card: Layout['cards'][number], painting: Painting): void {
  const { scale, appearance } = painting;
  const key = [card.width, card.height, scale, appearance].join();
  const known = papers.get(key);
  const paper = known ?? drawPaper(card, painting);
  papers.delete(key);
  papers.set(key, paper);
  const [oldest] = papers.keys();
  if (papers.size > MAX_PAPERS && oldest !== undefined) papers.delete(oldest);
  const { width, height } = paper;
  context.drawImage(paper, card.x - SHADOW, card.y - SHADOW, width / scale, height / scale);
}

function drawPaper(
  { width, height, radius }: Layout['cards'][number],
  { scale, appearance }: Painting,
): Canvas {
  const whole = (side: number) => Math.ceil((side + 2 * SHADOW) * scale);
  const canvas = createCanvas(whole(width), whole(height));
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  const { card: fill, edge, shadow } = colors[appearance];
  context.save();
  context.shadowColor = shadow;
  context.shadowBlur = 18 * scale;
  context.shadowOffsetY = 5 * scale;
  context.fillStyle = fill;
  roundedBox(context, { x: SHADOW, y: SHADOW, width, height }, radius);
  context.fill();
  context.restore();
  context.strokeStyle = edge;
  context.lineWidth = 1;
  const inner = { x: SHADOW + 0.5, y: SHADOW + 0.5, width: width - 1, height: height - 1 };
  roundedBox(context, inner, radius - 0.5);
  context.stroke();
  return canvas;
}

/** Two columns of dots. */
function drawHandle(context: SKRSContext2D, { x, y, width, height }: Box, { quiet }: Colors): void {
  context.fillStyle = quiet;
  for (const dx of [-1, 3])
    for (const dy of [-5, 0, 5]) circle(context, x + width / 2 + dx, y + height / 2 + dy, 1.1);
}

function drawIcon(context: SKRSContext2D, { of, x, y }: Icon, palette: Colors): void {
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.lineWidth = 2;
  switch (of) {
    case 'check':
      context.strokeStyle = palette.success;
      context.beginPath();
      context.moveTo(x - 5.5, y + 0.5);
      context.lineTo(x - 1.5, y + 4.5);
      context.lineTo(x + 5.5, y - 4);
      context.stroke();
      return;
    case 'problem':
      context.strokeStyle = palette.warning;
      context.lineWidth = 1.75;
      context.beginPath();
      context.moveTo(x, y - 6.5);
      context.lineTo(x + 7.5, y + 6.5);
      context.lineTo(x - 7.5, y + 6.5);
      context.closePath();
      context.moveTo(x, y - 1.5);
      context.lineTo(x, y + 1.5);
      context.stroke();
      context.fillStyle = palette.warning;
      circle(context, x, y + 4.25, 1.1);
      return;
    case 'live':
      context.fillStyle = palette.live;
      circle(context, x, y, 5);
      return;
  }
}

function drawButton(
  context: SKRSContext2D,
  { action, look, ...box }: ShownButton,
  { hovered, isOpen }: Painting,
  palette: Colors,
): void {
  const { x, y, width, height } = box;
  const [cx, cy] = [x + width / 2, y + height / 2];
  const isHovered = hovered === action;
  switch (look) {
    case 'stop': {
      context.fillStyle = isOpen ? (isHovered ? palette.liveHover : palette.live) : palette.quiet;
      circle(context, cx, cy, width / 2);
      context.fillStyle = isOpen ? '#ffffff' : palette.card;
      const side = 10;
      roundedBox(context, { x: cx - side / 2, y: cy - side / 2, width: side, height: side }, 2.5);
      context.fill();
      return;
    }
    case 'cross': {
      if (isHovered) {
        context.fillStyle = palette.button;
        circle(context, cx, cy, width / 2);
      }
      context.strokeStyle = isHovered ? palette.text : palette.quiet;
      context.lineWidth = 1.75;
      context.lineCap = 'round';
      const arm = 4.25;
      context.beginPath();
      context.moveTo(cx - arm, cy - arm);
      context.lineTo(cx + arm, cy + arm);
      context.moveTo(cx + arm, cy - arm);
      context.lineTo(cx - arm, cy + arm);
      context.stroke();
      return;
    }
    case 'ink':
      context.fillStyle = isHovered ? palette.inkHover : palette.ink;
      roundedBox(context, box, 8);
      context.fill();
      return;
    case 'named':
      context.fillStyle = isHovered ? palette.buttonHover : palette.button;
      roundedBox(context, box, action === 'undo' ? height / 2 : 8);
      context.fill();
      return;
  }
}

/** A line, its end paler if it may still change. */
function write(context: SKRSContext2D, written: Written, palette: Colors): void {
  const { text, x, baseline, width, ink, isCentered, settled = text.length } = written;
  context.font = fontOf(written);
  const measure = (part: string) => context.measureText(part).width;
  const shown = fitting(text, width, { measure, keeps: 'start' });
  const direction = directionOf(text);
  context.direction = direction;
  context.fillStyle = palette[ink];
  if (isCentered) {
    context.textAlign = 'center';
    context.fillText(shown, x, baseline);
    return;
  }
  context.textAlign = direction === 'rtl' ? 'right' : 'left';
  const start = direction === 'rtl' ? x + width : x;
  const [sure, open] = [shown.slice(0, settled), shown.slice(settled)];
  context.fillText(sure, start, baseline);
  if (open === '') return;
  context.fillStyle = palette.quiet;
  context.fillText(open, start + measure(sure) * (direction === 'rtl' ? -1 : 1), baseline);
}

function roundedBox(context: SKRSContext2D, { x, y, width, height }: Box, radius: number): void {
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
}

function circle(context: SKRSContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
}

/** The window's own colors (packages/ui/src/design/tokens.css), which draw.test.ts compares. */
interface Colors {
  readonly card: string;
  readonly edge: string;
  readonly text: string;
  readonly quiet: string;
  readonly button: string;
  readonly buttonHover: string;
  readonly ink: string;
  readonly inkHover: string;
  readonly onInk: string;
  readonly live: string;
  readonly liveHover: string;
  readonly success: string;
  readonly warning: string;
  readonly shadow: string;
}

export const colors: Readonly<Record<Appearance, Colors>> = {
  dark: {
    card: '#1d1c1a',
    edge: 'rgba(255, 255, 255, 0.14)',
    text: '#edebe7',
    quiet: '#a7a49e',
    button: 'rgba(255, 255, 255, 0.1)',
    buttonHover: 'rgba(255, 255, 255, 0.18)',
    ink: '#e6e4e0',
    inkHover: '#fdfcf9',
    onInk: '#171613',
    live: '#d33f1d',
    liveHover: '#bd3311',
    success: '#6ad18a',
    warning: '#ebb25f',
    shadow: 'rgba(0, 0, 0, 0.55)',
  },
  light: {
    card: '#ffffff',
    edge: 'rgba(0, 0, 0, 0.1)',
    text: '#211f1b',
    quiet: '#646059',
    button: 'rgba(0, 0, 0, 0.06)',
    buttonHover: 'rgba(0, 0, 0, 0.11)',
    ink: '#282622',
    inkHover: '#433f3a',
    onInk: '#fdfcf9',
    live: '#cb3814',
    liveHover: '#b62b05',
    success: '#1d7339',
    warning: '#9a5505',
    shadow: 'rgba(0, 0, 0, 0.28)',
  },
};
