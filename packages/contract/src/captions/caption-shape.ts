import { isChineseOrJapanese } from './text-width.ts';

/** How captions are laid out; what is not given is as broadcasters have it. */
export interface CaptionShape {
  /** Characters a line: 42 when not given, or 16 full-width ones in Chinese and Japanese. */
  readonly maxLineLength?: number | undefined;
  /** Lines a caption: 2 when not given. */
  readonly maxLines?: number | undefined;
}

/** The longest and the shortest that may be asked for. */
export const captionLimits = { lineLength: { least: 10, most: 200 }, lines: { least: 1, most: 6 } } as const;

/** Seconds that a caption stays at least and at most. */
export const SHORTEST_CUE = 1;
export const LONGEST_CUE = 7;
/** Characters that are read in a second, counted by width: ten full-width ones. */
export const READING_SPEED = 20;

/** What a text may take: lines, and the width of each in characters of half a square. */
export interface CueRoom {
  readonly lineWidth: number;
  readonly lines: number;
}

/** The room for a text: its script decides where the caller does not. */
export function roomFor(text: string, { maxLineLength, maxLines = 2 }: CaptionShape): CueRoom {
  const lineWidth = isChineseOrJapanese(text) ? 2 * (maxLineLength ?? 16) : (maxLineLength ?? 42);
  return { lineWidth, lines: maxLines };
}
