import * as z from 'zod';
import { actionWork } from './action-work.ts';
import { given, queryInteger, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { recordingSources } from './recording-statuses.ts';

export const actionPauseReasons = ['user', 'failures', 'gone'] as const;
export type ActionPauseReason = (typeof actionPauseReasons)[number];

/** `cancelled`: its recording was deleted before it was its turn. */
export const actionRunStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type ActionRunState = (typeof actionRunStates)[number];

/** Where recordings come from whose text an action gets. `api`: whatever programs send or record, in any protocol. */
const sources = z
  .array(z.enum(recordingSources))
  .min(1, 'Choose at least one source of recordings.')
  .max(recordingSources.length)
  .overwrite((list) => [...new Set(list)]);

const modes = z.array(z.string().max(200)).min(1, 'Choose at least one mode.').max(1_000);

const name = z
  .string()
  .trim()
  .min(1)
  .max(limits.actionNameCharacters)
  .regex(/^[^\p{Cc}\p{Cf}]+$/u, 'A name is one line of visible characters.')
  .overwrite((written) => written.normalize('NFC').replace(/ +/g, ' '));

/** The variable by which an action's program is told its run, and the request header by which the command line and the MCP bridge pass it on. */
export const actionVariable = 'QUOTH_ACTION';
export const actionHeader = 'x-quoth-action';

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
    /** What the program printed or the address answered, without control characters. */
    output: z.string(),
  })
  .meta({ id: 'ActionAttempt' });
export type ActionAttempt = z.output<typeof actionAttempt>;

/** What an action has to do, or has done, for one recording. */
export const actionRun = z
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
    /** The next attempt; null once there is none to come, and while the action is paused. */
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
