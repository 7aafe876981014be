import * as z from 'zod';
import { captionLimits } from './captions/index.ts';
import { given, queryInteger } from './fields.ts';

const { lineLength, lines } = captionLimits;

/** How captions are laid out, as a query of `GET /recordings/{id}/transcript.{format}`. */
export const captionShapeQuery = z.object({
  max_line_length: given(queryInteger.pipe(z.int().min(lineLength.least).max(lineLength.most)))
    .describe(
      'Characters per caption line (srt, vtt). Default: 42, or 16 full-width characters for Chinese and Japanese.',
    )
    .meta({ example: '42' }),
  max_lines: given(queryInteger.pipe(z.int().min(lines.least).max(lines.most)))
    .describe('Lines per caption.')
    .meta({ default: 2 }),
});
