import * as z from 'zod';
import { given, queryInteger } from './fields.ts';

/** How captions are laid out; defaults follow broadcasters' guidelines. */
export interface CaptionShape {
  /** Characters per line. Default: 42, or 16 full-width characters for Chinese and Japanese. */
  readonly maxLineLength?: number | undefined;
  /** Lines per caption. Default: 2. */
  readonly maxLines?: number | undefined;
}

/** The allowed range. */
export const captionLimits = { lineLength: { least: 10, most: 200 }, lines: { least: 1, most: 6 } } as const;

const { lineLength, lines } = captionLimits;
const length = z.int().min(lineLength.least).max(lineLength.most);
const count = z.int().min(lines.least).max(lines.most);

const lengthDescription =
  'Characters per caption line (srt, vtt). Default: 42, or 16 full-width characters for Chinese and Japanese.';
const countDescription = 'Lines per caption.';

/** How captions are laid out, as JSON fields. */
export const captionShapeFields = {
  max_line_length: given(length).describe(lengthDescription).meta({ example: 42 }),
  max_lines: given(count).describe(countDescription).meta({ default: 2 }),
} as const;

/** The same as a query, such as that of `GET /recordings/{id}/transcript.{format}`. */
export const captionShapeQuery = z.object({
  max_line_length: given(queryInteger.pipe(length)).describe(lengthDescription).meta({ example: '42' }),
  max_lines: given(queryInteger.pipe(count)).describe(countDescription).meta({ default: 2 }),
});
