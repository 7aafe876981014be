export { type NewRecording, RecordingStore } from './recording-store.ts';
export type { AcceptedWork, StoredRecording, TranscriptionRecord } from './stored-recording.ts';
