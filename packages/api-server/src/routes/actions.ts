import {
  actionRunsQuery,
  createActionBody,
  runActionBody,
  tryActionBody,
  updateActionBody,
} from '@quoth/contract';
import { type Handler, json } from '../handler.ts';
import { answeredInTime } from '../http/answers.ts';
import { readJson, validated } from '../http/body.ts';

export const listActions: Handler = async (_context, { core }) =>
  json({ ok: true, actions: await core.actions.list() });

export const createAction: Handler = async (context, { core }) => {
  const { value } = await readJson(context);
  return json({ ok: true, ...(await core.actions.create(validated(createActionBody, value, 'json'))) });
};

export const updateAction: Handler = async (context, { core }) => {
  const { value } = await readJson(context);
  const body = validated(updateActionBody, value, 'json');
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
  const { value } = await readJson(context, { optional: true });
  const { text } = validated(tryActionBody, value, 'json');
  const work = core.actions.try(params.id ?? '', text, signal).then((attempt) => ({ ok: true, attempt }));
  return answeredInTime(work, { afterMs: earlyHeadersMs, requestId });
};

export const runAction: Handler = async (context, { core }) => {
  const { value } = await readJson(context);
  const { recording_id } = validated(runActionBody, value, 'json');
  return json({ ok: true, run: await core.actions.run(context.params.id ?? '', recording_id) });
};

export const listActionRuns: Handler = async ({ query }, { core }) =>
  json({ ok: true, runs: await core.actions.runs(validated(actionRunsQuery, query, 'text')) });

export const repeatActionRun: Handler = async ({ params }, { core }) =>
  json({ ok: true, run: await core.actions.repeat(params.id ?? '') });
