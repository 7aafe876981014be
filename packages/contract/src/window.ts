import * as z from 'zod';
import { given, timestamp } from './fields.ts';

/** Body of POST /window: how a window is opened. */
export const openWindowBody = z.object({
  /** False only returns the address, for a browser that the caller opens; it works once, within a minute. */
  browser: given(z.boolean()).meta({ default: true }),
  /** The initial page, such as `/settings/local-api`. */
  page: given(z.string().regex(/^\/[a-z0-9/-]{0,100}$/)),
});
export type OpenWindowBody = z.output<typeof openWindowBody>;

/** The one-time code from a window's address. */
export const redeemWindowCodeBody = z.object({ code: z.string().min(1).max(200) });

/** The result of exchanging a code. `revoked`: it was already used, so both windows lose access; `unknown`: it has expired or is not ours. */
export const windowSession = z.object({
  state: z.enum(['open', 'revoked', 'unknown']),
  /** Only if `state` is `open`. */
  token: z.string().nullable(),
});

/** Query of GET /window/proof. */
export const windowProofQuery = z.object({
  challenge: z.string().regex(/^[A-Za-z0-9_-]{22,86}$/, 'A challenge is 22 to 86 characters of base64url.'),
});

/** A URL of a recording's audio for a player, which cannot send a token. */
export const audioAddress = z.object({
  /** A path with a signature, for this window server only. */
  address: z.string(),
  expires_at: timestamp,
});
