import type { IndicatorAction, IndicatorView } from '../indicator-view.ts';

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
export const SHADOW = 14;
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
