import * as z from 'zod';
import { type ErrorCode, errorCodes } from './errors.ts';
import { timestamp } from './fields.ts';

/** A call of the local API, or several of the same kind one after the other. Nothing of what was sent or answered. */
export const apiCall = z
  .object({
    /** When the last one ended. */
    at: timestamp,
    method: z.string(),
    /** As the route table has it, such as `/recordings/{id}`; null for an address that there is not. */
    route: z.string().nullable(),
    /** What the program says it is, such as `curl 8.5`; null where it says nothing. */
    client: z.string().nullable(),
    status: z.int(),
    /** Why it was refused or failed; null where it was not. */
    code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]).nullable(),
    duration_ms: z.int(),
    count: z.int(),
  })
  .meta({ id: 'ApiCall' });
export type ApiCall = z.output<typeof apiCall>;
