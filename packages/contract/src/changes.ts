import * as z from 'zod';
import { clampedInteger, given, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { byId, returnsOk, type WrittenRoute } from './route.ts';

const changeKinds = [
  'mode-created',
  'mode-updated',
  'mode-deleted',
  'recording-created',
  'recording-deleted',
  'vocabulary-changed',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** What may leave the machine. */
const sentThings = ['audio', 'text'] as const;
export type SentThing = (typeof sentThings)[number];

/** Which dictations a mode can take over. */
const takenThings = ['default', 'applications'] as const;
export type TakenThing = (typeof takenThings)[number];

/** A change that a program made through the local API; the user can undo it for 30 days. */
export const change = z
  .object({
    id: z.uuid(),
    date: timestamp,
    kind: z.enum(changeKinds),
    subjectId: z.string().describe('The mode, the recording, or the first entry of the vocabulary.'),
    title: z.string().describe('The name of the mode or file, or the phrase; empty if none exists.'),
    sends: z.array(z.enum(sentThings)).describe('What is sent to a new destination since the change.'),
    takes: z
      .array(z.enum(takenThings))
      .describe(
        'Which dictations get another mode since the change: those of the default mode, or those of programs that a mode names.',
      ),
    fields: z.array(z.string()).describe('For `mode-updated`: the fields that changed.'),
    undone: z.boolean(),
    seen: z.boolean().describe('The user has been shown it.'),
  })
  .meta({ id: 'Change' });
export type Change = z.output<typeof change>;

/** Query of GET /changes, newest first. */
export const changesQuery = z.object({
  limit: given(clampedInteger(1, limits.searchLimitMax)).meta({
    default: limits.searchLimitDefault,
  }),
});

const app = { audience: 'app', needsToken: true, tag: 'Changes' } as const;

export const changesRoutes = {
  listChanges: {
    method: 'GET',
    path: '/changes',
    ...app,
    summary: 'What programs changed through the local API, newest first; kept for 30 days',
    query: changesQuery,
    returns: returnsOk({ changes: z.array(change) }),
  },
  undoChange: {
    method: 'POST',
    path: '/changes/{id}/undo',
    ...app,
    summary: 'Undo a change; refused if the same thing was changed again since',
    params: byId,
    returns: returnsOk({ change }),
    errors: ['INVALID_REQUEST', 'CONFLICT', 'MODE_NOT_FOUND', 'MODE_NAME_TAKEN', 'RECORDING_NOT_FOUND'],
  },
  markChangesSeen: {
    method: 'POST',
    path: '/changes/{id}/seen',
    ...app,
    summary: 'Mark a change and all before it as seen by the user',
    params: byId,
    returns: returnsOk({}),
  },
} as const satisfies Record<string, WrittenRoute>;
