import * as z from 'zod';
import { apiServerState, switchApiServerBody } from './application.ts';
import { type ErrorCode, errorCodes } from './errors.ts';
import { timestamp } from './fields.ts';
import { jsonBody, returnsOk, type WrittenRoute } from './route.ts';

/** `local-api.json`: how a client on this machine finds the server (specification, section 2.1). */
export const discovery = z
  .object({
    port: z.int().min(1).max(65_535),
    pid: z.int().positive(),
    started_at: z.string(),
    api_version: z.int(),
    app_version: z.string(),
    token: z.string().min(1),
  })
  .meta({ id: 'Discovery' });
export type Discovery = z.output<typeof discovery>;

/** The discovery file's name inside the data folder. */
export const discoveryFileName = 'local-api.json';

/**
 * A call of the local API, or several of the same kind one after the other. Records neither the request nor the
 * response content.
 */
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

const app = { audience: 'app', needsToken: true, tag: 'API server' } as const;

export const apiServerRoutes = {
  switchApiServer: {
    method: 'PUT',
    path: '/api-server',
    ...app,
    summary: 'Switch the local API on or off',
    body: jsonBody(switchApiServerBody),
    returns: returnsOk({ api_server: apiServerState }),
  },
  getToken: {
    method: 'GET',
    path: '/api-server/token',
    ...app,
    summary: 'The bearer token',
    returns: returnsOk({ token: z.string() }),
  },
  regenerateToken: {
    method: 'POST',
    path: '/api-server/token',
    ...app,
    summary: 'Make a new bearer token; the old one stops working at once',
    returns: returnsOk({ token: z.string() }),
  },
  forgetToken: {
    method: 'DELETE',
    path: '/api-server/token',
    ...app,
    summary: 'Delete the bearer token where it is stored, for an uninstallation',
    description: 'Switch the API off before. `removed` is false if the secure store is locked and keeps it.',
    returns: returnsOk({ removed: z.boolean() }),
  },
  listApiCalls: {
    method: 'GET',
    path: '/api-server/calls',
    ...app,
    summary: 'Recent callers of the local API, latest first; never the content of requests or responses',
    returns: returnsOk({ calls: z.array(apiCall) }),
  },
} as const satisfies Record<string, WrittenRoute>;
