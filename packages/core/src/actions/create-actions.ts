import type { ActionRun } from '@quoth/contract';
import { AppError, type Notice } from '@quoth/contract';
import type { Transaction } from 'kysely';
import { type Clock, type EventBus, isoTime, type Logger } from '../base/index.ts';
import type { Database, Schema } from '../database/index.ts';
import type { Actions } from '../declarations/index.ts';
import type { PathPolicy } from '../intake/index.ts';
import type { ProviderKeys } from '../providers/index.ts';
import { attemptEnd } from './action-attempts.ts';
import { ActionRuns } from './action-runs.ts';
import { ActionStore } from './action-store.ts';
import { ActionWorker, type StartTimer } from './action-worker.ts';
import { fileAppender } from './deliver/append-to-file.ts';
import { endLeftBehind } from './deliver/left-behind.ts';
import { addressPoster } from './deliver/post-to-address.ts';
import { programRunner } from './deliver/run-program.ts';
import { newWebhookSecret } from './deliver/webhook-signature.ts';
import { describedAction, type StoredAction } from './stored-action.ts';
import { deliveredRecording, transcribedFacts } from './transcribed-recording.ts';

export interface ActionQueueOptions {
  readonly database: Database;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What a transcription needs of actions: a place in their queue. */
export interface ActionQueue {
  readonly store: ActionStore;
  readonly runs: ActionRuns;
  /** In the transaction that keeps a text: whoever has that text, has it queued. Never throws, so that no action costs a text. */
  onTranscribed(transaction: Transaction<Schema>, recordingId: string): Promise<void>;
}

export async function openActionQueue(options: ActionQueueOptions): Promise<ActionQueue> {
  const store = await ActionStore.open(options);
  const runs = new ActionRuns({ ...options, store });
  return {
    store,
    runs,
    onTranscribed: async (transaction, recordingId) => {
      if (store.isEmpty) return;
      try {
        const facts = await transcribedFacts(transaction, recordingId);
        if (!facts) return;
        for (const { id } of store.triggeredBy(facts))
          await runs.add(transaction, id, recordingId, 'transcription');
      } catch (error) {
        options.logger.error(
          { error, recording: recordingId },
          'A text was kept, but not queued for actions.',
        );
      }
    },
  };
}

export interface CreateActionsOptions extends ActionQueueOptions {
  readonly queue: ActionQueue;
  readonly keys: Pick<ProviderKeys, 'read' | 'write' | 'remove'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly policy: Omit<PathPolicy, 'allowed'>;
  readonly startTimer?: StartTimer;
}

/** What `create-core.ts` needs beside what everybody sees. */
export interface ActionParts extends Actions {
  notices(): Notice[];
  /** Takes up what an earlier run of the application has left. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const TRIAL_TEXT = 'This is a test of an action.';

/** Wires the queue to those who carry it out. */
export function createActions(options: CreateActionsOptions): ActionParts {
  const { database, events, clock, logger, queue, keys, env, policy } = options;
  const { store, runs } = queue;
  const worker = new ActionWorker({
    database,
    store,
    runs,
    deliver: {
      program: programRunner({
        env,
        dataFolder: policy.dataFolder,
        home: policy.home,
        platform: policy.platform,
      }),
      webhook: addressPoster({ secretOf: (id) => keys.read(secretName(id)), clock }),
      file: fileAppender({ policy }),
    },
    clock,
    startTimer: options.startTimer ?? systemTimer,
    random: Math.random,
    logger,
  });
  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'recording-status-changed' && event.status === 'completed' && !store.isEmpty)
      worker.wake();
  });
  const described = async (action: StoredAction) =>
    describedAction(action, (await runs.waiting()).get(action.id) ?? 0);
  const newSecret = async (id: string) => {
    const secret = newWebhookSecret();
    await keys.write(secretName(id), secret).catch((error: unknown) => {
      throw aboutSecret(error);
    });
    return secret;
  };
  let recovering: Promise<void> | undefined;
  return {
    get isBusy() {
      return worker.isBusy || recovering !== undefined;
    },
    list: async () => {
      const waiting = await runs.waiting();
      return store.list().map((action) => describedAction(action, waiting.get(action.id) ?? 0));
    },
    create: async (body) => {
      let secret: string | null = null;
      const action = await store.create(body, async (id) => {
        if (body.does.kind === 'webhook') secret = await newSecret(id);
      });
      return { action: describedAction(action, 0), secret };
    },
    update: async (id, body) => {
      const action = await store.update(id, body);
      worker.wake();
      return described(action);
    },
    delete: async (id) => {
      const { does, id: known } = await store.delete(id);
      await worker.stop(known);
      if (does.kind !== 'webhook') return;
      await keys.remove(secretName(known)).catch((error: unknown) => {
        logger.warn({ error }, 'The signing secret of a deleted action is still in the secret store.');
      });
    },
    renewSecret: async (id) => {
      const action = store.get(id);
      if (action.does.kind === 'webhook') return newSecret(action.id);
      throw new AppError('INVALID_REQUEST', {
        message: 'Only actions that post to an address have a signing secret.',
      });
    },
    try: async (id, text, signal) => {
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
    },
    run: async (id, recordingId) => {
      const action = notPaused(store.get(id));
      const recording = await deliveredRecording(database, recordingId);
      if (recording.text.trim() === '') throw withoutText();
      const runId = await database
        .transaction()
        .execute((transaction) => runs.add(transaction, action.id, recording.id, 'user'));
      return told(await runs.get(runId ?? ''));
    },
    runs: async ({ recording_id, action_id, limit }) => {
      const recordingId =
        recording_id === undefined ? undefined : (await deliveredRecording(database, recording_id)).id;
      return runs.list({ recording_id: recordingId, action_id: action_id && store.get(action_id).id, limit });
    },
    repeat: async (runId) => {
      const { id, action_id, recording_id } = await runs.get(runId);
      notPaused(store.get(action_id));
      await deliveredRecording(database, recording_id);
      if (!(await runs.move(id, { type: 'repeated', nowMs: clock.now() }))) throw atWork();
      return told(await runs.get(id));
    },
    notices: () => store.notices(),
    start: async () => {
      const { ended } = await runs.recover((runId, group) => endLeftBehind(runId, group, policy.platform));
      // Not waited for: a program that does not want to end holds up its own action, not the application.
      recovering = ended
        .catch((error: unknown) => {
          logger.error({ error }, 'An attempt that was cut off could not be taken up again.');
        })
        .finally(() => {
          recovering = undefined;
          worker.wake();
        });
      worker.wake();
    },
    close: async () => {
      unsubscribe();
      await recovering;
      await worker.close();
    },
  };

  function told(run: ActionRun): ActionRun {
    runs.tell(run, run.state);
    worker.wake();
    return run;
  }
}

/** Where it is kept: beside providers' keys, under a name that no provider has. */
function secretName(actionId: string): string {
  return `action-${actionId}`;
}

/** The store speaks of keys. */
function aboutSecret(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const message = error.message.replace(/\b(t)he key\b/i, '$1he signing secret');
  return new AppError(error.code, {
    message,
    // What is done again is not to set a key.
    ...(error.hint !== undefined && { hint: error.hint.replace('then set the key again', 'then try again') }),
    cause: error,
  });
}

function systemTimer(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds).unref();
  return () => clearTimeout(timer);
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
