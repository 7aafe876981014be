import * as z from 'zod';
import { allowNamedTokenBody, createdNamedToken, createNamedTokenBody, namedToken } from '../named-tokens.ts';
import { jsonBody, noBody, type Route, returnsOk } from '../route.ts';
import { byId } from './parts.ts';

/** The routes under "Programs": only the user makes tokens, by the window or the command line. */
export const namedTokensRoutes = {
  listNamedTokens: {
    method: 'GET',
    path: '/tokens',
    audience: 'app',
    needsToken: true,
    tag: 'Programs',
    summary: 'List the tokens of programs in alphabetical order, without the secret tokens themselves',
    body: noBody,
    returns: returnsOk({ named_tokens: z.array(namedToken) }),
    errors: [],
  },
  createNamedToken: {
    method: 'POST',
    path: '/tokens',
    audience: 'app',
    needsToken: true,
    tag: 'Programs',
    summary: 'Create a token for a program; only this answer shows it',
    body: jsonBody(createNamedTokenBody),
    returns: returnsOk(createdNamedToken.shape),
    errors: ['INVALID_REQUEST'],
  },
  allowNamedToken: {
    method: 'PATCH',
    path: '/tokens/{id}',
    audience: 'app',
    needsToken: true,
    tag: 'Programs',
    summary: 'Set whether a program with the scope `record` may record; takes effect at once',
    params: byId,
    body: jsonBody(allowNamedTokenBody),
    returns: returnsOk({ named_token: namedToken }),
    errors: ['INVALID_REQUEST'],
  },
  revokeNamedToken: {
    method: 'DELETE',
    path: '/tokens/{id}',
    audience: 'app',
    needsToken: true,
    tag: 'Programs',
    summary: 'Revoke a token: it is refused at once, and its open connections are closed',
    params: byId,
    body: noBody,
    returns: returnsOk({}),
    errors: ['INVALID_REQUEST'],
  },
} as const satisfies Record<string, Route>;
