import type { EventBus, Logger } from '../base/index.ts';
import type { ChangeJournal } from '../changes/index.ts';
import type { RecordingStore } from './recording-store.ts';

export interface JournalRecordingsOptions {
  readonly events: EventBus;
  readonly recordings: RecordingStore;
  readonly journal: ChangeJournal;
  readonly logger: Logger;
}

/** Writes down each recording that a program made, once: one that comes back from the trash is not a new one. */
export function journalRecordings({ events, recordings, journal, logger }: JournalRecordingsOptions): void {
  const written = async (recordingId: string) => {
    const { source } = await recordings.get(recordingId);
    if (source !== 'api' || (await journal.knows('recording-created', recordingId))) return;
    await journal.record({ kind: 'recording-created', subjectId: recordingId, title: '' });
  };
  events.subscribe((event) => {
    if (event.type !== 'recording-created') return;
    written(event.recordingId).catch((error: unknown) => {
      // It may have been deleted meanwhile; the recording itself is safe either way.
      logger.debug({ error }, 'A recording made by a program could not be journaled as a change.');
    });
  });
}
