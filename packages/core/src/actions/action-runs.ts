import { randomUUID } from 'node:crypto';
import {
  type ActionAttempt,
  type ActionRun,
  type ActionRunsQuery,
  AppError,
  actionAttempt,
  actionRunStates,
  limits,
  type Message,
  readAdvice,
  say,
  storedAdvice,
  withAdvice,
} from '@quoth/contract';
import type { Transaction } from 'kysely';
import { isoTime } from '../base/index.ts';
import type {
  ActionAttemptsTable,
  ActionRunsTable,
  CoreContext,
  Database,
  Schema,
} from '../database/index.ts';
import type { DeliveryOutcome } from './delivery.ts';
import { type RunEvent, type RunState, stepRun } from './run-machine.ts';
import type { ActionStore, StoredAction } from './stored-actions.ts';

interface ActionRunsOptions extends Omit<CoreContext, 'logger'> {
  readonly store: ActionStore;
}

/** The queue of what actions have to do, and what they did: rows, moved by the machine. */
export class ActionRuns {
  readonly #options: ActionRunsOptions;
  /** Actions whose programs of an earlier run of Quoth are being ended. */
  readonly #recovering = new Set<string>();

  constructor(options: ActionRunsOptions) {
    this.#options = options;
  }

  /** Adds a run, in the caller's transaction. */
  async add(
    transaction: Transaction<Schema>,
    actionId: string,
    recordingId: string,
    by: ActionRun['by'],
  ): Promise<string | undefined> {
    const now = this.#options.clock.now();
    const numbered = await transaction
      .updateTable('actions')
      .set((column) => ({ sequence: column('sequence', '+', 1) }))
      .where('id', '=', actionId)
      .returning('sequence')
      .executeTakeFirst();
    if (!numbered) return undefined;
    const id = randomUUID();
    await transaction
      .insertInto('action_runs')
      .values({
        id,
        action_id: actionId,
        recording_id: recordingId,
        by,
        sequence: numbered.sequence,
        state: 'waiting',
        queued_ms: now,
        first_ms: now,
        due_ms: now,
        attempts: 0,
        interruptions: 0,
      })
      .execute();
    return id;
  }

  /** The next run to be carried out, of an action that is not among these; undefined where none is due. */
  async due(except: readonly string[]): Promise<ActionRunsTable | undefined> {
    const now = this.#options.clock.now();
    return this.#waiting(except, (action) => action.target.notBeforeMs <= now)
      .selectAll()
      .where('due_ms', '<=', now)
      .orderBy('due_ms')
      .orderBy('sequence')
      .executeTakeFirst();
  }

  /** The clock was set by so much: what waits is due as long after now as before. */
  async shift(milliseconds: number): Promise<void> {
    this.#options.store.shift(milliseconds);
    await this.#options.database
      .updateTable('action_runs')
      .set((column) => ({
        due_ms: column('due_ms', '+', milliseconds),
        first_ms: column('first_ms', '+', milliseconds),
      }))
      .where('state', '=', 'waiting')
      .execute();
  }

