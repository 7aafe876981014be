export { findRecordings } from './find-recordings.ts';
export {
  type BegunRecording,
  type KnownRequest,
  type NewRecording,
  NewRecordings,
  type RequestKey,
  RequestKeyStore,
  type TakenRecording,
} from './new-recordings.ts';
export { RecordingWork, type WorkRun } from './recording-work.ts';
export { RecordingFinder } from './search.ts';
export {
  type AcceptedWork,
  editRecording,
  getAudio,
  getRecording,
  getStored,
  keptOptions,
  RecordingMakers,
  type RecordingPlaces,
  type StoredRecording,
  type TranscriptionRecord,
} from './stored-recordings.ts';
export {
  applyRetention,
  emptyTrash,
  everyDay,
  moveToTrash,
  previewRetention,
  purgeTrash,
  restoreRecording,
  type TrashPlaces,
} from './trash.ts';
