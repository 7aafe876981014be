import { limits, type RecordingEnding } from '@quoth/contract';
import type { EndedEarly } from '../recording-sessions/index.ts';

/** What is still recorded after the user stopped: the last syllable is often spoken into the key press. */
export const TAIL_MS = 200;
/** Milliseconds within which the last sound must arrive after the end, or it is dropped. */
const TAIL_PATIENCE_MS = 600;
/** Milliseconds after opening; a microphone that has delivered nothing by then will not. */
export const OPENING_MS = 4_000;
/** After this long without any sound at all, a microphone is muted or broken. */
export const NO_SOUND_MS = 2_000;
/** Silence of this length ends a recording that stops at silence. */
export const UNTIL_SILENCE_MS = 2_000;
/** Without any speech, it ends after this long. */
export const NEVER_SPOKE_MS = 15_000;
/** If no one speaks, the recorder first asks, and then stops. */
export const STILL_THERE_MS = 5 * 60_000;
export const FORGOTTEN_MS = 10 * 60_000;
export const MAX_RECORDING_MS = limits.audioSeconds * 1000;
/** How long before its end the longest recording says so. */
const LIMIT_NEAR_MS = 10 * 60_000;

/** What may be wrong with a recording that goes on. */
export type RecordingWarning = 'no-sound' | 'still-there' | 'limit-near';

/** What is decided when a recording is requested. */
export interface RecordingPlan {
  readonly id: string;
  readonly maxMs: number;
  readonly untilSilence: boolean;
}

/** The one recorder. */
export type RecordingState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'starting'; readonly plan: RecordingPlan; readonly since: number }
  | RunningRecording
  | { readonly phase: 'ended' | 'cancelled'; readonly id: string; readonly ending: RecordingEnding };

/** A recording that goes on. Milliseconds of audio, not of the clock. */
export interface RunningRecording {
  readonly phase: 'recording';
  readonly plan: RecordingPlan;
  readonly recordedMs: number;
  /** Since the last sample that was not zero. */
  readonly soundlessMs: number;
  /** Since somebody spoke, or said to be still there. */
  readonly silentMs: number;
  readonly hasSpoken: boolean;
  readonly warnings: readonly RecordingWarning[];
  /** When the user stopped, by the clock; the tail is still being recorded. */
  readonly stoppedAt: number | undefined;
}

/** A block of samples, as the machine sees it. */
interface SamplesTaken {
  readonly type: 'samples';
  /** When its last sample was taken, by the monotonic clock. */
  readonly now: number;
  readonly ms: number;
  /** False where every sample is zero. */
  readonly hasSound: boolean;
  readonly hasSpeech: boolean;
}

/** What ends a recording without the user: at once, keeping what was said. */
export type OutsideEnding = Extract<
  RecordingEnding,
  'screen-locked' | 'suspended' | 'microphone-lost' | 'microphone-failed' | 'disk-failed' | 'closed'
>;

export type RecordingEvent =
  | { readonly type: 'start'; readonly plan: RecordingPlan; readonly now: number }
  | SamplesTaken
  | { readonly type: 'stop'; readonly now: number }
  | { readonly type: 'cancel'; readonly as: EndedEarly }
  | { readonly type: 'end'; readonly ending: OutsideEnding }
  | { readonly type: 'still-there' }
  /** Some time has passed, with or without samples. */
  | { readonly type: 'tick'; readonly now: number };

export type RecordingEffect =
  | { readonly type: 'close-microphone' }
  /** The first sample has arrived: the recording gets its row, and the start cue is played. */
  | { readonly type: 'begin' }
  | { readonly type: 'warnings-changed' }
  /** Nothing was recorded; reject the call that started it. */
  | { readonly type: 'give-up'; readonly ending: RecordingEnding }
  /** What was recorded is to become text. */
  | { readonly type: 'process'; readonly ending: RecordingEnding }
  /** The recording is not transcribed: kept as canceled, or discarded. */
  | { readonly type: 'set-aside'; readonly as: EndedEarly };

export interface RecordingStep {
  readonly state: RecordingState;
  readonly effects: readonly RecordingEffect[];
}

/** One move: idle → starting → recording → ended | cancelled, and from there to the next start. Pure. */
export function stepRecording(state: RecordingState, event: RecordingEvent): RecordingStep {
  if (state.phase === 'starting') return starting(state, event);
  if (state.phase === 'recording') return recording(state, event);
  if (event.type !== 'start') return same(state);
  return same({ phase: 'starting', plan: event.plan, since: event.now });
}

