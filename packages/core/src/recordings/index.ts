export { type BegunRecording, DictatedRecordings } from './dictated-recordings.ts';
export { Housekeeping } from './housekeeping.ts';
export { journalRecordings } from './journal-recordings.ts';
export { type NewRecording, RecordingStore } from './recording-store.ts';
export { RecordingWork, type WorkRun } from './recording-work.ts';
export { type KnownRequest, type RequestKey, RequestKeyStore } from './request-key-store.ts';
export { Retention } from './retention.ts';
export { findRecordings } from './search/index.ts';
export type { AcceptedWork, StoredRecording, TranscriptionRecord } from './stored-recording.ts';
