export { type NewRecording, RecordingStore } from './recording-store.ts';
export { type KnownRequest, type RequestKey, RequestKeyStore } from './request-key-store.ts';
export { findRecordings } from './search/index.ts';
export type { AcceptedWork, StoredRecording, TranscriptionRecord } from './stored-recording.ts';
