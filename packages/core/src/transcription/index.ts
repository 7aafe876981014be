export { CloudStreamer } from './cloud/cloud-streamer.ts';
export { CloudTranscriber } from './cloud/cloud-transcriber.ts';
export { createTranscription } from './create-transcription.ts';
export {
  DictatedTranscriptions,
  type DictationCaller,
  type RecordedDictation,
} from './dictation/dictated-transcriptions.ts';
export type { DictationPlan } from './dictation/dictation-plan.ts';
export type { LiveTranscription } from './dictation/live-transcription.ts';
export { stablePartialOf } from './partials/stable-partial-of.ts';
export type { PlannableProvider } from './planning/plan-cloud.ts';
export { keptOptions } from './planning/work-options.ts';
export { Recognizers } from './recognizers.ts';
export { RecordingLibrary } from './recording-library.ts';
