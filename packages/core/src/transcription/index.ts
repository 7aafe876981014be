export { CloudTranscriber } from './cloud-files.ts';
export { createJobParts, createTranscriptions } from './create-transcription.ts';
export { type Outcome, toTranscription } from './finished-transcription.ts';
export { type JobCaller, Shutdown } from './jobs.ts';
export {
  type DictatedTranscriptions,
  type DictationPlan,
  dictatedTranscriptions,
  LiveSpool,
  type LiveWords,
} from './live-transcription.ts';
export type { PlannableProvider } from './plan-cloud.ts';
export { autoModel, type PlanSources, providerOf } from './plan-transcription.ts';
export { recordingLibrary } from './recording-library.ts';
export { stablePartials } from './stable-partial.ts';
export { VoiceLines } from './voice-lines.ts';
