import * as z from 'zod';
import { given } from './fields.ts';
import { namedToken } from './named-tokens.ts';
import { byId, jsonBody, returnsOk, type WrittenRoute } from './route.ts';
import { recordPermission, scope } from './scopes.ts';

/** A program that the MCP bridge can be added to. */
export const mcpClient = z
  .object({
    id: z.string(),
    displayName: z.string(),
    /** Its configuration file; null if none is known for this platform. */
    file: z.string().nullable(),
    /** What to add to it. Holds no port and no token; with a token of its own, the bridge is given its name. */
    snippet: z.string(),
    /** Whether the bridge is in its configuration; false where Quoth cannot tell. */
    installed: z.boolean(),
    /** What it may do; null if its bridge uses the token that allows everything. */
    ownToken: namedToken.nullable(),
    /** Whether Quoth can add it by itself. */
    installable: z.boolean(),
    /** What the user does next. */
    afterwards: z.string(),
  })
  .meta({ id: 'McpClient' });
export type McpClient = z.output<typeof mcpClient>;

/** Body of POST /mcp-clients/{id}/install. */
export const installMcpClientBody = z
  .object({
    scopes: given(z.array(scope).min(1).max(20)).describe(
      'Give it its own token with only these scopes, replacing the one it had.',
    ),
    record: given(recordPermission)
      .describe('Whether it may record, with the scope `record`.')
      .meta({ default: 'never' }),
  })
  .meta({ id: 'InstallMcpClient' });
export type InstallMcpClientBody = z.output<typeof installMcpClientBody>;

/** The result of adding the bridge, or taking it out. */
const mcpInstallation = z
  .object({
    state: z.enum(['written', 'unchanged', 'refused']),
    file: z.string().nullable(),
    /** The file as it was before. */
    backup: z.string().nullable(),
    /** Why nothing was changed. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'McpInstallation' });
export type McpInstallation = z.output<typeof mcpInstallation>;

const app = { audience: 'app', needsToken: true, tag: 'MCP' } as const;

export const mcpRoutes = {
  listMcpClients: {
    method: 'GET',
    path: '/mcp-clients',
    ...app,
    summary: 'Programs that the MCP bridge can be added to',
    returns: returnsOk({ clients: z.array(mcpClient) }),
  },
  installMcpClient: {
    method: 'POST',
    path: '/mcp-clients/{id}/install',
    ...app,
    summary: "Add the MCP bridge to a program's configuration; a copy of the old file is kept",
    params: byId,
    body: jsonBody(installMcpClientBody, { optional: true }),
    returns: returnsOk({ installation: mcpInstallation }),
    errors: ['ALREADY_EXISTS', 'LIMIT_REACHED'],
  },
  removeMcpClient: {
    method: 'POST',
    path: '/mcp-clients/{id}/remove',
    ...app,
    summary: "Take the MCP bridge out of a program's configuration, and revoke the token of its own",
    params: byId,
    returns: returnsOk({ installation: mcpInstallation }),
    errors: ['INVALID_REQUEST'],
  },
} as const satisfies Record<string, WrittenRoute>;
