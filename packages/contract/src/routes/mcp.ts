import * as z from 'zod';
import { installMcpClientBody, mcpClient, mcpInstallation } from '../mcp-clients.ts';
import { jsonBody, noBody, type Route, returnsOk } from '../route.ts';
import { byId } from './parts.ts';

/** The routes under "MCP". */
export const mcpRoutes = {
  listMcpClients: {
    method: 'GET',
    path: '/mcp-clients',
    audience: 'app',
    needsToken: true,
    tag: 'MCP',
    summary: 'Programs that the MCP bridge can be added to',
    body: noBody,
    returns: returnsOk({ clients: z.array(mcpClient) }),
    errors: [],
  },
  installMcpClient: {
    method: 'POST',
    path: '/mcp-clients/{id}/install',
    audience: 'app',
    needsToken: true,
    tag: 'MCP',
    summary: "Add the MCP bridge to a program's configuration; a copy of the old file is kept",
    params: byId,
    body: jsonBody(installMcpClientBody, { optional: true }),
    returns: returnsOk({ installation: mcpInstallation }),
    errors: ['INVALID_REQUEST'],
  },
  removeMcpClient: {
    method: 'POST',
    path: '/mcp-clients/{id}/remove',
    audience: 'app',
    needsToken: true,
    tag: 'MCP',
    summary: "Take the MCP bridge out of a program's configuration, and revoke the token of its own",
    params: byId,
    body: noBody,
    returns: returnsOk({ installation: mcpInstallation }),
    errors: ['INVALID_REQUEST'],
  },
} as const satisfies Record<string, Route>;
