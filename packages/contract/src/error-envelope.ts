import * as z from 'zod';
import { type ErrorCode, errorCodes } from './errors.ts';

/** One field that has the wrong JSON type; `path` is dotted, empty for the body itself. */
export const errorDetail = z.object({ path: z.string(), message: z.string() });

/** `error` of the envelope. `message` says what happened, `hint` what to do next; neither ever holds a token or a key. */
export const errorBody = z.object({
  code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  hint: z.string().optional(),
  details: z.array(errorDetail).optional(),
});
export type ErrorBody = z.output<typeof errorBody>;

/** Body of every answer that is not a success. */
export const errorEnvelope = z.object({ ok: z.literal(false), error: errorBody }).meta({ id: 'Error' });
export type ErrorEnvelope = z.output<typeof errorEnvelope>;
