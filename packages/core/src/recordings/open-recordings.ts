import type { Clock, DataFolder, EventBus, Logger } from '../base/index.ts';
import type { ChangeJournal } from '../changes/index.ts';
import type { Database } from '../database/index.ts';
import { AcceptedRecordings } from './accepted-recordings.ts';
import { DictatedRecordings } from './dictated-recordings.ts';
import { RecordingFinder } from './recording-finder.ts';
import { RecordingMakers } from './recording-makers.ts';
import { RecordingStore } from './recording-store.ts';
import { RecordingTrash } from './recording-trash.ts';
import { RecordingWork, type RecordingWorkOptions } from './recording-work.ts';

export interface OpenRecordingsOptions extends Pick<RecordingWorkOptions, 'onCompleted'> {
  readonly database: Database;
  readonly folder: DataFolder;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly journal: ChangeJournal;
  readonly logger: Logger;
}

/** The parts that read and write recordings, each over the same table and folder. */
export async function openRecordings(options: OpenRecordingsOptions) {
  const makers = await RecordingMakers.open(options.database);
  return {
    makers,
    store: new RecordingStore(options),
    accepted: new AcceptedRecordings({ ...options, makers }),
    dictated: new DictatedRecordings({ ...options, makers }),
    finder: new RecordingFinder(options),
    trash: new RecordingTrash(options),
    work: new RecordingWork(options),
  };
}
