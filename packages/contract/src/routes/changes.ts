import * as z from 'zod';
import { change, changesQuery } from '../changes.ts';
import { noBody, type Route, returnsOk } from '../route.ts';
import { byId } from './parts.ts';

/** The routes under "Changes". */
export const changesRoutes = {
  listChanges: {
    method: 'GET',
    path: '/changes',
    audience: 'app',
    needsToken: true,
    tag: 'Changes',
    summary: 'What programs changed through the local API, newest first; kept for 30 days',
    query: changesQuery,
    body: noBody,
    returns: returnsOk({ changes: z.array(change) }),
    errors: ['INVALID_REQUEST'],
  },
  undoChange: {
    method: 'POST',
    path: '/changes/{id}/undo',
    audience: 'app',
    needsToken: true,
    tag: 'Changes',
    summary: 'Undo a change; refused if the same thing was changed again since',
    params: byId,
    body: noBody,
    returns: returnsOk({ change }),
    errors: ['INVALID_REQUEST', 'MODE_NOT_FOUND', 'MODE_NAME_TAKEN', 'RECORDING_NOT_FOUND'],
  },
  markChangesSeen: {
    method: 'POST',
    path: '/changes/seen',
    audience: 'app',
    needsToken: true,
    tag: 'Changes',
    summary: 'Mark every change so far as seen by the user',
    body: noBody,
    returns: returnsOk({}),
    errors: [],
  },
} as const satisfies Record<string, Route>;
