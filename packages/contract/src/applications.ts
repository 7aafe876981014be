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

const pattern = z
  .string()
  .trim()
  .min(1)
  .regex(noControlCharacters, 'A rule must not contain control characters.');

/**
 * Where a mode is chosen automatically. `*` matches any characters; regular expressions are not supported, so no rule can be slow.
 */
export const applicationRule = z
  .object({
    program: pattern
      .max(limits.programCharacters)
      .describe('The full name of a program, case-insensitive; `*` matches anything.'),
    // Not `given`: rules are a part of answers too, and a transform has no JSON schema.
    title: pattern
      .max(limits.windowTitleCharacters)
      .optional()
      .describe(
        'Text in its window title, case-insensitive; `*` matches anything. Such a rule never matches unless `readWindowTitles` is on.',
      ),
  })
  .meta({ id: 'ApplicationRule' });
export type ApplicationRule = z.output<typeof applicationRule>;
