import type { ShortcutAction } from '@quoth/contract';
import { type BoundKey, keyParts } from './hotkeys.ts';

/** Milliseconds that a key must be held to count as push-to-talk; ordinary shortcuts and slips are shorter. */
export const GUARD_MS = 250;
/** Two presses within this time are a double press. */
export const DOUBLE_MS = 400;
/**
 * Milliseconds. Any other key that starts a recording stops it when it is released after this long; no one taps so
 * slowly, not even where a busy machine reports the release late.
 */
export const HELD_MS = 1_000;
/** Milliseconds. A recording longer than this is not cancelled by a single press. */
export const ASK_FROM_MS = 15_000;
/** Milliseconds to wait for the second press. */
export const ASK_MS = 3_000;

type Hold =
  /** The key is up. `tappedAt`: when a short press ended that may become a double press. */
  | { readonly phase: 'up'; readonly tappedAt: number | undefined }
  | { readonly phase: 'guard' | 'talking'; readonly since: number; readonly key: BoundKey }
  /** It has started a recording, which goes on after a short press. */
  | { readonly phase: 'started'; readonly since: number; readonly key: BoundKey }
  /** Down, but without further effect: it locked, stopped, or was part of another shortcut. */
  | { readonly phase: 'spent' };

/** The keys and what they have done. Times by the monotonic clock. */
export interface HotkeyState {
  readonly hold: Hold;
  /** When the recording began; undefined while none exists. */
  readonly recordingSince: number | undefined;
  /** The recorder was asked to begin and has not answered: what it reports meanwhile is about other recordings. */
  readonly isStarting: boolean;
  /** When the key was pressed. */
  readonly askedAt: number | undefined;
}

export type HotkeyEvent =
  | { readonly type: 'down' | 'up'; readonly action: BoundKey; readonly now: number }
  /** Another key went down while the push-to-talk key is held. */
  | { readonly type: 'interrupted' }
  | { readonly type: 'timer'; readonly now: number }
  /** Reported by the recorder: a recording is in progress, or has ended. */
  | { readonly type: 'recording'; readonly isOn: boolean; readonly now: number }
  /** The recorder has answered `start`: it is recording now, or it refused. */
  | { readonly type: 'started'; readonly isOn: boolean; readonly now: number }
  /** It is no longer known which keys are down. */
  | { readonly type: 'lost' };

/** How a dictation is started. */
interface HotkeyStart {
  readonly edit: boolean;
  readonly send?: boolean;
  readonly modeId?: string;
}

export type HotkeyEffect =
  | ({ readonly type: 'start' } & HotkeyStart)
  | { readonly type: 'stop' | 'cancel' | 'ask-cancel' | 'next-mode' | 'paste-last' }
  /** Send a `timer` event after this many milliseconds. */
  | { readonly type: 'wake'; readonly afterMs: number };

export interface HotkeyStep {
  readonly state: HotkeyState;
  readonly effects: readonly HotkeyEffect[];
}

export const idleKeys: HotkeyState = {
  hold: { phase: 'up', tappedAt: undefined },
  recordingSince: undefined,
  isStarting: false,
  askedAt: undefined,
};

/**
 * One move of the keys that work everywhere: toggle, push-to-talk with its guard and lock, giving up, and the rest.
 * Pure.
 */
export function stepHotkeys(state: HotkeyState, event: HotkeyEvent): HotkeyStep {
  switch (event.type) {
    case 'down':
      return keyParts(event.action).action === 'pushToTalk'
        ? pushToTalkDown(state, event.action, event.now)
        : down(state, event.action, event.now);
    case 'up':
      return up(state, event.action, event.now);
    case 'interrupted':
      return same(state.hold.phase === 'guard' ? { ...state, hold: { phase: 'spent' } } : state);
    case 'timer': {
      const { hold } = state;
      if (hold.phase !== 'guard') return same(state);
      // Timers run on whole milliseconds and may come a fraction early; one that comes for an earlier press waits as
      // well.
      const left = GUARD_MS - (event.now - hold.since);
      if (left > 0) return { state, effects: [{ type: 'wake', afterMs: Math.ceil(left) }] };
      // Another key has begun one meanwhile, which is not this one's to end.
      if (state.recordingSince !== undefined) return same({ ...state, hold: { phase: 'spent' } });
      return start({ ...state, hold: { ...hold, phase: 'talking' } }, hold.key, event.now);
    }
    case 'recording':
    case 'started':
      if (event.isOn)
        return same({ ...state, isStarting: false, recordingSince: state.recordingSince ?? event.now });
      return same(state.isStarting && event.type === 'recording' ? state : notRecording(state));
    case 'lost': {
      const released: HotkeyState = { ...state, hold: { phase: 'up', tappedAt: undefined } };
      return state.hold.phase === 'talking' ? stop(released) : same(released);
    }
  }
}

