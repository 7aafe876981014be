import { allowNamedTokenBody, createNamedTokenBody, switchApiServerBody } from '@quoth/contract';
import { controlOf, type Handler, json } from '../handler.ts';
import { readBody } from '../http/body.ts';

export const switchApiServer: Handler = async (context, app) => {
  const { enabled, this_run_only } = await readBody(context, switchApiServerBody);
  return json({
    ok: true,
    api_server: await controlOf(app).apiServer.switch(enabled, this_run_only ?? false),
  });
};

export const getToken: Handler = async (_context, app) => {
  // Only the application's own listeners give it out.
  controlOf(app);
  return json({ ok: true, token: await app.core.tokens.current() });
};

export const regenerateToken: Handler = async (_context, app) => {
  return json({ ok: true, token: await controlOf(app).apiServer.regenerateToken() });
};

export const forgetToken: Handler = async (_context, { core }) =>
  json({ ok: true, removed: await core.tokens.forget() });

export const listApiCalls: Handler = (_context, app) =>
  json({ ok: true, calls: controlOf(app).apiServer.calls() });

export const listNamedTokens: Handler = (_context, { core }) =>
  json({ ok: true, named_tokens: core.namedTokens.list() });

export const createNamedToken: Handler = async (context, { core }) => {
  const body = await readBody(context, createNamedTokenBody);
  return json({ ok: true, ...(await core.namedTokens.create(body)) });
};

export const allowNamedToken: Handler = async (context, { core }) => {
  const { record } = await readBody(context, allowNamedTokenBody);
  return json({ ok: true, named_token: await core.namedTokens.allow(context.params.id ?? '', record) });
};

export const revokeNamedToken: Handler = async ({ params }, { core }) => {
  await core.namedTokens.revoke(params.id ?? '');
  return json({ ok: true });
};
