import { type ActionPauseReason, limits } from '@quoth/contract';
import type { DeliveryOutcome } from './delivery.ts';

/** What an action has to do for one recording, as far as its next step depends on it. */
export interface RunState {
  readonly phase: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** The next attempt, while it waits; Unix time in milliseconds. */
  readonly dueMs: number | null;
  readonly attempts: number;
  /** Attempts during which Quoth was killed. */
  readonly interruptions: number;
  /** From when on the time is counted for which attempts are repeated. */
  readonly firstMs: number;
}

/** The action itself. */
export interface TargetState {
  readonly failures: number;
  readonly paused: ActionPauseReason | null;
  /**
   * After a failure, the action's other texts wait until then, too, so that ten failures are ten pauses, however many
   * texts wait.
   */
  readonly notBeforeMs: number;
}

export type RunEvent =
  | { readonly type: 'started' }
  | {
      readonly type: 'ended';
      readonly outcome: DeliveryOutcome;
      readonly nowMs: number;
      readonly random: number;
    }
  /** Quoth was stopped during the attempt. */
  | { readonly type: 'put-off'; readonly nowMs: number }
  /** Quoth was killed, or crashed, during the attempt. */
  | { readonly type: 'interrupted'; readonly nowMs: number }
  | { readonly type: 'recording-deleted' }
  | { readonly type: 'repeated'; readonly nowMs: number };

export interface RunStep {
  readonly run: RunState;
  readonly target: TargetState;
}

const MINUTE = 60_000;
/** Milliseconds before the second attempt, the third ...; the last one holds for all further ones. */
const PAUSES = [5_000, 30_000, 2, 10, 30, 60, 120, 240, 480].map((step, at) =>
  at < 2 ? step : step * MINUTE,
);
/** So much of a pause is left to chance, so that what failed together does not come back together. */
const SPREAD = 0.1;
/** An attempt that crashes Quoth is not repeated forever. */
const MAX_INTERRUPTIONS = 3;

/** The next state of a run, and of its action. An event that does not fit changes nothing. */
export function stepRun(run: RunState, target: TargetState, event: RunEvent): RunStep {
  switch (event.type) {
    case 'started':
      if (run.phase !== 'waiting') break;
      return { run: { ...run, phase: 'running', dueMs: null, attempts: run.attempts + 1 }, target };
    case 'ended':
      if (run.phase !== 'running') break;
      return event.outcome.ok
        ? { run: { ...run, phase: 'done' }, target: { ...target, failures: 0, notBeforeMs: 0 } }
        : afterFailure(run, target, event);
    case 'put-off':
      if (run.phase !== 'running') break;
      return { run: { ...run, phase: 'waiting', dueMs: event.nowMs }, target };
    case 'interrupted': {
      if (run.phase !== 'running') break;
      const interruptions = run.interruptions + 1;
      if (interruptions >= MAX_INTERRUPTIONS)
        return { run: { ...run, phase: 'failed', interruptions }, target };
      return { run: { ...run, phase: 'waiting', dueMs: event.nowMs, interruptions }, target };
    }
    case 'recording-deleted':
      if (run.phase !== 'waiting') break;
      return { run: { ...run, phase: 'cancelled', dueMs: null }, target };
    case 'repeated':
      if (run.phase === 'running') break;
      return {
        run: { ...run, phase: 'waiting', dueMs: event.nowMs, firstMs: event.nowMs, interruptions: 0 },
        target: { ...target, notBeforeMs: 0 },
      };
  }
  return { run, target };
}

function afterFailure(
  run: RunState,
  target: TargetState,
  { outcome, nowMs, random }: Extract<RunEvent, { type: 'ended' }>,
): RunStep {
  const failures = target.failures + 1;
  const reason = outcome.isGone ? 'gone' : failures >= limits.actionFailures ? 'failures' : null;
  const askedMs = outcome.retryAfterMs ?? 0;
  const next: TargetState = {
    failures,
    paused: target.paused ?? reason,
    // A failure that only the user can retry delays no later text.
    notBeforeMs: outcome.retry === 'no' ? 0 : nowMs + pauseAfter(failures, askedMs, random),
  };
  const dueMs = nowMs + pauseAfter(Math.max(run.attempts, failures), askedMs, random);
  const isOver = outcome.retry === 'no' || (!next.paused && dueMs > run.firstMs + limits.actionRetryMs);
  // While its action is paused a text waits: it is not canceled for what is not its fault.
  if (isOver) return { run: { ...run, phase: 'failed', dueMs: null }, target: next };
  return { run: { ...run, phase: 'waiting', dueMs }, target: next };
}

function pauseAfter(failures: number, askedMs: number, random: number): number {
  const pause = PAUSES[Math.min(failures, PAUSES.length) - 1] ?? 0;
  return Math.max(Math.round(pause * (1 + SPREAD * random)), Math.min(askedMs, limits.actionRetryMs));
}
