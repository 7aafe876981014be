import { installMcpClientBody } from '@quoth/contract';
import { readJson } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import { controlOf } from './application.ts';
import { type Handler, json } from './handler.ts';

export const listMcpClients: Handler = async (_context, app) =>
  json({ ok: true, clients: await controlOf(app).mcpClients() });

export const installMcpClient: Handler = async (context, app) => {
  const { value } = await readJson(context, { optional: true });
  const body = validated(installMcpClientBody, value, 'json');
  const id = context.params.id ?? '';
  return json({ ok: true, installation: await controlOf(app).installMcpClient(id, body) });
};

export const removeMcpClient: Handler = async ({ params }, app) =>
  json({ ok: true, installation: await controlOf(app).removeMcpClient(params.id ?? '') });
