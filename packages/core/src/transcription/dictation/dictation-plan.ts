import type { PlannedTranscription } from '../planning/transcription-planner.ts';

/** What is decided about a dictation before its microphone is opened. */
export interface DictationPlan extends PlannedTranscription {
  /** The text grows while one speaks; else it comes phrase by phrase, or at the end. */
  readonly streams: boolean;
}
