import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { findRecordings, type RecordingSearch } from './find-recordings.ts';

/** What the worker is asked, and what it answers. */
export interface SearchQuestion {
  readonly id: number;
  readonly search: RecordingSearch;
}

// A read-only connection of its own: a long search never stalls the application's loop.
const database = new DatabaseSync((workerData as { path: string }).path, { readOnly: true, timeout: 5_000 });
database.exec('PRAGMA cache_size = -16000');

parentPort?.on('message', ({ id, search }: SearchQuestion) => {
  try {
    parentPort?.postMessage({ id, found: findRecordings(database, search) });
  } catch (error) {
    parentPort?.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});
