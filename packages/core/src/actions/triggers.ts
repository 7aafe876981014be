import type { RecordingSource } from '@quoth/contract';

/** What a recording is that has just become text. */
export interface TranscribedFacts {
  readonly source: RecordingSource;
  /** A program recorded or sent it. */
  readonly isByProgram: boolean;
  /** A program of an action asked for it. */
  readonly isByAction: boolean;
  /** Number of the request for its text: only the first is a transcription, every further one a retranscription. */
  readonly run: number;
  readonly isInTrash: boolean;
  readonly modeId: string | null;
  readonly text: string;
}

/** What of an action decides. */
export interface TriggeredAction {
  readonly sources: readonly RecordingSource[];
  readonly modes: readonly string[] | null;
  /** The user paused it. One that has paused by itself, because of its failures, still collects what it has to do. */
  readonly isOff: boolean;
}

/** Whether a transcription starts this action. What is not kept (a private dictation, `save: false`) has no row, and is never asked about. */
export function isTriggered({ modes, sources, isOff }: TriggeredAction, facts: TranscribedFacts): boolean {
  if (isOff) return false;
  if (facts.isByAction || facts.isInTrash || facts.run !== 1 || facts.text.trim() === '') return false;
  // A program that records by the microphone gets its text for itself, as one does that sends audio.
  const source = facts.source === 'dictation' && facts.isByProgram ? 'api' : facts.source;
  return (
    sources.includes(source) && (modes === null || (facts.modeId !== null && modes.includes(facts.modeId)))
  );
}
