import {
  type CreateModeBody,
  changesQuery,
  createModeBody,
  limits,
  tryModeBody,
  updateModeBody,
} from '@quoth/contract';
import { type Handler, json, jsonText } from '../handler.ts';
import { answeredInTime } from '../http/answers.ts';
import { readBody, validated } from '../http/body.ts';
import { modesAnswer } from '../kept-answers.ts';
import { modeWarnings } from './mode-warnings.ts';

export const listModes: Handler = (_context, { core }) => jsonText(modesAnswer(core).text);

export const createMode: Handler = async (context, { core }) => {
  const body = withOwnFields(await readBody(context, createModeBody));
  const mode = await core.modes.create(body, context.caller);
  return json({ ok: true, mode, ...modeWarnings(body, core) });
};

/** A new mode by HyperWhisper's own fields, where ours are not given. */
function withOwnFields(body: CreateModeBody): CreateModeBody {
  const { providerType, localEngine, localParakeetModel, localPostProcessingModel } = body;
  const ofEngine = localEngine?.toLowerCase() === 'parakeet' ? localParakeetModel : undefined;
  const model = body.model ?? (providerType?.toLowerCase() === 'cloud' ? 'cloud' : (ofEngine ?? undefined));
  const languageModel = body.languageModel ?? localPostProcessingModel;
  return {
    ...body,
    ...(model !== undefined && { model }),
    ...(typeof languageModel === 'string' && body.postProcessingMode === 2 && { languageModel }),
  };
}

export const getMode: Handler = ({ params }, { core }) =>
  json({ ok: true, mode: core.modes.get(params.id ?? '') });

export const updateMode: Handler = async (context, { core }) => {
  const { params, caller } = context;
  const body = await readBody(context, updateModeBody);
  const mode = await core.modes.update(params.id ?? '', body, caller);
  return json({ ok: true, mode, ...modeWarnings(body, core) });
};

export const deleteMode: Handler = async ({ params, caller }, { core }) => {
  await core.modes.delete(params.id ?? '', caller);
  return json({ ok: true });
};

export const tryMode: Handler = async (context, { core, earlyHeadersMs }) => {
  const body = await readBody(context, tryModeBody);
  return answeredInTime(core.modes.try(body, context.signal), {
    afterMs: earlyHeadersMs,
    requestId: context.requestId,
  });
};

export const listChanges: Handler = async ({ query }, { core }) => {
  const { limit = limits.searchLimitDefault } = validated(changesQuery, query, 'text');
  return json({ ok: true, changes: await core.changes.list(limit) });
};

export const undoChange: Handler = async ({ params }, { core }) =>
  json({ ok: true, change: await core.changes.undo(params.id ?? '') });

export const markChangesSeen: Handler = async ({ params }, { core }) => {
  await core.changes.markSeen(params.id ?? '');
  return json({ ok: true });
};
