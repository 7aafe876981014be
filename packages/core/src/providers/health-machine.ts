import type { HealthErrorKind, Message } from '@quoth/contract';

/** How long typing must have stopped before a new key is checked (specification, section 8). */
export const KEY_PAUSE_MS = 500;
/** How long a result may be used without asking again (specification, section 8). Its age never changes the label. */
export const RESULT_LIFE_MS = 60_000;

/** What was learned of a provider, and how. */
export interface HealthCheck {
  readonly status: 'healthy' | 'unauthorized' | 'unreachable';
  /** Why it is not healthy; null for a healthy one. */
  readonly reason: Message | null;
  /** What kind of error it was; undefined if there was none, or if a request met it. */
  readonly errorKind?: HealthErrorKind;
  /** Milliseconds until the probe was answered; undefined if it was not. */
  readonly latencyMs?: number;
  /** True if the provider could not be asked because the store with its key did not open. */
  readonly unasked?: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** A failed request is no proof that the next one fails: after it, a probe is asked before audio is refused. */
  readonly by: 'probe' | 'request';
}

/** What a probe or a request met. */
export type CheckOutcome = Pick<HealthCheck, 'status' | 'reason' | 'errorKind' | 'latencyMs' | 'unasked'>;

/** What is known of one provider. */
export interface HealthState {
  readonly credential: 'none' | 'key' | 'not-needed';
  /** Counts the keys; what was learned with an earlier one is worthless. */
  readonly version: number;
  /** Undefined: never probed since start, or not since the key changed. */
  readonly check: HealthCheck | undefined;
  /** The user may still be typing. */
  readonly pausing: boolean;
  /** The version that the running probe asks with; undefined while none runs. */
  readonly probe: number | undefined;
  /** A probe is due as soon as the running one, which asks with an earlier key, has ended. */
  readonly due: boolean;
  /** Transcriptions that wait for a probe's result. */
  readonly waiting: readonly number[];
}

export type HealthEvent =
  /** A key was added, changed or removed. */
  | { readonly type: 'key-changed'; readonly credential: HealthState['credential'] }
  | { readonly type: 'pause-ended' }
  /** Test connection was pressed. */
  | { readonly type: 'test-pressed' }
  | { readonly type: 'transcription-starting'; readonly waiter: number; readonly now: number }
  | { readonly type: 'transcription-abandoned'; readonly waiter: number }
  | {
      readonly type: 'probe-ended';
      readonly version: number;
      readonly outcome: CheckOutcome;
      readonly now: number;
    }
  /** What a transcription or a rewriting met, asked with the key of that version. */
  | {
      readonly type: 'request-met';
      readonly version: number;
      readonly outcome: CheckOutcome;
      readonly now: number;
    }
  /** A minute has passed since the provider was found to be unreachable. */
  | { readonly type: 'reminder'; readonly inUse: boolean; readonly now: number }
  /** The network came back, the machine woke or the window got focus; only said of the provider in use. */
  | { readonly type: 'refresh-asked'; readonly now: number };

export type HealthEffect =
  /** Sends `pause-ended` in KEY_PAUSE_MS; a running pause starts again. */
  | { readonly type: 'pause' }
  | { readonly type: 'end-pause' }
  /** Asks the provider and says `probe-ended`. */
  | { readonly type: 'probe'; readonly version: number }
  /** The running probe's answer is worthless; it says `probe-ended` all the same. */
  | { readonly type: 'abort-probe' }
  /** Audio may go out, with the key of that version and no other. */
  | { readonly type: 'admit'; readonly waiter: number; readonly version: number }
  /** No audio may be sent. `check` is undefined if there is no key. */
  | { readonly type: 'refuse'; readonly waiter: number; readonly check: HealthCheck | undefined }
  /** Sends `reminder` in RESULT_LIFE_MS; a running one starts again. */
  | { readonly type: 'remind' };

interface Step {
  readonly state: HealthState;
  readonly effects: readonly HealthEffect[];
}

/** A provider at start: nothing is known but whether there is a key. */
export function initialHealth(credential: HealthState['credential']): HealthState {
  return {
    credential,
    version: 0,
    check: undefined,
    pausing: false,
    probe: undefined,
    due: false,
    waiting: [],
  };
}

/** The status by the contract's names. */
export function statusOf(state: HealthState): 'unknown' | 'checking' | HealthCheck['status'] {
  if (state.credential === 'none') return 'unknown';
  return isChecking(state) ? 'checking' : (state.check?.status ?? 'unknown');
}

/**
 * One transition of the specification's table (section 3): a state and an event yield the next state and the effects.
 * Pure.
 */
