import type { Clock, EventBus, Logger } from '../base/index.ts';
import type { Database } from '../database/index.ts';
import type { PathPolicy } from '../intake/index.ts';
import type { ProviderKeys } from '../providers/index.ts';
import type { ActionQueue } from './action-queue.ts';
import { ActionSecrets } from './action-secrets.ts';
import { ActionService } from './action-service.ts';
import { ActionWorker, type StartTimer } from './action-worker.ts';
import { fileAppender } from './deliver/append-to-file.ts';
import { endLeftBehind } from './deliver/left-behind.ts';
import { addressPoster } from './deliver/post-to-address.ts';
import { programRunner } from './deliver/run-program.ts';

export interface CreateActionsOptions {
  readonly database: Database;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly queue: ActionQueue;
  readonly keys: Pick<ProviderKeys, 'read' | 'write' | 'remove'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly policy: Omit<PathPolicy, 'allowed'>;
  readonly startTimer?: StartTimer;
}

/** Wires the queue to those who carry it out. */
export function createActions(options: CreateActionsOptions): ActionService {
  const { database, events, clock, logger, queue, keys, env, policy } = options;
  const { store, runs } = queue;
  const { dataFolder, home, platform } = policy;
  const secrets = new ActionSecrets(keys);
  const worker = new ActionWorker({
    database,
    store,
    runs,
    deliver: {
      program: programRunner({ env, dataFolder, home, platform }),
      webhook: addressPoster({ secretOf: (id) => secrets.of(id), clock }),
      file: fileAppender({ policy }),
    },
    clock,
    startTimer: options.startTimer ?? systemTimer,
    random: Math.random,
    logger,
  });
  const endProgram = (runId: string, group: number) => endLeftBehind(runId, group, platform);
  return new ActionService({ database, store, runs, worker, secrets, endProgram, events, clock, logger });
}

function systemTimer(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds).unref();
  return () => clearTimeout(timer);
}
