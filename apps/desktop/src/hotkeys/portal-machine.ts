import { backoff } from '@quoth/contract';
import type { PortalFailure } from '../session/portal.ts';

/** Milliseconds after which a session counts as successful; a later end is a new failure. */
export const STEADY_MS = 60_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

/** State of the session with the desktop's portal. Times are by the monotonic clock. */
export interface PortalState {
  /** `idle`: nothing is wanted. */
  readonly phase: 'idle' | 'opening' | 'bound' | 'waiting' | 'absent' | 'declined';
  /** Number of the attempt: reports of earlier ones are ignored. */
  readonly run: number;
  /** Consecutive failures. */
  readonly failures: number;
  readonly boundAt: number;
}

export type PortalEvent =
  /** The wanted shortcuts have changed; there may be none. */
  | { readonly type: 'wanted'; readonly isAny: boolean }
  /** The portal appeared on the bus, or left it. */
  | { readonly type: 'appeared' }
  | { readonly type: 'vanished' }
  | { readonly type: 'opened'; readonly run: number; readonly now: number }
  | { readonly type: 'failed'; readonly run: number; readonly why: PortalFailure }
  /** The desktop ended the session. */
  | { readonly type: 'closed'; readonly run: number; readonly now: number }
  | { readonly type: 'timer'; readonly run: number };

export type PortalEffect =
  /** Closes the session, or abandons opening it; keys that are down count as up. */
  | { readonly type: 'close' }
  | { readonly type: 'open'; readonly run: number }
  /** Send a `timer` event after this many milliseconds. */
  | { readonly type: 'wake'; readonly run: number; readonly afterMs: number };

export interface PortalStep {
  readonly state: PortalState;
  readonly effects: readonly PortalEffect[];
}

export const idlePortal: PortalState = { phase: 'idle', run: 0, failures: 0, boundAt: 0 };

/** One move in the life of a session with the desktop's GlobalShortcuts portal. Pure. */
export function stepPortal(state: PortalState, event: PortalEvent): PortalStep {
  const { phase, run } = state;
  switch (event.type) {
    case 'wanted':
      if (event.isAny) return begin({ ...state, failures: 0 });
      return { state: { ...state, phase: 'idle' }, effects: [{ type: 'close' }] };
    case 'appeared':
      // While one opens, it is our own call that started it; and a user who declined is not asked again.
      return phase === 'absent' || phase === 'waiting' || phase === 'bound'
        ? begin({ ...state, failures: 0 })
        : same(state);
    case 'vanished':
      if (phase === 'idle' || phase === 'declined') return same(state);
      return { state: { ...state, phase: 'absent' }, effects: [{ type: 'close' }] };
    case 'opened':
      if (phase !== 'opening' || event.run !== run) return same(state);
      return same({ ...state, phase: 'bound', boundAt: event.now });
    case 'failed':
      if (phase !== 'opening' || event.run !== run) return same(state);
      if (event.why !== 'trouble') return { state: { ...state, phase: event.why }, effects: [] };
      return again(state);
    case 'closed': {
      if (phase !== 'bound' || event.run !== run) return same(state);
      const wasSteady = event.now - state.boundAt >= STEADY_MS;
      const { state: next, effects } = again(wasSteady ? { ...state, failures: 0 } : state);
      return { state: next, effects: [{ type: 'close' }, ...effects] };
    }
    case 'timer':
      return phase === 'waiting' && event.run === run ? begin(state) : same(state);
  }
}

function begin(state: PortalState): PortalStep {
  const run = state.run + 1;
  return { state: { ...state, phase: 'opening', run }, effects: [{ type: 'close' }, { type: 'open', run }] };
}

function again(state: PortalState): PortalStep {
  const afterMs = backoff(state.failures, FIRST_WAIT_MS, MAX_WAIT_MS);
  return {
    state: { ...state, phase: 'waiting', failures: state.failures + 1 },
    effects: [{ type: 'wake', run: state.run, afterMs }],
  };
}

function same(state: PortalState): PortalStep {
  return { state, effects: [] };
}
