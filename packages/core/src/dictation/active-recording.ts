import {
  type ActiveRecording,
  AppError,
  type ApplicationRule,
  type DictationProgram,
  type Processing,
  type RecordingEnding,
  type StartDictationBody,
} from '@quoth/contract';
import type { DictationStart, RecordingProgram } from '../declarations/index.ts';
import type { DictationPlan, LiveTranscription } from '../transcription/index.ts';
import type { SelectedText } from './ports.ts';
import type { RecordedSound } from './recorded-sound.ts';
import { warningNotice } from './recorder-words.ts';
import type { RecordingState } from './recording-machine.ts';

/** The recording that starts or goes on, beside what the machine knows of it. */
export interface Active {
  readonly id: string;
  readonly body: DictationStart;
  readonly plan: DictationPlan;
  /** That asked for it; undefined for the user. */
  readonly program: RecordingProgram | undefined;
  /** That chose the mode. */
  readonly rule: ApplicationRule | undefined;
  live: LiveTranscription | undefined;
  readonly began: PromiseWithResolvers<void>;
  /** Settles when nothing more of it is recorded. */
  readonly ended: PromiseWithResolvers<void>;
  device: string | null;
  startedAt: string | null;
  sound: RecordedSound | undefined;
  /** Why the microphone failed. */
  failure: AppError | undefined;
  /** What the disk said when it did not take any more. */
  diskError: unknown;
  /** The text that is to be edited; of an ordinary dictation there is none. */
  selection: Promise<SelectedText> | undefined;
  /** Where the cursor was when speaking ended. */
  place: Promise<string | undefined> | undefined;
}

/** A program as everybody may see it. */
export function programView(program: RecordingProgram | undefined): DictationProgram | null {
  return program ? { id: program.tokenId, name: program.name } : null;
}

/** True while only the last syllable of a recording is still to come. */
export function isStopped(state: RecordingState): boolean {
  return state.phase === 'recording' && state.stoppedAt !== undefined;
}

/** The recording as its user sees it; null once it was stopped. */
export function activeView(active: Active, state: RecordingState): ActiveRecording | null {
  if ((state.phase !== 'starting' && state.phase !== 'recording') || isStopped(state)) return null;
  const { id, body, plan, program, rule, device, startedAt } = active;
  const { mode, streams } = plan;
  return {
    id,
    phase: state.phase,
    mode: { id: mode.id, name: mode.name },
    rule: rule ?? null,
    delivery: body.delivery ?? 'paste',
    program: programView(program),
    private: body.private ?? false,
    device,
    started_at: startedAt,
    max_ms: state.plan.maxMs,
    streams,
    warnings: state.phase === 'recording' ? state.warnings.map(warningNotice) : [],
  };
}

/** What is kept of how it was asked for, so that the next start can finish it. */
export function workOptions({ mode_id }: StartDictationBody, { options }: DictationPlan) {
  return {
    ...(mode_id !== undefined && { mode_id }),
    post_process: options.post_process === true,
  };
}

/** A recording that has ended, as its user sees it until it is in the line: its text is on its way, or it was given up. */
export function endingView({ id, body, plan, program, sound }: Active, ending: RecordingEnding): Processing {
  return {
    id,
    phase: ending === 'cancelled' ? 'cancelled' : 'transcribing',
    mode: { id: plan.mode.id, name: plan.mode.name },
    delivery: body.delivery ?? 'paste',
    program: programView(program),
    private: body.private ?? false,
    ended_by: ending,
    duration_ms: Math.round(sound?.durationMs ?? 0),
    text: null,
    error: ending === 'cancelled' ? new AppError('CANCELLED').toBody() : null,
  };
}
