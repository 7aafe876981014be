export { CloudTranscriber } from './cloud-files.ts';
export { CloudStreamer } from './cloud-stream.ts';
export { createTranscription } from './create-transcription.ts';
export {
  DictatedTranscriptions,
  type DictationCaller,
  type DictationPlan,
  type LiveTranscription,
  type RecordedDictation,
} from './live-transcription.ts';
export type { PlannableProvider } from './plan-cloud.ts';
export { keptOptions, TranscriptionPlanner } from './plan-transcription.ts';
export { Recognizers } from './recognizers.ts';
export { recordingLibrary } from './recording-library.ts';
export { stablePartialOf } from './stable-partial.ts';
