import { AppError, recording as recordingSchema } from '@quoth/contract';
import type { CoreContext, Database } from '../database/index.ts';
import type { AcceptedWork, RecordingPlaces } from '../recordings/index.ts';
import { ActionRuns } from './action-runs.ts';
import type { DeliveredRecording } from './delivery.ts';
import { ActionStore, type TranscribedFacts } from './stored-actions.ts';

/** What a transcription needs of actions: a place in their queue. */
export interface ActionQueue {
  readonly store: ActionStore;
  readonly runs: ActionRuns;
  /**
   * Called in the transaction that stores a text, so that a stored text has its actions queued. Never throws: no action
   * may cost a text.
   */
  readonly onTranscribed: RecordingPlaces['onCompleted'];
}

export async function openActionQueue(options: CoreContext): Promise<ActionQueue> {
  const store = await ActionStore.open(options);
  const runs = new ActionRuns({ ...options, store });
  return {
    store,
    runs,
    onTranscribed: async (transaction, recordingId, webhooks) => {
      if (store.isEmpty) return;
      try {
        const facts = await transcribedFacts(transaction, recordingId);
        if (!facts) return;
        for (const { id } of store.triggeredBy(facts, webhooks))
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

/** What decides which actions a recording triggers; undefined if there is no such recording. */
async function transcribedFacts(database: Database, id: string): Promise<TranscribedFacts | undefined> {
  const row = await database
    .selectFrom('recordings')
    .select(['source', 'made_by', 'options', 'work_run', 'deleted_ms', 'mode_id', 'text'])
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      source: recordingSchema.shape.source.parse(row.source),
      isByProgram: row.made_by !== null,
      isByAction: (JSON.parse(row.options) as AcceptedWork).byAction === true,
      run: row.work_run,
      isInTrash: row.deleted_ms !== null,
      modeId: row.mode_id,
      text: row.text,
    }
  );
}

/**
 * A recording as an action gets it: its text as it is now, edits included. Throws RECORDING_NOT_FOUND, for one in the
 * trash too.
 */
export async function deliveredRecording(database: Database, id: string): Promise<DeliveredRecording> {
  const row = await database
    .selectFrom('recordings')
    .select(['id', 'text', 'date_ms', 'duration_s', 'mode_name', 'language', 'source'])
    .where('id', '=', id.toLowerCase())
    .where('deleted_ms', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('RECORDING_NOT_FOUND');
  return {
    id: row.id,
    text: row.text,
    dateMs: row.date_ms,
    duration: row.duration_s,
    mode: row.mode_name,
    language: row.language,
    source: recordingSchema.shape.source.parse(row.source),
  };
}
