import {
  type Action,
  type ActionAttempt,
  type ActionRun,
  type ActionRunsQuery,
  AppError,
  type CreateActionBody,
  type Destination,
  isLoopback,
  type Notice,
  type Said,
  say,
  type UpdateActionBody,
} from '@quoth/contract';
import type { CoreContext } from '../database/index.ts';
import type { Actions } from '../declarations/index.ts';
import type { PathPolicy } from '../intake/index.ts';
import type { ProviderKeys } from '../providers/index.ts';
import { type ActionQueue, deliveredRecording } from './action-queue.ts';
import { type ActionRuns, attemptEnd, toAttempt } from './action-runs.ts';
import { ActionWorker, type StartTimer } from './action-worker.ts';
import { checkFileToAppend, fileAppender } from './append-to-file.ts';
import { addressPoster, newWebhookSecret } from './post-to-address.ts';
import { endLeftBehind, programRunner } from './run-program.ts';
import { type ActionStore, describedAction, type StoredAction } from './stored-actions.ts';

interface ActionServiceOptions extends CoreContext {
  readonly store: ActionStore;
  readonly runs: ActionRuns;
  readonly worker: ActionWorker;
  readonly keys: SecretKeys;
  readonly policy: Omit<PathPolicy, 'allowed'>;
  /** Ends what a kill of an earlier run of the application has left of a program. */
  readonly endProgram: (runId: string, group: number | undefined) => Promise<void>;
}

const TRIAL_TEXT = 'This is a test of an action.';

/** What the user does with actions. */
export class ActionService implements Actions {
  readonly #options: ActionServiceOptions;
  readonly #unsubscribe: () => void;
  #recovering: Promise<void> | undefined;

  constructor(options: ActionServiceOptions) {
    this.#options = options;
    const { events, store, worker } = options;
    this.#unsubscribe = events.on({
      'recording-status-changed': ({ status }) => {
        if (status === 'completed' && !store.isEmpty) worker.wake();
      },
    });
  }

  get isBusy(): boolean {
    return this.#options.worker.isBusy || this.#recovering !== undefined;
  }

  async list(): Promise<readonly Action[]> {
    const { store, runs } = this.#options;
    const waiting = await runs.waiting();
    return store.list().map((action) => describedAction(action, waiting.get(action.id) ?? 0));
  }

  /** Webhooks that get the texts of a mode's dictations. From memory. */
  destinationsOf(modeId: string): Destination[] {
    return this.#options.store
      .webhooks(modeId)
      .filter(({ sources }) => sources.includes('dictation'))
      .map(({ id, name, url }) => ({
        ...{ kind: 'webhook', id, name, receives: 'text' },
        on_this_computer: isLoopback(new URL(url).hostname),
      }));
  }

  async create(body: CreateActionBody): Promise<{ readonly action: Action; readonly secret: string | null }> {
    const { store, keys } = this.#options;
    this.#check(body);
    let secret: string | null = null;
    const action = await store.create(body, async (id) => {
      if (body.does.kind === 'webhook') secret = await newSecret(keys, id);
    });
    return { action: describedAction(action, 0), secret };
  }

  async update(id: string, body: UpdateActionBody): Promise<Action> {
    const { store, runs, worker } = this.#options;
    this.#check(body);
    const action = await store.update(id, body);
    worker.wake();
    return describedAction(action, (await runs.waiting()).get(action.id) ?? 0);
  }

  async delete(id: string): Promise<void> {
    const { store, worker, keys, logger } = this.#options;
    const { does, id: known } = await store.delete(id);
    await worker.stop(known);
    if (does.kind !== 'webhook') return;
    await keys.remove(secretName(known), NOUN).catch((error: unknown) => {
      logger.warn({ error }, 'The signing secret of a deleted action is still in the secret store.');
    });
  }

  async renewSecret(id: string): Promise<string> {
    const { store, keys } = this.#options;
    const action = store.get(id);
    if (action.does.kind === 'webhook') return newSecret(keys, action.id);
    throw new AppError('INVALID_REQUEST', {
      message: say('onlyPostsHaveSecret'),
    });
  }

  async try(id: string, text: string | undefined, signal: AbortSignal): Promise<ActionAttempt> {
    const { store, worker, clock } = this.#options;
    const action = store.get(id);
    const startedMs = clock.now();
    const recording = trialRecording(text ?? TRIAL_TEXT, startedMs);
    const delivery = { recording, runId: crypto.randomUUID(), actionId: action.id, sequence: 0 };
    const outcome = await worker.execute(action, { ...delivery, queuedMs: startedMs, isTrial: true }, signal);
    if (!outcome) throw new AppError('CANCELLED');
    return toAttempt({ number: 1, started_ms: startedMs, ended_ms: clock.now(), ...attemptEnd(outcome) });
  }

  async run(id: string, recordingId: string): Promise<ActionRun> {
    const { database, store, runs } = this.#options;
    const action = notPaused(store.get(id));
    const recording = await deliveredRecording(database, recordingId);
    if (recording.text.trim() === '') throw withoutText();
    const runId = await database
      .transaction()
      .execute((transaction) => runs.add(transaction, action.id, recording.id, 'user'));
    return this.#announced(await runs.get(runId ?? ''));
  }

  async runs({ recording_id, action_id, limit }: ActionRunsQuery): Promise<readonly ActionRun[]> {
    const { database, store, runs } = this.#options;
    const recordingId =
      recording_id === undefined ? undefined : (await deliveredRecording(database, recording_id)).id;
    return runs.list({ recording_id: recordingId, action_id: action_id && store.get(action_id).id, limit });
  }

  async repeat(runId: string): Promise<ActionRun> {
    const { database, store, runs, clock } = this.#options;
    const { id, action_id, recording_id } = await runs.get(runId);
    notPaused(store.get(action_id));
    await deliveredRecording(database, recording_id);
    if (!(await runs.move(id, { type: 'repeated', nowMs: clock.now() }))) throw stillRunning();
    return this.#announced(await runs.get(id));
  }

  notices(): Said<Notice>[] {
    return this.#options.store.notices();
  }

  /** Takes up what an earlier run of the application has left. */
  async start(): Promise<void> {
    const { runs, worker, endProgram, logger } = this.#options;
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

  /** Waits for what is being recovered, then ends the attempts in progress. */
  async close(): Promise<void> {
    this.#unsubscribe();
    await this.#recovering;
    await this.#options.worker.close();
  }

  #check({ does }: Pick<UpdateActionBody, 'does'>): void {
    if (does?.kind === 'file') checkFileToAppend(does.path, this.#options.policy);
  }

  #announced(run: ActionRun): ActionRun {
    const { runs, worker } = this.#options;
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
  throw new AppError('CONFLICT', {
    message: say('actionPaused', { name: action.name }),
    remedy: say('resumeAction', { action: action.name }),
  });
}

