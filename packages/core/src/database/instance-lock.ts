import { DatabaseSync } from 'node:sqlite';
import { AppError, asAppError, DatabaseLocked } from '@quoth/contract';
import { startWords } from './open-database.ts';

/** Another process has this data folder open. */
export class AlreadyRunning extends AppError {
  constructor() {
    super('INVALID_REQUEST', {
      message: 'Quoth is already running with this data folder.',
      hint: '"quoth status" shows it, "quoth stop" stops it.',
    });
  }
}

/**
 * Makes this process the only one that has the data folder. The lock is SQLite's own on a small file, so the system lets go of
 * it when the process ends, however it ends. Throws AlreadyRunning.
 */
export function lockInstance(path: string): { release(): void } {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (asAppError(error) instanceof DatabaseLocked) throw new AlreadyRunning();
    throw startWords(error, path);
  }
  return { release: () => database.close() };
}
