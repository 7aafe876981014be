import { AppError, recording as recordingSchema } from '@quoth/contract';
import type { Database } from '../database/index.ts';
import type { AcceptedWork } from '../recordings/index.ts';
import type { DeliveredRecording } from './deliver/delivery.ts';
import type { TranscribedFacts } from './triggers.ts';

/** What decides which actions a recording triggers; undefined if there is no such recording. */
export async function transcribedFacts(
  database: Database,
  id: string,
): Promise<TranscribedFacts | undefined> {
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

/** A recording as an action gets it: its text as it is now, edits included. Throws RECORDING_NOT_FOUND, for one in the trash too. */
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
