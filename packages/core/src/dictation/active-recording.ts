import type {
  ActiveRecording,
  AppError,
  ApplicationRule,
  DictationProgram,
  Mode,
  RecordingEnding,
  StartDictationBody,
} from '@quoth/contract';
import type { RecordingProgram } from '../declarations/index.ts';
import type { RecordingSession, RecordingSessions } from '../recording-sessions/index.ts';
import type { DictationPlan } from '../transcription/index.ts';
import type { DictationStart } from './choose-mode.ts';
import type { SelectedText } from './ports.ts';
import type { EditText, EndedRecording } from './processing-line.ts';
import { warningNotice } from './recorder-errors.ts';
import type { RecordingState } from './recording-machine.ts';

/** A recording as it is asked for. */
export interface WantedRecording {
  readonly body: DictationStart;
  readonly plan: DictationPlan;
  /** That asked for it; undefined for the user. */
  readonly program: RecordingProgram | undefined;
  /** That chose the mode. */
  readonly rule: ApplicationRule | undefined;
  /** What it changes the selected text with; undefined for an ordinary dictation. */
  readonly edit: EditText | undefined;
}

/** The recording that starts or goes on, beside what the machine knows of it. */
export interface Active extends WantedRecording {
  readonly session: RecordingSession;
  readonly began: PromiseWithResolvers<void>;
  /** Settles when nothing more of it is recorded. */
  readonly ended: PromiseWithResolvers<void>;
  device: string | null;
  startedAt: string | null;
  /** Why the microphone failed. */
  failure: AppError | undefined;
  /** The text to edit; undefined for an ordinary dictation. */
  readonly selection: Promise<SelectedText> | undefined;
  /** Where the cursor was when speaking ended. */
  place: Promise<string | undefined> | undefined;
}

/** A program as everybody may see it. */
function programView(program: RecordingProgram | undefined): DictationProgram | null {
  return program ? { id: program.tokenId, name: program.name } : null;
}

/** True while only the last syllable of a recording is still to come. */
export function isStopped(state: RecordingState): boolean {
  return state.phase === 'recording' && state.stoppedAt !== undefined;
}

/** The recording as its user sees it; null once it was stopped. */
export function activeView(active: Active, state: RecordingState): ActiveRecording | null {
  if ((state.phase !== 'starting' && state.phase !== 'recording') || isStopped(state)) return null;
  const { session, body, plan, program, rule, device, startedAt } = active;
  const { mode, isLive, preview } = plan;
  return {
    id: session.id,
    phase: state.phase,
    mode: { id: mode.id, name: mode.name },
    rule: rule ?? null,
    delivery: body.delivery ?? 'paste',
    program: programView(program),
    private: body.private ?? false,
    meeting: body.meeting ?? false,
    device,
    started_at: startedAt,
    max_ms: state.plan.maxMs,
    streams: isLive || preview !== undefined,
    warnings: state.phase === 'recording' ? state.warnings.map(warningNotice) : [],
  };
}

/** What is kept of how it was asked for, so that the next start can finish it. */
function workOptions({ mode_id }: StartDictationBody, { options }: DictationPlan) {
  return {
    ...(mode_id !== undefined && { mode_id }),
    post_process: options.post_process === true,
    ...(options.channels && { channels: options.channels }),
  };
}

/** A recording that is over, with what its user asked for. */
export function endedRecording(
  { session, body, plan, program, place, selection, edit }: Active,
  ending: RecordingEnding,
): EndedRecording {
  const { mode } = plan;
  return {
    session,
    facts: {
      id: session.id,
      mode: { id: mode.id, name: mode.name },
      delivery: body.delivery ?? 'paste',
      program: programView(program),
      private: body.private ?? false,
      ended_by: ending,
    },
    joins: mode.spaceBetweenDictations,
    place,
    selection,
    edit,
    send: sendingOf(body, mode),
  };
}

/** A text that takes the place of another, or that no key press is to follow, is not sent. */
function sendingOf({ send = false, edit }: StartDictationBody, { sendKey }: Mode): EndedRecording['send'] {
  if (edit || !(send || sendKey !== 'off')) return undefined;
  return { key: sendKey === 'off' ? 'enter' : sendKey, isAsked: send };
}

/** Who made a recording that was asked for with the token of the discovery file; no named token has such an id. */
const SHARED_TOKEN = 'shared-token';

/** Opens the recording that is asked for; it has no sample yet. */
export function openSession(
  sessions: RecordingSessions,
  { body, plan, program }: WantedRecording,
): RecordingSession {
  return sessions.open({
    plan,
    isPrivate: body.private ?? false,
    row: {
      ...(body.meeting && { source: 'meeting' }),
      options: workOptions(body, plan),
      madeBy: program && { tokenId: program.tokenId ?? SHARED_TOKEN, name: program.name },
      question: program?.question,
      byAction: body.byAction,
    },
  });
}