export function step(state: HealthState, event: HealthEvent): Step {
  switch (event.type) {
    case 'key-changed':
      return keyChanged(state, event.credential);
    case 'pause-ended':
      return state.pausing ? begin({ ...state, pausing: false }) : same(state);
    case 'test-pressed':
      return state.credential === 'none' || isChecking(state) ? same(state) : begin(state);
    case 'transcription-starting':
      return starting(state, event.waiter, event.now);
    case 'transcription-abandoned':
      return same({ ...state, waiting: state.waiting.filter((waiter) => waiter !== event.waiter) });
    case 'probe-ended':
      return probeEnded(state, event.version, { ...event.outcome, at: event.now, by: 'probe' });
    case 'request-met':
      return requestMet(state, event.version, { ...event.outcome, at: event.now, by: 'request' });
    case 'reminder':
      return reminded(state, event.inUse, event.now);
    case 'refresh-asked':
      return isQuiet(state) && !isFresh(state.check, event.now) ? begin(state) : same(state);
  }
}

function keyChanged(before: HealthState, credential: HealthState['credential']): Step {
  const abort: HealthEffect[] = before.probe === before.version ? [{ type: 'abort-probe' }] : [];
  const state: HealthState = {
    ...before,
    credential,
    version: before.version + 1,
    check: undefined,
    due: false,
    pausing: credential !== 'none',
  };
  if (credential !== 'none') return { state, effects: [...abort, { type: 'pause' }] };
  const refused = state.waiting.map((waiter) => refusal(waiter, undefined));
  return { state: { ...state, waiting: [] }, effects: [...abort, { type: 'end-pause' }, ...refused] };
}

function starting(state: HealthState, waiter: number, now: number): Step {
  if (state.credential === 'none') return { state, effects: [refusal(waiter, undefined)] };
  const { check } = state;
  if (!isChecking(state) && check && isFresh(check, now)) {
    if (check.status === 'healthy') return { state, effects: [admission(waiter, state.version)] };
    if (check.by === 'probe') return { state, effects: [refusal(waiter, check)] };
  }
  const waiting = { ...state, waiting: [...state.waiting, waiter] };
  return isChecking(state) ? same(waiting) : begin(waiting);
}

function probeEnded(before: HealthState, version: number, check: HealthCheck): Step {
  if (before.probe !== version) return same(before);
  const state: HealthState = { ...before, probe: undefined };
  if (version !== state.version) return state.due ? begin(state) : same(state);
  const answered = state.waiting.map((waiter) =>
    check.status === 'healthy' ? admission(waiter, version) : refusal(waiter, check),
  );
  return { state: { ...state, check, waiting: [] }, effects: [...answered, ...reminderFor(check)] };
}

function requestMet(state: HealthState, version: number, check: HealthCheck): Step {
  // A running probe knows better; waiting transcriptions get its result.
  if (version !== state.version || state.credential === 'none' || isChecking(state)) return same(state);
  return { state: { ...state, check }, effects: reminderFor(check) };
}

function reminded(state: HealthState, inUse: boolean, now: number): Step {
  if (state.check?.status !== 'unreachable' || !isQuiet(state)) return same(state);
  if (inUse && !isFresh(state.check, now)) return begin(state);
  return { state, effects: [{ type: 'remind' }] };
}

/** Probes now, or, where one still runs with an earlier key, right after it: probes of one provider never overlap. */
function begin(before: HealthState): Step {
  const unpaused: HealthEffect[] = before.pausing ? [{ type: 'end-pause' }] : [];
  const state: HealthState = { ...before, pausing: false };
  if (state.probe !== undefined) return { state: { ...state, due: true }, effects: unpaused };
  const { version } = state;
  return {
    state: { ...state, due: false, probe: version },
    effects: [...unpaused, { type: 'probe', version }],
  };
}

function isChecking(state: HealthState): boolean {
  return state.due || state.probe === state.version;
}

/** True while nothing is about to be learned anyway. */
function isQuiet(state: HealthState): boolean {
  return state.credential !== 'none' && !isChecking(state) && !state.pausing;
}

/** A clock that was set back makes a result old, never young. */
function isFresh(check: HealthCheck | undefined, now: number): boolean {
  return check !== undefined && now >= check.at && now - check.at < RESULT_LIFE_MS;
}

function reminderFor(check: HealthCheck): HealthEffect[] {
  return check.status === 'unreachable' ? [{ type: 'remind' }] : [];
}

function admission(waiter: number, version: number): HealthEffect {
  return { type: 'admit', waiter, version };
}

function refusal(waiter: number, check: HealthCheck | undefined): HealthEffect {
  return { type: 'refuse', waiter, check };
}

function same(state: HealthState): Step {
  return { state, effects: [] };
}

/**
 * What a failed request says about its provider's health, by the kind of its error (`VendorError`, `LanguageError`);
 * undefined if nothing. Too many requests prove that the key is good.
 */
export function outcomeOf(kind: string, reason: Message): CheckOutcome | undefined {
  if (kind === 'unauthorized') return { status: 'unauthorized', reason };
  if (kind === 'unreachable' || kind === 'timeout') return { status: 'unreachable', reason };
  return kind === 'limited' ? { status: 'healthy', reason: null } : undefined;
}
