import type { Transaction } from 'kysely';
import type { Clock, EventBus, Logger } from '../base/index.ts';
import type { Database, Schema } from '../database/index.ts';
import { ActionRuns } from './action-runs.ts';
import { ActionStore } from './action-store.ts';
import { transcribedFacts } from './transcribed-recording.ts';

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
