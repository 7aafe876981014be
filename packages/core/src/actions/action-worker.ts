import { type ActionKind, AppError, asAppError, limits, say } from '@quoth/contract';
import { untilWritten } from '../base/index.ts';
import type { ActionRunsTable, CoreContext } from '../database/index.ts';
import { deliveredRecording } from './action-queue.ts';
import { type ActionRuns, writeProgramGroup } from './action-runs.ts';
import type { ActionDelivery, DeliverByKind, DeliveryOutcome } from './delivery.ts';
import type { RunEvent } from './run-machine.ts';
import type { ActionStore, StoredAction } from './stored-actions.ts';

/** Time-outs, injected. A running one never keeps the process alive. */
export type StartTimer = (milliseconds: number, work: () => void) => () => void;

export interface ActionWorkerOptions extends Omit<CoreContext, 'events'> {
  readonly store: ActionStore;
  readonly runs: ActionRuns;
  readonly deliver: DeliverByKind;
  readonly startTimer: StartTimer;
  /** 0 to 1. */
  readonly random: () => number;
}

/**
 * Timers do not run while the machine sleeps, and the clock may be set: it is looked so often at least while something
 * waits.
 */
const LOOK_MS = 5 * 60_000;
/** A clock that was set back by less than this is only corrected. */
const SET_BACK_MS = 1_000;

interface Attempt {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Carries out what is due: some actions at a time, and of each one recording after the other. */
export class ActionWorker {
  readonly #options: ActionWorkerOptions;
  readonly #running = new Map<string, Attempt>();
  #stopTimer = () => {};
  /** By how much the clock was ahead of the steady one when the queue was looked at last. */
  #aheadMs: number | undefined;
  #looking: Promise<void> | undefined;
  #scansAgain = false;
  #isClosed = false;

  constructor(options: ActionWorkerOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#running.size > 0 || this.#looking !== undefined;
  }

  /** Something may be due. */
  wake(): void {
    if (this.#isClosed) return;
    if (this.#looking) {
      this.#scansAgain = true;
      return;
    }
    this.#looking = this.#look().finally(() => {
      this.#looking = undefined;
      if (!this.#scansAgain) return;
      this.#scansAgain = false;
      this.wake();
    });
  }

  /** Ends what an action is doing, and waits for it. */
  async stop(actionId: string): Promise<void> {
    const attempt = this.#running.get(actionId);
    attempt?.stop.abort(new AppError('CANCELLED'));
    await attempt?.ended;
  }

  /** Ends what is being done; it is done again at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopTimer();
    await this.#looking;
    await Promise.all([...this.#running.keys()].map((id) => this.stop(id)));
  }

  /** Starts what is due, and sets the timer for what is not. */
  async #look(): Promise<void> {
    const { runs, store, clock, startTimer, logger } = this.#options;
    this.#stopTimer();
    let nextMs: number | undefined;
    try {
      await this.#followClock();
      while (!this.#isClosed && this.#running.size < limits.concurrentActions) {
        const run = await runs.due([...this.#running.keys()]);
        const action = run && store.find(run.action_id);
        if (!run || !action || this.#isClosed) break;
        this.#start(run, action);
      }
      nextMs = await runs.nextDueMs([...this.#running.keys()]);
    } catch (error) {
      logger.error({ error }, 'The queue of actions cannot be read; it is looked at again.');
      nextMs = clock.now() + LOOK_MS;
    }
    // Where every slot is taken, the end of an attempt looks again.
    if (nextMs === undefined || this.#isClosed || this.#running.size >= limits.concurrentActions) return;
    this.#stopTimer = startTimer(Math.min(Math.max(nextMs - clock.now(), 0), LOOK_MS), () => this.wake());
  }

  /** Where the clock was set back, what was planned by it is too: otherwise it would wait that much longer. */
  async #followClock(): Promise<void> {
    const { clock, runs } = this.#options;
    const aheadMs = clock.now() - clock.monotonic();
    const changeMs = aheadMs - (this.#aheadMs ?? aheadMs);
    if (changeMs < -SET_BACK_MS) await runs.shift(changeMs);
    this.#aheadMs = aheadMs;
  }

  #start(run: ActionRunsTable, action: StoredAction): void {
    const stop = new AbortController();
    const ended = this.#attempt(run, action, stop.signal)
      .then(
        () => true,
        (error: unknown) => {
          this.#options.logger.error(
            { error, action: action.id, run: run.id },
            'An action could not be begun.',
          );
          return false;
        },
      )
      .then((wasWritten) => {
        this.#running.delete(action.id);
        if (wasWritten) return this.wake();
        // A disk that cannot store the start of an attempt is not tried again at once.
        if (!this.#isClosed) this.#stopTimer = this.#options.startTimer(LOOK_MS, () => this.wake());
      });
    this.#running.set(action.id, { stop, ended });
  }

  async #attempt(run: ActionRunsTable, action: StoredAction, signal: AbortSignal): Promise<void> {
    const { database, runs, clock, random, logger } = this.#options;
    const recording = await deliveredRecording(database, run.recording_id).catch((error: unknown) => {
      if (asAppError(error).code === 'RECORDING_NOT_FOUND') return undefined;
      throw error;
    });
    if (!recording) {
      await runs.move(run.id, { type: 'recording-deleted' });
      return;
    }
    if (!(await runs.move(run.id, { type: 'started' }))) return;
    const { id: runId, sequence, queued_ms: queuedMs } = run;
    const onStarted = (group: number) =>
      void writeProgramGroup(database, runId, group).catch((error: unknown) => {
        logger.warn({ error, run: runId }, 'The process group of an action was not written down.');
      });
    const delivery = { recording, runId, actionId: action.id, sequence, queuedMs, isTrial: false, onStarted };
    const outcome = await this.execute(action, delivery, signal);
    const event: RunEvent = outcome
      ? { type: 'ended', outcome, nowMs: clock.now(), random: random() }
      : { type: 'put-off', nowMs: clock.now() };
    await untilWritten(() => runs.move(run.id, event), { logger, what: 'the outcome of an action' });
  }

  /** Does it now. Undefined if it was stopped. */
  async execute(
    { does }: Pick<StoredAction, 'does'>,
    delivery: Omit<ActionDelivery<ActionKind>, 'does'>,
    signal: AbortSignal,
  ): Promise<DeliveryOutcome | undefined> {
    const { deliver, logger } = this.#options;
    try {
      switch (does.kind) {
        case 'program':
          return await deliver.program({ ...delivery, does }, signal);
        case 'webhook':
          return await deliver.webhook({ ...delivery, does }, signal);
        case 'file':
          return await deliver.file({ ...delivery, does }, signal);
      }
    } catch (error) {
      if (signal.aborted) return undefined;
      // The kind alone: what failed may hold a path or an address.
      logger.error({ error, kind: does.kind }, 'An action failed in an unforeseen way.');
      return { ok: false, message: [say('internalError')], output: '', retry: 'later' };
    }
  }
}
