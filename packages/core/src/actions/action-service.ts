import type { CreateActionBody, Notice, UpdateActionBody } from '@quoth/contract';
import {
  type Action,
  type ActionAttempt,
  type ActionRun,
  type ActionRunsQuery,
  AppError,
} from '@quoth/contract';
import { type Clock, type EventBus, isoTime, type Logger } from '../base/index.ts';
import type { Database } from '../database/index.ts';
import type { Actions } from '../declarations/index.ts';
import { attemptEnd } from './action-attempts.ts';
import type { ActionRuns } from './action-runs.ts';
import type { ActionSecrets } from './action-secrets.ts';
import type { ActionStore } from './action-store.ts';
import type { ActionWorker } from './action-worker.ts';
import { describedAction, type StoredAction } from './stored-action.ts';
import { deliveredRecording } from './transcribed-recording.ts';

export interface ActionServiceOptions {
  readonly database: Database;
  readonly store: ActionStore;
  readonly runs: ActionRuns;
  readonly worker: ActionWorker;
  readonly secrets: ActionSecrets;
  /** Ends what a kill of an earlier run of the application has left of a program. */
  readonly endProgram: (runId: string, group: number) => Promise<void>;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly logger: Logger;
}

const TRIAL_TEXT = 'This is a test of an action.';

/** What the user does with actions. */
export class ActionService implements Actions {
  readonly #with: ActionServiceOptions;
  readonly #unsubscribe: () => void;
  #recovering: Promise<void> | undefined;

  constructor(options: ActionServiceOptions) {
    this.#with = options;
    const { events, store, worker } = options;
    this.#unsubscribe = events.subscribe((event) => {
      if (event.type === 'recording-status-changed' && event.status === 'completed' && !store.isEmpty)
        worker.wake();
    });
  }

  get isBusy(): boolean {
    return this.#with.worker.isBusy || this.#recovering !== undefined;
  }

  async list(): Promise<readonly Action[]> {
    const { store, runs } = this.#with;
    const waiting = await runs.waiting();
    return store.list().map((action) => describedAction(action, waiting.get(action.id) ?? 0));
  }

  async create(body: CreateActionBody): Promise<{ readonly action: Action; readonly secret: string | null }> {
    const { store, secrets } = this.#with;
    let secret: string | null = null;
    const action = await store.create(body, async (id) => {
      if (body.does.kind === 'webhook') secret = await secrets.renew(id);
    });
    return { action: describedAction(action, 0), secret };
  }

  async update(id: string, body: UpdateActionBody): Promise<Action> {
    const { store, runs, worker } = this.#with;
    const action = await store.update(id, body);
    worker.wake();
    return describedAction(action, (await runs.waiting()).get(action.id) ?? 0);
  }

  async delete(id: string): Promise<void> {
    const { store, worker, secrets, logger } = this.#with;
    const { does, id: known } = await store.delete(id);
    await worker.stop(known);
    if (does.kind !== 'webhook') return;
    await secrets.remove(known).catch((error: unknown) => {
      logger.warn({ error }, 'The signing secret of a deleted action is still in the secret store.');
    });
  }

  async renewSecret(id: string): Promise<string> {
    const { store, secrets } = this.#with;
    const action = store.get(id);
    if (action.does.kind === 'webhook') return secrets.renew(action.id);
    throw new AppError('INVALID_REQUEST', {
      message: 'Only actions that post to an address have a signing secret.',
    });
  }

  async try(id: string, text: string | undefined, signal: AbortSignal): Promise<ActionAttempt> {
    const { store, worker, clock } = this.#with;
    const action = store.get(id);
    const startedMs = clock.now();
    const recording = trialRecording(text ?? TRIAL_TEXT, startedMs);
    const delivery = { recording, runId: crypto.randomUUID(), actionId: action.id, sequence: 0 };
    const outcome = await worker.carryOut(
      action,
      { ...delivery, queuedMs: startedMs, isTrial: true },
      signal,
    );
    if (!outcome) throw new AppError('CANCELLED');
    const times = { started_at: isoTime(startedMs), ended_at: isoTime(clock.now()) };
    return { number: 1, ...times, ...attemptEnd(outcome) };
  }

  async run(id: string, recordingId: string): Promise<ActionRun> {
    const { database, store, runs } = this.#with;
    const action = notPaused(store.get(id));
    const recording = await deliveredRecording(database, recordingId);
    if (recording.text.trim() === '') throw withoutText();
    const runId = await database
      .transaction()
      .execute((transaction) => runs.add(transaction, action.id, recording.id, 'user'));
    return this.#announced(await runs.get(runId ?? ''));
  }

  async runs({ recording_id, action_id, limit }: ActionRunsQuery): Promise<readonly ActionRun[]> {
    const { database, store, runs } = this.#with;
    const recordingId =
      recording_id === undefined ? undefined : (await deliveredRecording(database, recording_id)).id;
    return runs.list({ recording_id: recordingId, action_id: action_id && store.get(action_id).id, limit });
  }

  async repeat(runId: string): Promise<ActionRun> {
    const { database, store, runs, clock } = this.#with;
    const { id, action_id, recording_id } = await runs.get(runId);
    notPaused(store.get(action_id));
    await deliveredRecording(database, recording_id);
    if (!(await runs.move(id, { type: 'repeated', nowMs: clock.now() }))) throw atWork();
    return this.#announced(await runs.get(id));
  }

  notices(): Notice[] {
    return this.#with.store.notices();
  }

  /** Takes up what an earlier run of the application has left. */
  async start(): Promise<void> {
    const { runs, worker, endProgram, logger } = this.#with;
    const { ended } = await runs.recover(endProgram);
    // Not waited for: a program that does not want to end holds up its own action, not the application.
    this.#recovering = ended
      .catch((error: unknown) => {
        logger.error({ error }, 'An attempt that was cut off could not be taken up again.');
      })
      .finally(() => {
        this.#recovering = undefined;
        worker.wake();
      });
    worker.wake();
  }

  /** Waits for what is being recovered, then ends the attempts at work. */
  async close(): Promise<void> {
    this.#unsubscribe();
    await this.#recovering;
    await this.#with.worker.close();
  }

  #announced(run: ActionRun): ActionRun {
    const { runs, worker } = this.#with;
    runs.tell(run, run.state);
    worker.wake();
    return run;
  }
}

function trialRecording(text: string, dateMs: number) {
  const id = '00000000-0000-4000-8000-000000000000';
  return { id, text, dateMs, duration: 0, mode: null, language: null, source: 'dictation' } as const;
}

function notPaused(action: StoredAction): StoredAction {
  if (action.target.paused === null) return action;
  throw new AppError('INVALID_REQUEST', {
    message: `The action "${action.name}" is paused.`,
    hint: `Resume it first: quoth actions resume "${action.name}"`,
  });
}

function withoutText(): AppError {
  return new AppError('INVALID_REQUEST', { message: 'This recording has no text.' });
}

function atWork(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: 'An attempt is being made right now.',
    hint: 'Wait until it has ended.',
  });
}