/** The id of the recording that starts or goes on. */
export function recordingId(state: RecordingState): string | undefined {
  return state.phase === 'starting' || state.phase === 'recording' ? state.plan.id : undefined;
}

type Starting = Extract<RecordingState, { phase: 'starting' }>;

function starting(state: Starting, event: RecordingEvent): RecordingStep {
  switch (event.type) {
    case 'samples': {
      const { plan } = state;
      const first: RunningRecording = {
        phase: 'recording',
        plan,
        recordedMs: 0,
        soundlessMs: 0,
        silentMs: 0,
        hasSpoken: false,
        warnings: [],
        stoppedAt: undefined,
      };
      const next = recording(first, event);
      return { state: next.state, effects: [{ type: 'begin' }, ...next.effects] };
    }
    case 'stop':
      return abandoned(state, 'stopped');
    case 'cancel':
      return abandoned(state, 'cancelled');
    case 'end':
      return abandoned(state, event.ending);
    case 'tick':
      return event.now - state.since < OPENING_MS ? same(state) : abandoned(state, 'microphone-failed');
    default:
      return same(state);
  }
}

function abandoned({ plan: { id } }: Starting, ending: RecordingEnding): RecordingStep {
  return {
    state: { phase: 'cancelled', id, ending },
    effects: [{ type: 'close-microphone' }, { type: 'give-up', ending }],
  };
}

function recording(state: RunningRecording, event: RecordingEvent): RecordingStep {
  switch (event.type) {
    case 'samples':
      return afterSamples(state, event);
    case 'stop':
      return same(state.stoppedAt === undefined ? { ...state, stoppedAt: event.now } : state);
    case 'cancel': {
      const { id } = state.plan;
      return {
        state: { phase: 'cancelled', id, ending: 'cancelled' },
        effects: [{ type: 'close-microphone' }, { type: 'set-aside', as: event.as }],
      };
    }
    case 'end':
      return ended(state, state.stoppedAt === undefined ? event.ending : 'stopped');
    case 'still-there':
      return warned({ ...state, silentMs: 0 });
    case 'tick': {
      const isOver = state.stoppedAt !== undefined && event.now - state.stoppedAt >= TAIL_PATIENCE_MS;
      return isOver ? ended(state, 'stopped') : same(state);
    }
    case 'start':
      return same(state);
  }
}

function afterSamples(
  before: RunningRecording,
  { now, ms, hasSound, hasSpeech }: SamplesTaken,
): RecordingStep {
  const state: RunningRecording = {
    ...before,
    recordedMs: before.recordedMs + ms,
    soundlessMs: hasSound ? 0 : before.soundlessMs + ms,
    silentMs: hasSpeech ? 0 : before.silentMs + ms,
    hasSpoken: before.hasSpoken || hasSpeech,
  };
  if (state.stoppedAt !== undefined) {
    return now - state.stoppedAt >= TAIL_MS ? ended(state, 'stopped') : warned(state);
  }
  const ending = ownEnding(state);
  return ending ? ended(state, ending) : warned(state);
}

/** Why a recording ends by itself. */
function ownEnding({ plan, recordedMs, silentMs, hasSpoken }: RunningRecording): RecordingEnding | undefined {
  if (recordedMs >= MAX_RECORDING_MS) return 'limit';
  if (recordedMs >= plan.maxMs) return 'max-seconds';
  if (plan.untilSilence && silentMs >= (hasSpoken ? UNTIL_SILENCE_MS : NEVER_SPOKE_MS)) return 'silence';
  return silentMs >= FORGOTTEN_MS ? 'forgotten' : undefined;
}

/** Its warnings as they are to be now. */
function warned(state: RunningRecording): RecordingStep {
  const warnings: RecordingWarning[] = [];
  if (state.soundlessMs >= NO_SOUND_MS) warnings.push('no-sound');
  if (state.silentMs >= STILL_THERE_MS) warnings.push('still-there');
  if (state.plan.maxMs >= MAX_RECORDING_MS && state.recordedMs >= MAX_RECORDING_MS - LIMIT_NEAR_MS)
    warnings.push('limit-near');
  if (warnings.join() === state.warnings.join()) return same(state);
  return { state: { ...state, warnings }, effects: [{ type: 'warnings-changed' }] };
}

function ended({ plan: { id } }: RunningRecording, ending: RecordingEnding): RecordingStep {
  return {
    state: { phase: 'ended', id, ending },
    effects: [{ type: 'close-microphone' }, { type: 'process', ending }],
  };
}

function same(state: RecordingState): RecordingStep {
  return { state, effects: [] };
}
