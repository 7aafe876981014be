import type { AudioFormat, RecordingSource } from '@quoth/contract';
import type { TranscriptionContext } from '../../declarations/index.ts';
import type { TranscriptionRecord } from '../../recordings/index.ts';
import type { PlannedTranscription } from '../planning/transcription-planner.ts';
import type { Recognition } from '../recognizers.ts';
import type { Ticket } from './job-queue.ts';
import type { StageTimer } from './stage-timer.ts';

/** The audio of a job: a file of ours, whole and on the disk. */
export interface JobAudio {
  readonly path: string;
  readonly format: AudioFormat;
}

/** An accepted transcription: its plan, its audio, and its place in the queue. */
export interface Job extends PlannedTranscription {
  /** The recording's id, or one of its own where nothing is kept. */
  readonly id: string;
  /** Where the audio came from. */
  readonly source: RecordingSource;
  /** True if there is a recording. */
  readonly saved: boolean;
  /** Number of the request for the recording's transcript (see `WorkRun`); 1 if nothing is kept. */
  readonly run: number;
  readonly audio: JobAudio;
  /** What an earlier start of the application has recognised in this run: only the rewriting is left to be done. */
  readonly recognized?: TranscriptionRecord | undefined;
  readonly ticket: Ticket;
  /** Running since the request came. */
  readonly timer: StageTimer;
  /** Callbacks for whoever waits for it; none for work in the background. */
  readonly caller: JobCaller;
  /** Present if it was transcribed while it was recorded. */
  readonly live?: LiveResult | undefined;
}

/** Callbacks that report on a job. */
export type JobCaller = Pick<TranscriptionContext, 'onDuration' | 'onStablePartial' | 'requestId'> & {
  /** Called before a language model is asked. */
  readonly onRewriting?: (() => void) | undefined;
};

/** A recording that was transcribed while it was made: its length, and the result. */
export interface LiveResult {
  readonly durationSeconds: number;
  readonly recognition: Promise<Recognition>;
}
