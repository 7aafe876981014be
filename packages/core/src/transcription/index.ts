export { CloudTranscriber } from './cloud-files.ts';
export { createTranscription } from './create-transcription.ts';
export { toTranscription } from './finished-transcription.ts';
export type {
  DictatedTranscriptions,
  DictationPlan,
  LiveTranscription,
  RecordedDictation,
} from './live-transcription.ts';
export type { PlannableProvider } from './plan-cloud.ts';
export { autoModel, type PlanSources, providerOf } from './plan-transcription.ts';
export { recordingLibrary } from './recording-library.ts';
export { stablePartials } from './stable-partial.ts';
