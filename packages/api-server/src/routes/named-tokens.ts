import { createNamedTokenBody } from '@quoth/contract';
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

export const revokeNamedToken: Handler = async ({ params }, { core }) => {
  await core.namedTokens.revoke(params.id ?? '');
  return json({ ok: true });
};
