import * as z from 'zod';
import { jsonBody, noBody, type Route, returnsOk } from '../route.ts';
import {
  audioAddress,
  openWindowBody,
  redeemWindowCodeBody,
  windowProofQuery,
  windowSession,
} from '../window.ts';
import { byId } from './parts.ts';

/** The routes under "Window". */
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
    errors: ['INVALID_REQUEST'],
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
    errors: [],
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
    body: noBody,
    returns: returnsOk({ proofs: z.array(z.string()) }),
    errors: ['INVALID_REQUEST'],
  },
  signAudioAddress: {
    method: 'POST',
    path: '/recordings/{id}/audio-address',
    audience: 'window',
    needsToken: true,
    tag: 'Window',
    summary: "A URL of a recording's audio for a player, valid for 15 minutes",
    params: byId,
    body: noBody,
    returns: returnsOk(audioAddress.shape),
    errors: ['RECORDING_NOT_FOUND'],
  },
} as const satisfies Record<string, Route>;
