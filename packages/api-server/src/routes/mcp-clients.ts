import { controlOf } from './application.ts';
import { type Handler, json } from './handler.ts';

export const listMcpClients: Handler = async (_context, app) =>
  json({ ok: true, clients: await controlOf(app).mcpClients() });

export const installMcpClient: Handler = async ({ params }, app) =>
  json({ ok: true, installation: await controlOf(app).installMcpClient(params.id ?? '') });