function down(state: HotkeyState, key: BoundKey, now: number): HotkeyStep {
  const { hold, recordingSince, askedAt } = state;
  const action = keyParts(key).action as Exclude<ShortcutAction, 'pushToTalk'>;
  switch (action) {
    case 'toggle':
    case 'send':
    case 'editSelection':
      if (recordingSince !== undefined) return stop(state);
      return start(
        hold.phase === 'up' ? { ...state, hold: { phase: 'started', since: now, key } } : state,
        key,
        now,
      );
    case 'cancel': {
      if (recordingSince === undefined) return same(state);
      const isAsked = askedAt !== undefined && now - askedAt <= ASK_MS;
      if (now - recordingSince > ASK_FROM_MS && !isAsked) {
        return { state: { ...state, askedAt: now }, effects: [{ type: 'ask-cancel' }] };
      }
      return { state: notRecording(state), effects: [{ type: 'cancel' }] };
    }
    case 'nextMode':
      return { state, effects: [{ type: 'next-mode' }] };
    case 'pasteLast':
      return { state, effects: [{ type: 'paste-last' }] };
  }
}

function pushToTalkDown(state: HotkeyState, key: BoundKey, now: number): HotkeyStep {
  const { hold, recordingSince } = state;
  if (hold.phase !== 'up' && hold.phase !== 'started') return same(state);
  const spent = { ...state, hold: { phase: 'spent' } } as const;
  // The press happened before the recording was requested, and its event arrived late.
  if (recordingSince !== undefined) return now < recordingSince ? same(spent) : stop(spent);
  const tappedAt = hold.phase === 'up' ? hold.tappedAt : undefined;
  if (tappedAt !== undefined && now - tappedAt <= DOUBLE_MS) {
    return start({ ...state, hold: { phase: 'spent' } }, key, now);
  }
  return {
    state: { ...state, hold: { phase: 'guard', since: now, key } },
    effects: [{ type: 'wake', afterMs: GUARD_MS }],
  };
}

function up(state: HotkeyState, key: BoundKey, now: number): HotkeyStep {
  const { hold } = state;
  const isPushToTalk = keyParts(key).action === 'pushToTalk';
  if ('key' in hold ? hold.key !== key : !isPushToTalk) return same(state);
  // By when the key was down: on a busy machine the timer and the report of the release come late, in either order.
  const isTap = isPushToTalk && 'since' in hold && now - hold.since < GUARD_MS;
  const released: HotkeyState = { ...state, hold: { phase: 'up', tappedAt: isTap ? now : undefined } };
  const isHeld = hold.phase === 'started' && now - hold.since >= HELD_MS;
  return hold.phase === 'talking' || isHeld ? stop(released) : same(released);
}

/**
 * Counts as recording from the key press on: the recorder takes a moment to report it, and a second press must stop it.
 */
function start(state: HotkeyState, key: BoundKey, now: number): HotkeyStep {
  const begun: HotkeyState = { ...state, recordingSince: now, isStarting: true, askedAt: undefined };
  const { action, modeId } = keyParts(key);
  const how = { ...(action === 'send' && { send: true }), ...(modeId !== undefined && { modeId }) };
  return { state: begun, effects: [{ type: 'start', edit: action === 'editSelection', ...how }] };
}

function stop(state: HotkeyState): HotkeyStep {
  return { state: notRecording(state), effects: [{ type: 'stop' }] };
}

function notRecording(state: HotkeyState): HotkeyState {
  const { phase } = state.hold;
  // Not every desktop reports the release of a key that need not be held.
  const up: Hold = { phase: 'up', tappedAt: undefined };
  const hold = phase === 'started' ? up : phase === 'talking' ? ({ phase: 'spent' } as const) : state.hold;
  return { hold, recordingSince: undefined, isStarting: false, askedAt: undefined };
}

function same(state: HotkeyState): HotkeyStep {
  return { state, effects: [] };
}
