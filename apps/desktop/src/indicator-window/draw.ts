import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { IndicatorTone, IndicatorView } from '../indicator/indicator-view.ts';
import {
  type Box,
  cardLayout,
  directionOf,
  FONT,
  fitting,
  type Layout,
  problemSizes,
  questionSizes,
} from './layout.ts';

const BARS = [0.55, 0.85, 1, 0.75, 0.5] as const;

/**
 * The picture of a view; `scale` is the screen's dots per inch divided by 96. `hovered` is the button under the
 * pointer.
 */
export function drawIndicator(
  view: IndicatorView & { readonly appearance: 'light' | 'dark' },
  { scale, hovered }: { readonly scale: number; readonly hovered?: string | undefined },
): Canvas {
  const layout = cardLayout(view);
  const canvas = createCanvas(Math.ceil(layout.width * scale), Math.ceil(layout.height * scale));
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  const palette = colors[view.appearance];
  drawCard(context, layout, palette);
  drawHandle(context, layout.handle, palette);
  drawMeter(context, layout.meter, view, palette);
  if (layout.lines) drawQuestion(context, layout, view, palette);
  else if (layout.problem) drawProblem(context, layout, view, palette);
  else if (layout.text) drawLines(context, layout.text, view, palette);
  if (layout.time) {
    context.fillStyle = palette.text;
    write(context, elapsed(view.elapsedMs), {
      ...layout.time,
      size: 13,
      baseline: middle(layout.time) + 4.5,
    });
  }
  for (const button of layout.buttons) {
    const isHovered = button.action === hovered;
    if (layout.lines) drawNamedButton(context, button, view.labels[button.action], isHovered, palette);
    else drawButton(context, button, isHovered, palette);
  }
  return canvas;
}

function drawCard(
  context: SKRSContext2D,
  { card, radius }: Layout,
  { card: fill, line, shadow }: Colors,
): void {
  context.save();
  context.shadowColor = shadow;
  context.shadowBlur = 12;
  context.shadowOffsetY = 3;
  context.fillStyle = fill;
  roundedBox(context, card, radius);
  context.fill();
  context.restore();
  context.strokeStyle = line;
  context.lineWidth = 1;
  roundedBox(
    context,
    { x: card.x + 0.5, y: card.y + 0.5, width: card.width - 1, height: card.height - 1 },
    radius - 0.5,
  );
  context.stroke();
}

/** Two columns of dots: the handle for moving it. */
function drawHandle(context: SKRSContext2D, { x, y, width, height }: Box, { quiet }: Colors): void {
  context.save();
  context.globalAlpha = 0.55;
  context.fillStyle = quiet;
  for (const dx of [-2, 2])
    for (const dy of [-5, 0, 5]) circle(context, x + width / 2 + dx + 1, y + height / 2 + dy, 1.1);
  context.restore();
}

/** Bars that follow the level while one speaks, and a dot otherwise. */
function drawMeter(
  context: SKRSContext2D,
  box: Box,
  { tone, level }: IndicatorView,
  { tones }: Colors,
): void {
  context.fillStyle = tones[tone];
  const centre = middle(box);
  if (tone !== 'recording') {
    circle(context, box.x + box.width / 2, centre, 5);
    return;
  }
  // Loudness is perceived logarithmically; speech lies in the upper 40 dB.
  const loudness = Math.min(1, Math.max(0, 1 + Math.log10(Math.max(level, 1e-4)) / 2));
  for (const [index, share] of BARS.entries()) {
    const height = 4 + (box.height - 4) * share * loudness;
    roundedBox(context, { x: box.x + 1 + index * 5, y: centre - height / 2, width: 3, height }, 1.5);
    context.fill();
  }
}

function drawLines(context: SKRSContext2D, box: Box, view: IndicatorView, palette: Colors): void {
  const { line, isTranscript } = view;
  const details = detailsOf(view);
  context.fillStyle = palette.text;
  const baseline = details === '' ? middle(box) + 5 : middle(box) - 3;
  write(context, line, { ...box, size: 15, baseline, keeps: isTranscript ? 'end' : 'start' });
  context.fillStyle = palette.quiet;
  write(context, details, { ...box, size: 12.5, baseline: middle(box) + 16 });
}

function detailsOf({ mode, says, elapsedMs, tone }: IndicatorView): string {
  // A message about a dictation that has ended shows no time.
  const hasTime = tone === 'recording' || tone === 'working' || (tone === 'problem' && elapsedMs > 0);
  const time = hasTime ? elapsed(elapsedMs) : '';
  return [time, says ?? mode].filter((part) => part !== '').join('  ·  ');
}

/** What went wrong, what to do, and, of a recording, its time and its mode. */
function drawProblem(
  context: SKRSContext2D,
  { text, problem }: Layout,
  view: IndicatorView,
  palette: Colors,
): void {
  if (!text || !problem) return;
  const { text: size, line: lineHeight, hint: hintSize, hintLine } = problemSizes;
  context.fillStyle = palette.text;
  for (const [index, line] of problem.lines.entries())
    write(context, line, { ...text, size, baseline: text.y + index * lineHeight + 15 });
  context.fillStyle = palette.quiet;
  const below = text.y + problem.lines.length * lineHeight;
  const details = view.mode === '' ? [] : [detailsOf(view)];
  for (const [index, line] of [...problem.hint, ...details].entries())
    write(context, line, { ...text, size: hintSize, baseline: below + index * hintLine + 13 });
}

