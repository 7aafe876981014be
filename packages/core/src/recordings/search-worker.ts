import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { findRecordings, type RecordingSearch } from './find-recordings.ts';
import { countStatistics } from './statistics.ts';

/** What the worker is asked. */
export type SearchQuestion =
  | { readonly search: RecordingSearch }
  /** What was transcribed in the year before this time, in milliseconds since 1970. */
  | { readonly statisticsAt: number };

// A read-only connection of its own: a long search never stalls the application's loop.
const database = new DatabaseSync((workerData as { path: string }).path, { readOnly: true, timeout: 5_000 });
database.exec('PRAGMA cache_size = -16000');

parentPort?.on('message', ({ id, question }: { id: number; question: SearchQuestion }) => {
  try {
    const found =
      'search' in question
        ? findRecordings(database, question.search)
        : countStatistics(database, question.statisticsAt);
    parentPort?.postMessage({ id, found });
  } catch (error) {
    parentPort?.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});
