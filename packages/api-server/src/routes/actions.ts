import {
  actionRunsQuery,
  createActionBody,
  runActionBody,
  tryActionBody,
  updateActionBody,
} from '@quoth/contract';
import { type Handler, json } from '../handler.ts';
import { answeredInTime } from '../http/answers.ts';
import { readBody, validated } from '../http/body.ts';

export const listActions: Handler = async (_context, { core }) =>
  json({ ok: true, actions: await core.actions.list() });

export const createAction: Handler = async (context, { core }) => {
  const body = await readBody(context, createActionBody);
  return json({ ok: true, ...(await core.actions.create(body)) });
};

export const updateAction: Handler = async (context, { core }) => {
  const body = await readBody(context, updateActionBody);
  return json({ ok: true, action: await core.actions.update(context.params.id ?? '', body) });
};

export const deleteAction: Handler = async ({ params }, { core }) => {
  await core.actions.delete(params.id ?? '');
  return json({ ok: true });
};

export const renewActionSecret: Handler = async ({ params }, { core }) =>
  json({ ok: true, secret: await core.actions.renewSecret(params.id ?? '') });

export const tryAction: Handler = async (context, { core, earlyHeadersMs }) => {
  const { params, signal, requestId } = context;
  const { text } = await readBody(context, tryActionBody, { optional: true });
  const work = core.actions.try(params.id ?? '', text, signal).then((attempt) => ({ ok: true, attempt }));
  return answeredInTime(work, { afterMs: earlyHeadersMs, requestId });
};

export const runAction: Handler = async (context, { core }) => {
  const { recording_id } = await readBody(context, runActionBody);
  return json({ ok: true, run: await core.actions.run(context.params.id ?? '', recording_id) });
};

export const listActionRuns: Handler = async ({ query }, { core }) =>
  json({ ok: true, runs: await core.actions.runs(validated(actionRunsQuery, query, 'text')) });

export const repeatActionRun: Handler = async ({ params }, { core }) =>
  json({ ok: true, run: await core.actions.repeat(params.id ?? '') });
