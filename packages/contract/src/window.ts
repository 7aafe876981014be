import * as z from 'zod';
import { failing } from './checks.ts';
import { given, timestamp } from './fields.ts';
import { byId, jsonBody, returnsOk, type WrittenRoute } from './route.ts';

/** What allows a window to come to the front on Wayland; on X11, a startup id. */
export const activationToken = z.string().regex(/^[\x21-\x7e]{1,500}$/);

/** Body of POST /window: how a window is opened. */
export const openWindowBody = z.object({
  /** False only returns the address, for a browser that the caller opens; it works once, within a minute. */
  browser: given(z.boolean()).meta({ default: true }),
  /** The initial page, such as `/settings/local-api`. */
  page: given(z.string().regex(/^\/[a-z0-9/-]{0,100}$/)),
  /** The desktop's, for the key or click that opens it: `XDG_ACTIVATION_TOKEN` or `DESKTOP_STARTUP_ID`. */
  activationToken: given(activationToken),
});

/** The one-time code from a window's address. */
export const redeemWindowCodeBody = z.object({ code: z.string().min(1).max(200) });

/**
 * The result of exchanging a code. `revoked`: it was already used, so both windows lose access; `unknown`: it has
 * expired or is not ours.
 */
const windowSession = z.object({
  state: z.enum(['open', 'revoked', 'unknown']),
  /** Only if `state` is `open`. */
  token: z.string().nullable(),
});

/** Query of GET /window/proof. */
export const windowProofQuery = z.object({
  challenge: z.string().regex(/^[A-Za-z0-9_-]{22,86}$/, failing('challengeForm')),
});

/** Base64 of 200 bytes: the height of each bar. */
const voiceLine = z.base64();

/** Query of GET /voice-lines: ids with commas between them, as many as a page of History has. */
export const voiceLinesQuery = z.object({
  ids: z.string().regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,49}$/, failing('giveIds')),
});

/** A URL of a recording's audio for a player, which cannot send a token. */
const audioAddress = z.object({
  /** A path with a signature, for this window server only. */
  address: z.string(),
  expires_at: timestamp,
});

export const windowRoutes = {
  openWindow: {
    method: 'POST',
    path: '/window',
    audience: 'app',
    needsToken: true,
    tag: 'Window',
    summary: 'Open the window',
    description:
      'As a standalone window in Chrome, Edge or Chromium, else in the default browser. `address` is given only when `browser` is false.',
    body: jsonBody(openWindowBody, { optional: true }),
    returns: returnsOk({ address: z.string().nullable(), browser: z.string().nullable() }),
    errors: ['WINDOW_UNAVAILABLE'],
  },
  redeemWindowCode: {
    method: 'POST',
    path: '/window/session',
    audience: 'window',
    needsToken: false,
    tag: 'Window',
    summary: "Exchange a new window's code for its token; a second use revokes the token",
    body: jsonBody(redeemWindowCodeBody),
    returns: returnsOk(windowSession.shape),
  },
  proveWindow: {
    method: 'GET',
    path: '/window/proof',
    audience: 'window',
    needsToken: false,
    tag: 'Window',
    summary: 'Prove that the application still knows the open windows',
    description:
      'A window that lost its application calls this before it sends its token again: another program may be listening on that port by now. One of `proofs` is base64url of HMAC-SHA256, with its token as key, over `quoth-window-v1|<challenge>`.',
    query: windowProofQuery,
    returns: returnsOk({ proofs: z.array(z.string()) }),
  },
  getVoiceLine: {
    method: 'GET',
    path: '/recordings/{id}/voice-line',
    audience: 'window',
    needsToken: true,
    tag: 'Window',
    summary: 'How loud a recording is from its beginning to its end; counted now if that was not done yet',
    params: byId,
    returns: returnsOk({ line: voiceLine.nullable() }),
    errors: ['RECORDING_NOT_FOUND', 'FILE_NOT_FOUND', 'AUDIO_DECODE_FAILED'],
  },
  listVoiceLines: {
    method: 'GET',
    path: '/voice-lines',
    audience: 'window',
    needsToken: true,
    tag: 'Window',
    summary: 'The lines of several recordings by their ids, as far as they were counted',
    query: voiceLinesQuery,
    returns: returnsOk({ lines: z.record(z.string(), voiceLine) }),
  },
  signAudioAddress: {
    method: 'POST',
    path: '/recordings/{id}/audio-address',
    audience: 'window',
    needsToken: true,
    tag: 'Window',
    summary: "A URL of a recording's audio for a player, valid for 15 minutes",
    params: byId,
    returns: returnsOk(audioAddress.shape),
    errors: ['RECORDING_NOT_FOUND'],
  },
} as const satisfies Record<string, WrittenRoute>;