  /**
   * What was planned by a clock that was ahead then, as its last attempt shows, is planned by the clock as it is now.
   */
  async #planAgain(): Promise<void> {
    const { database, clock } = this.#options;
    const now = clock.now();
    const rows = await database
      .selectFrom('action_runs')
      .leftJoin('action_attempts', 'action_attempts.run_id', 'action_runs.id')
      .select(['action_runs.id', 'due_ms', 'first_ms', 'queued_ms'])
      .select((column) => column.fn.max('ended_ms').as('ended'))
      .where('state', '=', 'waiting')
      .groupBy('action_runs.id')
      .execute();
    for (const { id, due_ms, first_ms, queued_ms, ended } of rows) {
      const aheadMs = Math.max(queued_ms, ended ?? 0) - now;
      if (aheadMs <= 0) continue;
      await database
        .updateTable('action_runs')
        .set({
          due_ms: due_ms === null ? null : due_ms - aheadMs,
          first_ms: first_ms - aheadMs,
          queued_ms: Math.min(queued_ms, now),
        })
        .where('id', '=', id)
        .execute();
    }
  }

  /** When the next one is due, in milliseconds since 1970. */
  async nextDueMs(except: readonly string[]): Promise<number | undefined> {
    const rows = await this.#waiting(except)
      .select(['action_id', (column) => column.fn.min('due_ms').as('due')])
      .groupBy('action_id')
      .execute();
    const times = rows.map(({ action_id, due }) => this.#dueMs(action_id, due));
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Moves a run by an event, and its action with it. Returns false where the event does not fit any more. */
  async move(id: string, event: RunEvent): Promise<boolean> {
    const { database, store, clock } = this.#options;
    let before: StoredAction | undefined;
    const moved = await database
      .transaction()
      .execute(async (transaction) => {
        const row = await findRun(transaction, id);
        const action = row && store.find(row.action_id);
        before = action;
        if (!row || !action) return undefined;
        const step = stepRun(stateOf(row), action.target, event);
        if (step.run.phase === row.state && event.type !== 'repeated') return undefined;
        await transaction
          .updateTable('action_runs')
          .set({
            state: step.run.phase,
            due_ms: step.run.dueMs,
            first_ms: step.run.firstMs,
            attempts: step.run.attempts,
            interruptions: step.run.interruptions,
          })
          .where('id', '=', id)
          .execute();
        await writeAttempt(transaction, row.id, step.run, event, clock.now());
        const hasPaused =
          step.target !== action.target && (await store.move(transaction, action.id, step.target));
        return { row, phase: step.run.phase, hasPaused };
      })
      .catch((error: unknown) => {
        if (before) store.revert(before);
        throw error;
      });
    if (!moved) return false;
    this.tell(moved.row, moved.phase);
    if (moved.hasPaused) store.notifyPaused(moved.row.action_id);
    return true;
  }

  /**
   * Called at start: what a kill cut off is made again, once `endProgram` has ended what is left of its program; until
   * then its action waits. Resolves when it is known what that is; `ended` when all of it is waiting again.
   */
  async recover(
    endProgram: (runId: string, group: number | undefined) => Promise<void>,
  ): Promise<{ readonly ended: Promise<void> }> {
    const { database, clock } = this.#options;
    await this.#planAgain();
    const rows = await database
      .selectFrom('action_runs')
      .select(['id', 'action_id'])
      .where('state', '=', 'running')
      .execute();
    for (const { action_id } of rows) this.#recovering.add(action_id);
    const recovered = rows.map(async ({ id }) => {
      await endProgram(id, await leftGroup(database, id));
      await this.move(id, { type: 'interrupted', nowMs: clock.now() });
    });
    const ended = Promise.all(recovered).then(() => undefined);
    return { ended: ended.finally(() => this.#recovering.clear()) };
  }

  /** Runs with their attempts, newest first. */
  async list({ recording_id, action_id, limit = 50 }: ActionRunsQuery): Promise<ActionRun[]> {
    const { database } = this.#options;
    const rows = await database
      .selectFrom('action_runs')
      .selectAll()
      .$if(recording_id !== undefined, (query) => query.where('recording_id', '=', recording_id ?? ''))
      .$if(action_id !== undefined, (query) => query.where('action_id', '=', action_id ?? ''))
      .orderBy('queued_ms', 'desc')
      .orderBy('sequence', 'desc')
      .limit(limit)
      .execute();
    return this.#described(rows);
  }

  /** Throws INVALID_REQUEST. */
  async get(id: string): Promise<ActionRun> {
    const row = await findRun(this.#options.database, id.toLowerCase());
    const [run] = row ? await this.#described([row]) : [];
    if (run) return run;
    throw new AppError('INVALID_REQUEST', {
      message: say('actionRunNotFound'),
      hint: say('listRunsAgain'),
    });
  }

  /** How many wait, by action. */
  async waiting(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#options.database
      .selectFrom('action_runs')
      .select(['action_id', (column) => column.fn.countAll<number>().as('count')])
      .where('state', 'in', ['waiting', 'running'])
      .groupBy('action_id')
      .execute();
    return new Map(rows.map((row) => [row.action_id, Number(row.count)]));
  }

  /** Tells those who show it. */
  tell(row: Pick<ActionRunsTable, 'id' | 'action_id' | 'recording_id'>, state: ActionRun['state']): void {
    const { id: runId, action_id: actionId, recording_id: recordingId } = row;
    this.#options.events.publish({ type: 'action-run-changed', runId, actionId, recordingId, state });
  }

  /** Not before its action may be tried again. */
  #dueMs(actionId: string, dueMs: number | null): number {
    return Math.max(dueMs ?? 0, this.#options.store.find(actionId)?.target.notBeforeMs ?? 0);
  }

  #waiting(except: readonly string[], may: (action: StoredAction) => boolean = () => true) {
    const possible = this.#options.store
      .list()
      .filter((action) => action.target.paused === null && !this.#isHeld(action, except) && may(action))
      .map(({ id }) => id);
    return this.#options.database
      .selectFrom('action_runs')
      .where('state', '=', 'waiting')
      .where('action_id', 'in', possible);
  }

  #isHeld({ id }: StoredAction, except: readonly string[]): boolean {
    return except.includes(id) || this.#recovering.has(id);
  }

  async #described(rows: readonly ActionRunsTable[]): Promise<ActionRun[]> {
    if (rows.length === 0) return [];
    const attempts = await this.#options.database
      .selectFrom('action_attempts')
      .selectAll()
      .where(
        'run_id',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('number')
      .execute();
    let room: number = limits.actionRunsOutputCharacters;
    const within = (attempt: ActionAttempt): ActionAttempt => {
      const output = attempt.output.length > room ? `${attempt.output.slice(0, room)}\n[…]` : attempt.output;
      room = Math.max(0, room - attempt.output.length);
      return { ...attempt, output };
    };
    return rows.flatMap((row) => {
      const action = this.#options.store.find(row.action_id);
      if (!action) return [];
      const state = actionRunStates.find((known) => known === row.state) ?? 'failed';
      const isHeld = action.target.paused !== null || row.due_ms === null;
      return {
        id: row.id,
        action_id: row.action_id,
        action_name: action.name,
        recording_id: row.recording_id,
        by: row.by === 'user' ? 'user' : 'transcription',
        sequence: row.sequence,
        state,
        queued_at: isoTime(row.queued_ms),
        next_at: state !== 'waiting' || isHeld ? null : isoTime(this.#dueMs(action.id, row.due_ms)),
        // The latest first, so that the output of earlier ones is left out when the space is used up.
        attempts: attempts
          .filter(({ run_id }) => run_id === row.id)
          .reverse()
          .map((attempt) => within(toAttempt(attempt)))
          .reverse(),
      };
    });
  }
}

function stateOf(row: ActionRunsTable): RunState {
  return {
    phase: actionRunStates.find((known) => known === row.state) ?? 'failed',
    dueMs: row.due_ms,
    attempts: row.attempts,
    interruptions: row.interruptions,
    firstMs: row.first_ms,
  };
}

async function findRun(database: Database, id: string): Promise<ActionRunsTable | undefined> {
  return database.selectFrom('action_runs').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Writes what an event says of a run's attempt: that it begins, or how it ended. */
async function writeAttempt(
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
  if (event.type === 'put-off') return interrupted(say('quothWasStopped'));
  if (event.type === 'interrupted') return interrupted(say('quothEndedUnexpectedly'));
  return undefined;
}

function interrupted(why: Message): Pick<ActionAttemptsTable, 'outcome' | 'message' | 'output'> {
  return { outcome: 'interrupted', message: storedAdvice([why]) ?? '', output: '' };
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

/**
 * The process group that a kill of Quoth may have left running; undefined where none was started, or none was written
 * down yet.
 */
async function leftGroup(database: Database, runId: string): Promise<number | undefined> {
  const attempt = await database
    .selectFrom('action_attempts')
    .select('program_group')
    .where('run_id', '=', runId)
    .where('outcome', '=', 'running')
    .executeTakeFirst();
  return attempt?.program_group ?? undefined;
}

/** How an attempt ended, as it is kept. */
export function attemptEnd({ ok, message, output }: DeliveryOutcome) {
  return { outcome: ok ? 'done' : 'failed', message: storedAdvice(message) ?? '', output } as const;
}

/** The attempt as clients see it. */
export function toAttempt(row: Omit<ActionAttemptsTable, 'run_id' | 'program_group'>): ActionAttempt {
  const attempt = {
    number: row.number,
    started_at: isoTime(row.started_ms),
    ended_at: row.ended_ms === null ? null : isoTime(row.ended_ms),
    outcome: actionAttempt.shape.outcome.parse(row.outcome),
    message: '',
    output: row.output,
  };
  return withAdvice(attempt, { message: readAdvice(row.message) });
}
