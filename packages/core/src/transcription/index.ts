export { CloudTranscriber } from './cloud/cloud-transcriber.ts';
export { createTranscription } from './create-transcription.ts';
export {
  DictatedTranscriptions,
  type DictationCaller,
  type RecordedDictation,
} from './dictation/dictated-transcriptions.ts';
export type { DictationPlan } from './dictation/dictation-plan.ts';
export type { LiveTranscription } from './dictation/live-transcription.ts';
export type { PlannableProvider } from './planning/plan-cloud.ts';
export { Recognizers } from './recognizers.ts';
export { RecordingLibrary } from './recording-library.ts';
