import type { Member } from './chains.ts';

/** Why a vendor gave no answer. */
export type Failure =
  | 'unreachable'
  | 'timeout'
  | 'limited'
  | 'key-refused'
  | 'unreadable'
  | 'too-large'
  | 'unknown-model'
  /** Something in the gateway failed while this vendor was asked: neither its fault nor the request's. */
  | 'internal'
  /** The vendor understood and refuses the request itself: nobody else is asked. */
  | 'refused'
  /** It is not audio, or it is damaged: nobody else is asked. */
  | 'no-audio'
  /** Another node has taken the work over. */
  | 'stopped';

export interface Tried extends Member {
  readonly outcome: Failure | 'completed' | 'no-speech';
  readonly milliseconds: number;
}

/** Where a request stands in its chain. */
export interface Failover {
  readonly members: readonly Member[];
  readonly tried: readonly Tried[];
}

/** What to do next. */
export type Step =
  | { readonly kind: 'try'; readonly member: Member; readonly timeoutMs: number; readonly isLast: boolean }
  | { readonly kind: 'give-up'; readonly because: Failure | 'deadline' | 'nobody' };

/** With less time left, it is not worth sending the audio. Milliseconds. */
const SHORTEST_TRY_MS = 1_000;

export function begin(members: readonly Member[]): Failover {
  return { members, tried: [] };
}

/**
 * The next step, with `leftMs` until the deadline of the whole. Each vendor in the chain is asked once. If the vendor failed, the
 * next one is asked; if the request itself was refused, it is not: the next vendor would refuse it too.
 */
export function next({ members, tried }: Failover, leftMs: number): Step {
  const last = tried.at(-1);
  if (last && !leadsOn(last.outcome)) return { kind: 'give-up', because: asFailure(last.outcome) };
  const member = members[tried.length];
  if (!member) return { kind: 'give-up', because: last ? asFailure(last.outcome) : 'nobody' };
  if (leftMs < SHORTEST_TRY_MS) return { kind: 'give-up', because: 'deadline' };
  return { kind: 'try', member, timeoutMs: leftMs, isLast: tried.length === members.length - 1 };
}

export function failed(state: Failover, outcome: Failure, milliseconds: number): Failover {
  const member = state.members[state.tried.length];
  if (!member) return state;
  return { ...state, tried: [...state.tried, { ...member, outcome, milliseconds }] };
}

/** True if another vendor may succeed. */
export function leadsOn(outcome: Tried['outcome']): boolean {
  switch (outcome) {
    case 'unreachable':
    case 'timeout':
    case 'limited':
    case 'key-refused':
    case 'unreadable':
    case 'too-large':
    case 'unknown-model':
    case 'internal':
      return true;
    case 'refused':
    case 'no-audio':
    case 'stopped':
    case 'completed':
    case 'no-speech':
      return false;
  }
}

/** Failures that say nothing about the vendor, only about this request, the model it names, or the gateway. */
const NOT_THE_VENDOR: ReadonlySet<Failure> = new Set(['too-large', 'unknown-model', 'internal']);

/** True if it says something about the vendor, not only about this request. */
export function isVendorsFault(outcome: Failure): boolean {
  return leadsOn(outcome) && !NOT_THE_VENDOR.has(outcome);
}

function asFailure(outcome: Tried['outcome']): Failure {
  return outcome === 'completed' || outcome === 'no-speech' ? 'stopped' : outcome;
}
