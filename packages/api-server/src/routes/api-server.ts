import { switchApiServerBody } from '@quoth/contract';
import { readJson } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import { controlOf } from './application.ts';
import { type Handler, json } from './handler.ts';

export const switchApiServer: Handler = async (context, app) => {
  const { value } = await readJson(context);
  const { enabled, this_run_only } = validated(switchApiServerBody, value, 'json');
  return json({
    ok: true,
    api_server: await controlOf(app).switchApiServer(enabled, this_run_only ?? false),
  });
};

export const getToken: Handler = async (_context, app) =>
  json({ ok: true, token: await controlOf(app).token() });

export const regenerateToken: Handler = async (_context, app) => {
  return json({ ok: true, token: await controlOf(app).regenerateToken() });
};

export const forgetToken: Handler = async (_context, { core }) =>
  json({ ok: true, removed: await core.tokens.forget() });

export const listApiCalls: Handler = (_context, app) => json({ ok: true, calls: controlOf(app).apiCalls() });
