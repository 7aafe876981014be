import * as z from 'zod';
import { type ErrorBody, type ErrorCode, errorCodes } from './errors.ts';

/** One field that has the wrong JSON type; `path` is dotted, empty for the body itself. */
const errorDetail = z.object({ path: z.string(), message: z.string() });

/** For programs: why an object says what it says, more precisely than a code; and what is filled in. */
export const reasonFields = {
  reason: z.string().optional().describe('Why, as a name that stays the same when words change.'),
  args: z.record(z.string(), z.unknown()).optional().describe('What is filled in, such as a name or a path.'),
} as const;

/**
 * `error` of the envelope. `message` says what happened, `hint` what to do next; neither ever holds a token or a key.
 */
export const errorBody = z.object({
  code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  hint: z.string().optional(),
  ...reasonFields,
  details: z.array(errorDetail).optional(),
}) satisfies z.ZodType<ErrorBody>;

/** Body of every answer that is not a success. */
export const errorEnvelope = z.object({ ok: z.literal(false), error: errorBody }).meta({ id: 'Error' });
export type ErrorEnvelope = z.output<typeof errorEnvelope>;
