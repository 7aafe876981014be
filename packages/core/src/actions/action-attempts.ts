import { type ActionAttempt, actionAttempt, limits, plainText } from '@quoth/contract';
import type { Transaction } from 'kysely';
import { isoTime } from '../base/index.ts';
import type { ActionAttemptsTable, Database, Schema } from '../database/index.ts';
import type { Outcome } from './deliver/delivery.ts';
import type { RunEvent, RunState } from './run-machine.ts';

/** Writes what an event says of a run's attempt: that it begins, or how it ended. */
export async function writeAttempt(
  transaction: Transaction<Schema>,
  runId: string,
  { attempts: number }: RunState,
  event: RunEvent,
  now: number,
): Promise<void> {
  if (event.type === 'started') {
    await transaction
      .insertInto('action_attempts')
      .values({
        run_id: runId,
        number,
        started_ms: now,
        ended_ms: null,
        outcome: 'running',
        message: '',
        output: '',
        program_group: null,
      })
      .execute();
    await transaction
      .deleteFrom('action_attempts')
      .where('run_id', '=', runId)
      .where('number', '<=', number - limits.actionAttemptsKept)
      .execute();
    return;
  }
  const end = endOf(event);
  if (!end) return;
  await transaction
    .updateTable('action_attempts')
    .set({ ...end, ended_ms: now })
    .where('run_id', '=', runId)
    .where('number', '=', number)
    .execute();
}

function endOf(event: RunEvent): Pick<ActionAttemptsTable, 'outcome' | 'message' | 'output'> | undefined {
  if (event.type === 'ended') return attemptEnd(event.outcome);
  if (event.type === 'put-off') return { outcome: 'interrupted', message: 'Quoth was stopped.', output: '' };
  if (event.type === 'interrupted')
    return { outcome: 'interrupted', message: 'Quoth ended unexpectedly.', output: '' };
  return undefined;
}

/** Keeps which process group the running attempt has started. */
export async function writeProgramGroup(database: Database, runId: string, group: number): Promise<void> {
  await database
    .updateTable('action_attempts')
    .set({ program_group: group })
    .where('run_id', '=', runId)
    .where('outcome', '=', 'running')
    .execute();
}

/** The process group that a kill of Quoth may have left running; undefined where none was started. */
export async function leftGroup(database: Database, runId: string): Promise<number | undefined> {
  const attempt = await database
    .selectFrom('action_attempts')
    .select('program_group')
    .where('run_id', '=', runId)
    .where('outcome', '=', 'running')
    .executeTakeFirst();
  return attempt?.program_group ?? undefined;
}

/** How an attempt ended, as it is kept. */
export function attemptEnd({ ok, message, output }: Outcome) {
  return { outcome: ok ? 'done' : 'failed', message: plainText(message), output } as const;
}

/** The attempt as clients see it. */
export function toAttempt(row: ActionAttemptsTable): ActionAttempt {
  return {
    number: row.number,
    started_at: isoTime(row.started_ms),
    ended_at: row.ended_ms === null ? null : isoTime(row.ended_ms),
    outcome: actionAttempt.shape.outcome.parse(row.outcome),
    message: row.message,
    output: row.output,
  };
}
