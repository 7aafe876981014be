import { AppError, type Mode } from '@quoth/contract';
import { changedFields, type StoredChange } from './change-journal.ts';

/** What taking a change back needs of the modes. */
export interface UndoableModes {
  list(): readonly Mode[];
  /** Puts a mode back as it was, under its own id. */
  put(mode: Mode): Promise<void>;
  delete(id: string): Promise<unknown>;
}

/** And of the recordings. */
export interface UndoableRecordings {
  moveToTrash(id: string): Promise<void>;
  restore(id: string): Promise<unknown>;
}

/**
 * Takes a program's change back. Throws INVALID_REQUEST when the same thing has been changed since: what somebody did later is
 * never lost to an undo.
 */
export async function undoChange(
  { change, before, after, otherDefault }: StoredChange,
  modes: UndoableModes,
  recordings: UndoableRecordings,
): Promise<void> {
  const id = change.subjectId;
  const now = modes.list().find((mode) => mode.id === id);
  const other = modes.list().find((mode) => mode.id === otherDefault);
  /** Whether the mode is still the default, which another one was before. */
  const hasTaken = now?.isDefault === true && before?.isDefault !== true;
  switch (change.kind) {
    case 'mode-created':
      refuseChanged(now, after);
      if (hasTaken && other) await modes.put({ ...other, isDefault: true });
      await modes.delete(id);
      return;
    case 'mode-updated':
      refuseChanged(now, after);
      if (hasTaken && other) await modes.put({ ...other, isDefault: true });
      // If that mode is gone, there has to be one all the same.
      if (before) await modes.put({ ...before, isDefault: before.isDefault || (hasTaken && !other) });
      return;
    case 'mode-deleted':
      if (now) throw changedSince('The mode exists again.');
      // A default that the user has chosen since stays it.
      if (before) await modes.put({ ...before, isDefault: before.isDefault && other?.isDefault === true });
      return;
    case 'recording-created':
      await recordings.moveToTrash(id);
      return;
    case 'recording-deleted':
      await recordings.restore(id);
      return;
  }
}

function refuseChanged(now: Mode | undefined, then: Mode | undefined): void {
  if (!now) throw changedSince('The mode no longer exists.');
  // Which mode is the default, and their order, moves with other modes too.
  const fields = then ? changedFields(then, now) : [];
  if (fields.some((field) => field !== 'isDefault' && field !== 'sortOrder')) {
    throw changedSince('The mode has been changed again since.');
  }
}

function changedSince(message: string): AppError {
  return new AppError('INVALID_REQUEST', {
    message: `${message} It can no longer be undone.`,
    hint: 'Open the mode and change it by hand.',
  });
}
