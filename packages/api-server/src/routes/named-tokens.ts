import { allowNamedTokenBody, createNamedTokenBody } from '@quoth/contract';
import { readJson } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import { type Handler, json } from './handler.ts';

export const listNamedTokens: Handler = (_context, { core }) =>
  json({ ok: true, named_tokens: core.namedTokens.list() });

export const createNamedToken: Handler = async (context, { core }) => {
  const { value } = await readJson(context);
  const body = validated(createNamedTokenBody, value, 'json');
  return json({ ok: true, ...(await core.namedTokens.create(body)) });
};

export const allowNamedToken: Handler = async (context, { core }) => {
  const { value } = await readJson(context);
  const { record } = validated(allowNamedTokenBody, value, 'json');
  return json({ ok: true, named_token: await core.namedTokens.allow(context.params.id ?? '', record) });
};

export const revokeNamedToken: Handler = async ({ params }, { core }) => {
  await core.namedTokens.revoke(params.id ?? '');
  return json({ ok: true });
};
