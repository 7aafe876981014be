import type { Change } from '@quoth/contract';

/** Who asked for a change: a program through the public API, or the user through the application's own window or command line. */
export type ChangeAuthor = 'program' | 'user';

/** What programs changed through the local API, kept for 30 days. */
export interface Changes {
  /** Newest first. */
  list(limit: number): Promise<readonly Change[]>;
  /** Throws INVALID_REQUEST if the change is unknown or already undone, or if what it changed has been changed again since. */
  undo(id: string): Promise<Change>;
  markSeen(): Promise<void>;
}
