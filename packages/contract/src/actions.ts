import * as z from 'zod';
import { failing, issue } from './checks.ts';
import { reasonFields } from './error-envelope.ts';
import { given, queryInteger, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { type Message, say } from './messages.ts';
import { recordingSources } from './recordings.ts';
import { byId, jsonBody, returnsOk, type WrittenRoute } from './route.ts';
import { isLoopback } from './settings.ts';

export const actionKinds = ['program', 'webhook', 'file'] as const;
export type ActionKind = (typeof actionKinds)[number];

/** What can stand in the path of a file: nothing that was said, so that no dictation chooses the place. */
export const pathPlaceholders = ['date', 'year', 'month', 'day', 'week'] as const;
/** What can stand in what is written to a file. `line` is the text on one line. */
export const entryPlaceholders = [
  ...pathPlaceholders,
  'time',
  'text',
  'line',
  'mode',
  'language',
  'duration',
  'id',
] as const;
export type EntryPlaceholder = (typeof entryPlaceholders)[number];

/** A placeholder in a template, such as `{{date}}`. */
export const placeholderPattern = /\{\{\s*([^{}]*?)\s*\}\}/g;

function template(known: readonly string[], most: number) {
  return z
    .string()
    .min(1)
    .max(most)
    .superRefine((text, context) => {
      for (const [, placeholder = ''] of text.matchAll(placeholderPattern)) {
        if (known.includes(placeholder)) continue;
        const list = known.map((one) => `{{${one}}}`);
        const written = `{{${placeholder}}}`;
        context.addIssue(issue(say('placeholderUnknown', { placeholder: written, list: { list } })));
      }
    });
}

const withoutNul = z
  .string()
  .max(limits.actionArgumentCharacters)
  .refine((text) => !text.includes('\0'), failing('argumentWithNul'));

const runProgram = z.object({
  kind: z.literal('program'),
  command: z
    .array(withoutNul)
    .min(1)
    .max(limits.actionArguments)
    .refine((list) => (list[0] ?? '').trim() !== '', failing('nameProgram'))
    .describe('The program and its arguments, run as they are, without a shell.'),
  timeout_seconds: z
    .int()
    .min(1)
    .max(limits.actionProgramSecondsMax)
    .default(limits.actionProgramSeconds)
    .describe('Seconds after which it is ended, together with everything it started.'),
});

const postToAddress = z.object({
  kind: z.literal('webhook'),
  url: z
    .string()
    .trim()
    .max(2_000)
    .superRefine((written, context) => {
      const problem = addressProblem(written);
      if (problem !== undefined) context.addIssue(issue(problem));
    })
    .describe('https, or http to this machine only.'),
});

const appendToFile = z.object({
  kind: z.literal('file'),
  path: template(pathPlaceholders, 1_000)
    .refine((path) => !path.includes('\0'), failing('pathWithNul'))
    .refine((path) => /^(~[\\/]|\/|[A-Za-z]:[\\/])/.test(path), failing('giveFullPath'))
    .refine((path) => !/(^|[\\/])\.\.([\\/]|$)/.test(path), failing('pathDotDot')),
  entry: template(entryPlaceholders, 4_000).describe('What is added for each recording.'),
  heading: given(template(pathPlaceholders, 4_000)).describe('What a new file begins with.'),
});

export const actionWork = z.discriminatedUnion('kind', [runProgram, postToAddress, appendToFile]);
export type ActionWork = z.output<typeof actionWork>;
export type WorkOfKind<Kind extends ActionKind> = Extract<ActionWork, { kind: Kind }>;

/** What is added to a daily note if the user says nothing else. */
export const defaultEntry = '- {{time}} {{line}}';

/** Why texts cannot be posted to this address; undefined if they can. */
function addressProblem(written: string): Message | undefined {
  const url = URL.parse(written);
  if (!url || !/^https?:$/.test(url.protocol)) return say('givePostAddress');
  if (url.username !== '' || url.password !== '') return say('addressWithUser');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return say('addressNotHttps');
  return undefined;
}

export const actionPauseReasons = ['user', 'failures', 'gone'] as const;
export type ActionPauseReason = (typeof actionPauseReasons)[number];

/** `cancelled`: its recording was deleted before it was its turn. */
export const actionRunStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type ActionRunState = (typeof actionRunStates)[number];

/** Where recordings come from whose text an action gets. `api`: whatever programs send or record, in any protocol. */
const sources = z
  .array(z.enum(recordingSources))
  .min(1, failing('chooseSource'))
  .max(recordingSources.length)
  .overwrite((list) => [...new Set(list)]);

const modes = z.array(z.string().max(200)).min(1, failing('chooseMode')).max(1_000);

const name = z
  .string()
  .trim()
  .min(1)
  .max(limits.actionNameCharacters)
  .regex(/^[^\p{Cc}\p{Cf}]+$/u, failing('nameOneLine'))
  .overwrite((written) => written.normalize('NFC').replace(/ +/g, ' '));

/** A name as it is compared: two actions never have names that look the same but for their case. */
export function actionNameKey(written: string): string {
  return written.normalize('NFKC').trim().toLowerCase();
}

/** What is done with the text of a recording after its transcription. */
export const action = z
  .object({
    id: z.uuid(),
    name: z.string(),
    does: actionWork,
    /** Ids of modes; null: all. */
    modes: z.array(z.string()).nullable(),
    sources: z.array(z.enum(recordingSources)),
    /** Null while it runs by itself. `gone`: the address answered 410 (the Standard Webhooks way to say "stop"). */
    paused: z.object({ since: timestamp, reason: z.enum(actionPauseReasons) }).nullable(),
    /** How many attempts failed since the last that succeeded. */
    failures: z.int(),
    /** Recordings that it has still to do. */
    waiting: z.int(),
    created_at: timestamp,
  })
  .meta({ id: 'Action' });
export type Action = z.output<typeof action>;

/** Body of POST /actions. */
export const createActionBody = z
  .object({ name, does: actionWork, modes: modes.nullish(), sources: given(sources) })
  .meta({ id: 'CreateAction' });
export type CreateActionBody = z.output<typeof createActionBody>;

/** Body of PATCH /actions/{id}: fields that are left out stay. The kind stays what it is. */
export const updateActionBody = z
  .object({
    name: given(name),
    does: given(actionWork),
    /** Null: all modes. */
    modes: modes.nullable().optional(),
    sources: given(sources),
    /** False resumes it: what has waited is done at once. */
    paused: given(z.boolean()),
  })
  .meta({ id: 'UpdateAction' });
export type UpdateActionBody = z.output<typeof updateActionBody>;

/** Body of POST /actions/{id}/try. */
export const tryActionBody = z
  .object({ text: given(z.string().trim().min(1).max(limits.textCharacters)) })
  .meta({ id: 'TryAction' });

/** Body of POST /actions/{id}/run. */
export const runActionBody = z.object({ recording_id: z.string().max(100) }).meta({ id: 'RunAction' });

/** One attempt of an action, and what came of it. */
export const actionAttempt = z
  .object({
    number: z.int(),
    started_at: timestamp,
    /** Null while it goes on. */
    ended_at: timestamp.nullable(),
    /** `interrupted`: Quoth ended meanwhile, so that it is made again. */
    outcome: z.enum(['running', 'done', 'failed', 'interrupted']),
    /** What happened, in a sentence; empty while it goes on. */
    message: z.string(),
    ...reasonFields,
    /** What the program printed or the address answered, without control characters. */
    output: z.string(),
  })
  .meta({ id: 'ActionAttempt' });
export type ActionAttempt = z.output<typeof actionAttempt>;

/** What an action has to do, or has done, for one recording. */
const actionRun = z
  .object({
    /** Also the delivery id (`webhook-id`) of what is posted. */
    id: z.uuid(),
    action_id: z.uuid(),
    action_name: z.string(),
    recording_id: z.uuid(),
    /** Whether the transcription started it, or the user. */
    by: z.enum(['transcription', 'user']),
    /** Grows with each run of the action. */
    sequence: z.int(),
    state: z.enum(actionRunStates),
    queued_at: timestamp,
    /** The next attempt; null once none is left, and while the action is paused. */
    next_at: timestamp.nullable(),
    attempts: z.array(actionAttempt),
  })
  .meta({ id: 'ActionRun' });
export type ActionRun = z.output<typeof actionRun>;

/** Query of GET /action-runs. */
export const actionRunsQuery = z.object({
  recording_id: given(z.string().max(100)).describe('Only runs for this recording.'),
  action_id: given(z.string().max(100)).describe('Only runs of this action.'),
  limit: given(queryInteger.pipe(z.int().min(1).max(limits.actionRunsListed)))
    .describe('Maximum number of runs, newest first.')
    .meta({ default: 50 }),
});
export type ActionRunsQuery = z.output<typeof actionRunsQuery>;

const app = { audience: 'app', needsToken: true, tag: 'Actions' } as const;

/**
 * The routes under "Actions": what happens after a transcription is the user's alone to decide, by the window or the
 * command line.
 */
export const actionsRoutes = {
  listActions: {
    method: 'GET',
    path: '/actions',
    ...app,
    summary: 'List actions in alphabetical order',
    returns: returnsOk({ actions: z.array(action) }),
  },
  createAction: {
    method: 'POST',
    path: '/actions',
    ...app,
    summary: 'Add an action; for one that posts to an address, only this answer shows the signing secret',
    body: jsonBody(createActionBody),
    returns: returnsOk({ action, secret: z.string().nullable() }),
    errors: ['ALREADY_EXISTS', 'LIMIT_REACHED', 'KEY_STORE_UNAVAILABLE'],
  },
  updateAction: {
    method: 'PATCH',
    path: '/actions/{id}',
    ...app,
    summary: 'Change an action, pause it or resume it',
    params: byId,
    body: jsonBody(updateActionBody),
    returns: returnsOk({ action }),
    errors: ['ALREADY_EXISTS'],
  },
  deleteAction: {
    method: 'DELETE',
    path: '/actions/{id}',
    ...app,
    summary: 'Delete an action, what still waits for it, and its attempts',
    params: byId,
    returns: returnsOk({}),
    errors: ['INVALID_REQUEST', 'KEY_STORE_UNAVAILABLE'],
  },
  renewActionSecret: {
    method: 'POST',
    path: '/actions/{id}/secret',
    ...app,
    summary: 'Replace the signing secret; only this answer shows the new one',
    params: byId,
    returns: returnsOk({ secret: z.string() }),
    errors: ['INVALID_REQUEST', 'KEY_STORE_UNAVAILABLE'],
  },
  tryAction: {
    method: 'POST',
    path: '/actions/{id}/try',
    ...app,
    summary: 'Run an action once with a sample text; nothing of that is kept here',
    params: byId,
    body: jsonBody(tryActionBody, { optional: true }),
    returns: returnsOk({ attempt: actionAttempt }),
    errors: ['CANCELLED'],
  },
  runAction: {
    method: 'POST',
    path: '/actions/{id}/run',
    ...app,
    summary: 'Run an action for a recording, also one that did not trigger it',
    params: byId,
    body: jsonBody(runActionBody),
    returns: returnsOk({ run: actionRun }),
    errors: ['CONFLICT', 'RECORDING_NOT_FOUND'],
  },
  listActionRuns: {
    method: 'GET',
    path: '/action-runs',
    ...app,
    summary: 'What actions did for recordings, with each attempt, newest first',
    query: actionRunsQuery,
    returns: returnsOk({ runs: z.array(actionRun) }),
    errors: ['RECORDING_NOT_FOUND'],
  },
  repeatActionRun: {
    method: 'POST',
    path: '/action-runs/{id}/repeat',
    ...app,
    summary: 'Make another attempt now',
    params: byId,
    returns: returnsOk({ run: actionRun }),
    errors: ['INVALID_REQUEST', 'BUSY', 'CONFLICT'],
  },
} as const satisfies Record<string, WrittenRoute>;
