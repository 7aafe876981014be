import * as z from 'zod';
import { apiCall } from '../api-calls.ts';
import { apiServerState, switchApiServerBody } from '../application.ts';
import { jsonBody, noBody, type Route, returnsOk } from '../route.ts';

/** The routes under "API server". */
export const apiServerRoutes = {
  switchApiServer: {
    method: 'PUT',
    path: '/api-server',
    audience: 'app',
    needsToken: true,
    tag: 'API server',
    summary: 'Switch the local API on or off',
    body: jsonBody(switchApiServerBody),
    returns: returnsOk({ api_server: apiServerState }),
    errors: ['INVALID_REQUEST'],
  },
  getToken: {
    method: 'GET',
    path: '/api-server/token',
    audience: 'app',
    needsToken: true,
    tag: 'API server',
    summary: 'The bearer token',
    body: noBody,
    returns: returnsOk({ token: z.string() }),
    errors: [],
  },
  regenerateToken: {
    method: 'POST',
    path: '/api-server/token',
    audience: 'app',
    needsToken: true,
    tag: 'API server',
    summary: 'Make a new bearer token; the old one stops working at once',
    body: noBody,
    returns: returnsOk({ token: z.string() }),
    errors: [],
  },
  forgetToken: {
    method: 'DELETE',
    path: '/api-server/token',
    audience: 'app',
    needsToken: true,
    tag: 'API server',
    summary: 'Delete the bearer token where it is stored, for an uninstallation',
    description: 'Switch the API off before. `removed` is false if the secure store is locked and keeps it.',
    body: noBody,
    returns: returnsOk({ removed: z.boolean() }),
    errors: [],
  },
  listApiCalls: {
    method: 'GET',
    path: '/api-server/calls',
    audience: 'app',
    needsToken: true,
    tag: 'API server',
    summary: 'Recent callers of the local API, latest first; never the content of requests or responses',
    body: noBody,
    returns: returnsOk({ calls: z.array(apiCall) }),
    errors: [],
  },
} as const satisfies Record<string, Route>;