/** Who asks, and all of what is asked. */
function drawQuestion(
  context: SKRSContext2D,
  { meter, text, lines = [] }: Layout,
  { says = '' }: IndicatorView,
  palette: Colors,
): void {
  if (!text) return;
  const { heading, text: size, line: lineHeight } = questionSizes;
  context.fillStyle = palette.quiet;
  const beside = { ...text, x: meter.x + meter.width + 8, width: text.width - meter.width - 8 };
  write(context, says, { ...beside, size: heading, baseline: middle(meter) + 4.5 });
  context.fillStyle = palette.text;
  for (const [index, line] of lines.entries())
    write(context, line, { ...text, size, baseline: text.y + index * lineHeight + 16 });
}

function drawNamedButton(
  context: SKRSContext2D,
  box: Box & { readonly action: string },
  label: string,
  isHovered: boolean,
  { button, text, tones, card }: Colors,
): void {
  const isAccept = box.action === 'answer';
  context.fillStyle = isAccept ? tones.asking : button;
  roundedBox(context, box, 8);
  context.fill();
  if (isHovered) {
    context.fillStyle = button;
    context.fill();
  }
  // Of the card's own colour: light letters on the dark accent of the light card, dark ones on the light accent of the
  // dark card.
  context.fillStyle = isAccept ? card : text;
  context.font = `500 ${questionSizes.button}px ${FONT}`;
  context.direction = 'ltr';
  context.textAlign = 'center';
  context.fillText(label, box.x + box.width / 2, middle(box) + 4.5);
}

function drawButton(
  context: SKRSContext2D,
  { action, x, y, width, height }: Layout['buttons'][number],
  isHovered: boolean,
  { button, text, tones }: Colors,
): void {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const isStop = action === 'stop';
  context.save();
  context.fillStyle = isStop ? tones.recording : button;
  circle(context, cx, cy, width / 2);
  if (isHovered) {
    context.fillStyle = isStop ? 'rgba(255, 255, 255, 0.15)' : button;
    circle(context, cx, cy, width / 2);
  }
  if (isStop) {
    context.fillStyle = '#ffffff';
    const side = width * 0.34;
    roundedBox(context, { x: cx - side / 2, y: cy - side / 2, width: side, height: side }, 2);
    context.fill();
  } else {
    context.strokeStyle = text;
    context.lineWidth = 1.75;
    context.lineCap = 'round';
    const arm = width * 0.15;
    context.beginPath();
    if (action === 'undo') drawBackArrow(context, cx, cy, arm);
    else {
      context.moveTo(cx - arm, cy - arm);
      context.lineTo(cx + arm, cy + arm);
      context.moveTo(cx + arm, cy - arm);
      context.lineTo(cx - arm, cy + arm);
    }
    context.stroke();
  }
  context.restore();
}

/** An arrow that turns back to the left. */
function drawBackArrow(context: SKRSContext2D, cx: number, cy: number, arm: number): void {
  context.moveTo(cx - arm / 2, cy - 1.6 * arm);
  context.lineTo(cx - 1.4 * arm, cy - 0.7 * arm);
  context.lineTo(cx - arm / 2, cy + 0.2 * arm);
  context.moveTo(cx - 1.4 * arm, cy - 0.7 * arm);
  context.lineTo(cx + 0.3 * arm, cy - 0.7 * arm);
  context.arc(cx + 0.3 * arm, cy + 0.4 * arm, 1.1 * arm, -Math.PI / 2, Math.PI / 2);
  context.lineTo(cx - 0.6 * arm, cy + 1.5 * arm);
}

interface WrittenLine extends Box {
  readonly size: number;
  readonly baseline: number;
  readonly keeps?: 'start' | 'end';
}

function write(
  context: SKRSContext2D,
  text: string,
  { x, width, size, baseline, keeps = 'start' }: WrittenLine,
): void {
  context.font = `${size}px ${FONT}`;
  const direction = directionOf(text);
  context.direction = direction;
  context.textAlign = direction === 'rtl' ? 'right' : 'left';
  const shown = fitting(text, width, { measure: (part) => context.measureText(part).width, keeps });
  context.fillText(shown, direction === 'rtl' ? x + width : x, baseline);
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

function middle({ y, height }: Box): number {
  return y + height / 2;
}

/** Minutes and seconds, and hours if there are any. */
function elapsed(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** The window's own colours (packages/ui/src/design/tokens.css), for a card that lies over anything. */
interface Colors {
  readonly card: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly button: string;
  readonly shadow: string;
  readonly tones: Readonly<Record<IndicatorTone, string>>;
}

const colors: Readonly<Record<'light' | 'dark', Colors>> = {
  dark: {
    card: 'rgba(27, 28, 31, 0.96)',
    line: 'rgba(255, 255, 255, 0.12)',
    text: '#f3f4f6',
    quiet: '#a3a7b0',
    button: 'rgba(255, 255, 255, 0.09)',
    shadow: 'rgba(0, 0, 0, 0.45)',
    tones: {
      asking: '#8ea6ff',
      listening: '#a3a7b0',
      starting: '#a3a7b0',
      recording: '#ff6259',
      working: '#8ea6ff',
      done: '#5fd08a',
      ended: '#a3a7b0',
      problem: '#f5b84c',
    },
  },
  light: {
    card: 'rgba(255, 255, 255, 0.97)',
    line: 'rgba(0, 0, 0, 0.12)',
    text: '#1b1c1f',
    quiet: '#5c616b',
    button: 'rgba(0, 0, 0, 0.06)',
    shadow: 'rgba(0, 0, 0, 0.22)',
    tones: {
      asking: '#3f5bd9',
      listening: '#5c616b',
      starting: '#5c616b',
      recording: '#d0342c',
      working: '#3f5bd9',
      done: '#1c8a4a',
      ended: '#5c616b',
      problem: '#9a6200',
    },
  },
};
