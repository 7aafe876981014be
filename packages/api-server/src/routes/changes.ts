import { changesQuery, limits } from '@quoth/contract';
import { validated } from '../input/validate.ts';
import { type Handler, json } from './handler.ts';

export const listChanges: Handler = async ({ query }, { core }) => {
  const { limit = limits.searchLimitDefault } = validated(changesQuery, query, 'text');
  return json({ ok: true, changes: await core.changes.list(limit) });
};

export const undoChange: Handler = async ({ params }, { core }) =>
  json({ ok: true, change: await core.changes.undo(params.id ?? '') });

export const markChangesSeen: Handler = async (_context, { core }) => {
  await core.changes.markSeen();
  return json({ ok: true });
};
