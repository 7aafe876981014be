import * as z from 'zod';
import { limits } from './limits.ts';

const noControlCharacters = /^[^\p{Cc}]*$/u;

/** A program that has a window open, as its desktop names it: the class on X11, the bundle's or the program's name elsewhere. */
export const openApplication = z
  .object({
    program: z.string(),
    title: z.string().nullable().describe("Its window's title; null unless `readWindowTitles` is on."),
    active: z.boolean().describe('Its window has the focus.'),
  })
  .meta({ id: 'OpenApplication' });
export type OpenApplication = z.output<typeof openApplication>;

const pattern = z.string().trim().min(1).regex(noControlCharacters, 'A rule holds no control characters.');

/**
 * Where a mode is taken by itself. `*` stands for any characters; there are no regular expressions, so that no rule can take long.
 */
export const applicationRule = z
  .object({
    program: pattern
      .max(limits.programCharacters)
      .describe('The whole name of a program, whatever the case; `*` stands for anything.'),
    // Not `given`: rules are a part of answers too, and a transform has no JSON schema.
    title: pattern
      .max(limits.windowTitleCharacters)
      .optional()
      .describe(
        'What the title of its window holds, whatever the case; `*` stands for anything. Without `readWindowTitles` such a rule never fits.',
      ),
  })
  .meta({ id: 'ApplicationRule' });
export type ApplicationRule = z.output<typeof applicationRule>;
