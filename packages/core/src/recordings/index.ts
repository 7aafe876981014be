export { type NewRecording, RecordingStore } from './recording-store.ts';
export { findRecordings } from './search/index.ts';
export type { AcceptedWork, StoredRecording, TranscriptionRecord } from './stored-recording.ts';
