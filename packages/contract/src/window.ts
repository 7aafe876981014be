import * as z from 'zod';
import { given, timestamp } from './fields.ts';

/** Body of POST /window: how a window is opened. */
export const openWindowBody = z.object({
  /** False only gives the address, for a browser that the caller opens: it works once and for a minute. */
  browser: given(z.boolean()).meta({ default: true }),
  /** The page to begin with, such as `/settings/local-api`. */
  page: given(z.string().regex(/^\/[a-z0-9/-]{0,100}$/)),
});
export type OpenWindowBody = z.output<typeof openWindowBody>;

/** A code that was made for one window, out of its address. */
export const redeemWindowCodeBody = z.object({ code: z.string().min(1).max(200) });

/** What a code gives. `revoked`: it had been used before, so both windows are shut out; `unknown`: it is too old, or none of ours. */
export const windowSession = z.object({
  state: z.enum(['open', 'revoked', 'unknown']),
  /** Only where it is open. */
  token: z.string().nullable(),
});

/** Query of GET /window/proof. */
export const windowProofQuery = z.object({
  challenge: z.string().regex(/^[A-Za-z0-9_-]{22,86}$/, 'A challenge is 22 to 86 characters of base64url.'),
});

/** An address of a recording's audio for a player, which can send no token. */
export const audioAddress = z.object({
  /** A path with a signature, for this window server only. */
  address: z.string(),
  expires_at: timestamp,
});
