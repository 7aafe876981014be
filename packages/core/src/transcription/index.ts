export { CloudTranscriber } from './cloud/cloud-transcriber.ts';
export { createTranscription } from './create-transcription.ts';
export {
  DictatedTranscriptions,
  type DictationCaller,
  type RecordedDictation,
} from './dictated/dictated-transcriptions.ts';
export type { DictationPlan } from './dictated/dictation-plan.ts';
export type { Hearing } from './dictated/hearing.ts';
export type { PlannableProvider } from './planning/plan-cloud.ts';
export { Recognizers } from './recognizers.ts';
export { textBeforeRewriting } from './text-before-rewriting.ts';
export { transcriptFile } from './transcript-file.ts';