function withoutText(): AppError {
  return new AppError('CONFLICT', { message: say('recordingWithoutText') });
}

function stillRunning(): AppError {
  return new AppError('BUSY', {
    message: say('attemptRunning'),
    hint: say('waitUntilAttemptEnded'),
  });
}

const NOUN = 'signing secret';

/** What signs the posts of an action is kept where providers' keys are. */
type SecretKeys = Pick<ProviderKeys, 'read' | 'write' | 'remove'>;

/** A new secret in the place of any before. Throws KEY_STORE_UNAVAILABLE where it cannot be kept. */
async function newSecret(keys: SecretKeys, actionId: string): Promise<string> {
  const secret = newWebhookSecret();
  await keys.write(secretName(actionId), secret, NOUN);
  return secret;
}

/** A name that no provider has. */
function secretName(actionId: string): string {
  return `action-${actionId}`;
}

interface CreateActionsOptions extends CoreContext {
  readonly queue: ActionQueue;
  readonly keys: SecretKeys;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly policy: Omit<PathPolicy, 'allowed'>;
  readonly startTimer?: StartTimer;
}

/** Wires the queue to those who carry it out. */
export function createActions(options: CreateActionsOptions): ActionService {
  const { database, events, clock, logger, queue, keys, env, policy } = options;
  const { store, runs } = queue;
  const { dataFolder, home, platform } = policy;
  const worker = new ActionWorker({
    database,
    store,
    runs,
    deliver: {
      program: programRunner({ env, dataFolder, home, platform }),
      webhook: addressPoster({ secretOf: (id) => keys.read(secretName(id), NOUN), clock }),
      file: fileAppender({ policy }),
    },
    clock,
    startTimer: options.startTimer ?? systemTimer,
    random: Math.random,
    logger,
  });
  const endProgram = (runId: string, group: number | undefined) => endLeftBehind(runId, group, platform);
  return new ActionService({
    database,
    store,
    runs,
    worker,
    keys,
    policy,
    endProgram,
    events,
    clock,
    logger,
  });
}

function systemTimer(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds).unref();
  return () => clearTimeout(timer);
}
