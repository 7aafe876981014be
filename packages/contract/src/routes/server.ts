import * as z from 'zod';
import { health, healthQuery } from '../health.ts';
import { noBody, type Route, returnsJson } from '../route.ts';

/** The routes under "Server". */
export const serverRoutes = {
  getHealth: {
    method: 'GET',
    path: '/health',
    audience: 'api',
    needsToken: false,
    tag: 'Server',
    summary: 'Identity and status of the server, health of its providers, local models',
    description:
      'Needs no token and answers from memory. With `challenge`, `proof` shows that the server knows the token, so a client can verify the server before sending the token.',
    query: healthQuery,
    body: noBody,
    returns: returnsJson(health),
    errors: ['INVALID_REQUEST'],
  },
  getOpenApi: {
    method: 'GET',
    path: '/openapi.json',
    audience: 'api',
    needsToken: true,
    scopes: [],
    tag: 'Server',
    summary: 'This API as OpenAPI 3.1',
    body: noBody,
    returns: returnsJson(z.record(z.string(), z.unknown())),
    errors: [],
  },
} as const satisfies Record<string, Route>;
