import * as z from 'zod';
import { type ErrorCode, errorCodes } from './errors.ts';
import { timestamp } from './fields.ts';

/** A call of the local API, or several of the same kind one after the other. Records neither the request nor the response content. */
export const apiCall = z
  .object({
    /** When the last one ended. */
    at: timestamp,
    method: z.string(),
    /** The route's pattern, such as `/recordings/{id}`; null if no route matched. */
    route: z.string().nullable(),
    /** The program's name for itself, such as `curl 8.5`; null if it gives none. */
    client: z.string().nullable(),
    /** The name of its token, if it has a named one. */
    program: z.string().nullable(),
    status: z.int(),
    /** Why it was refused or failed; null if it succeeded. */
    code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]).nullable(),
    duration_ms: z.int(),
    count: z.int(),
  })
  .meta({ id: 'ApiCall' });
export type ApiCall = z.output<typeof apiCall>;
