import { DatabaseSync } from 'node:sqlite';
import { AppError } from '@quoth/contract';

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
    if (error instanceof Error && /locked|busy/i.test(error.message)) throw new AlreadyRunning();
    throw error;
  }
  return { release: () => database.close() };
}
