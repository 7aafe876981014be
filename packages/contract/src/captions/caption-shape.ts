import { isChineseOrJapanese } from './text-width.ts';

/** How captions are laid out; defaults follow broadcasters' guidelines. */
export interface CaptionShape {
  /** Characters per line. Default: 42, or 16 full-width characters for Chinese and Japanese. */
  readonly maxLineLength?: number | undefined;
  /** Lines per caption. Default: 2. */
  readonly maxLines?: number | undefined;
}

/** The allowed range. */
export const captionLimits = { lineLength: { least: 10, most: 200 }, lines: { least: 1, most: 6 } } as const;

/** Minimum and maximum duration of a caption in seconds. */
export const SHORTEST_CUE = 1;
export const LONGEST_CUE = 7;
/** Reading speed in characters per second, counted by width: ten full-width ones. */
export const READING_SPEED = 20;

/** The space for a text: number of lines, and the width of each in half-width characters. */
export interface CueRoom {
  readonly lineWidth: number;
  readonly lines: number;
}

/** The space for a text, by its script unless the caller specifies it. */
export function roomFor(text: string, { maxLineLength, maxLines = 2 }: CaptionShape): CueRoom {
  const lineWidth = isChineseOrJapanese(text) ? 2 * (maxLineLength ?? 16) : (maxLineLength ?? 42);
  return { lineWidth, lines: maxLines };
}
