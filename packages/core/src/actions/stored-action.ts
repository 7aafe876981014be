import {
  type Action,
  type ActionPauseReason,
  type ActionWork,
  actionNameKey,
  actionPauseReasons,
  actionWork,
  type RecordingSource,
  recordingSources,
} from '@quoth/contract';
import { isoTime } from '../base/index.ts';
import type { ActionsTable } from '../database/index.ts';
import type { TargetState } from './run-machine.ts';

/** An action as it is carried out. */
export interface StoredAction {
  readonly id: string;
  readonly name: string;
  readonly does: ActionWork;
  readonly modes: readonly string[] | null;
  readonly sources: readonly RecordingSource[];
  readonly target: TargetState;
  readonly pausedMs: number | null;
  readonly createdMs: number;
}

/** How an action begins, and begins anew when it is resumed. */
export const fresh: TargetState = { failures: 0, paused: null, notBeforeMs: 0 };

/** The action as clients see it. */
export function describedAction(action: StoredAction, waiting: number): Action {
  const { id, name, does, modes, sources, target, pausedMs, createdMs } = action;
  return {
    id,
    name,
    does,
    modes: modes === null ? null : [...modes],
    sources: [...sources],
    paused: target.paused === null ? null : { since: isoTime(pausedMs ?? createdMs), reason: target.paused },
    failures: target.failures,
    waiting,
    created_at: isoTime(createdMs),
  };
}

/** As it is kept, but for its id and what never changes. */
export function toRow({ name, does, modes, sources, target, pausedMs }: StoredAction) {
  return {
    name,
    name_key: actionNameKey(name),
    does: JSON.stringify(does),
    modes: modes === null ? null : JSON.stringify(modes),
    sources: JSON.stringify(sources),
    failures: target.failures,
    pause_reason: target.paused,
    paused_ms: target.paused === null ? null : pausedMs,
  };
}

/** Undefined for one that this version does not understand. */
export function toAction(row: ActionsTable): StoredAction | undefined {
  const does = actionWork.safeParse(JSON.parse(row.does));
  if (!does.success) return undefined;
  const written = JSON.parse(row.sources) as unknown[];
  return {
    id: row.id,
    name: row.name,
    does: does.data,
    modes: row.modes === null ? null : (JSON.parse(row.modes) as string[]),
    sources: recordingSources.filter((source) => written.includes(source)),
    // At start it is tried at once.
    target: { ...fresh, failures: row.failures, paused: pauseReasonOf(row.pause_reason) },
    pausedMs: row.paused_ms,
    createdMs: row.created_ms,
  };
}

function pauseReasonOf(written: string | null): ActionPauseReason | null {
  return actionPauseReasons.find((reason) => reason === written) ?? (written === null ? null : 'user');
}
