import { join } from 'node:path';
import { limits, type Recording, type RecordingPage, type SearchRecordingsQuery } from '@quoth/contract';
import type { DataFolder } from '../base/index.ts';
import type { Database } from '../database/index.ts';
import { Searcher } from './search/index.ts';
import { toRecording } from './stored-recording.ts';

export interface RecordingFinderOptions {
  readonly database: Database;
  readonly folder: Pick<DataFolder, 'audio' | 'database'>;
}

/** Finds past transcriptions by their words and other properties. Searches run on a thread of their own. */
export class RecordingFinder {
  readonly #with: RecordingFinderOptions;
  readonly #searcher: Searcher;

  constructor(options: RecordingFinderOptions) {
    this.#with = options;
    this.#searcher = new Searcher({ databasePath: options.folder.database });
  }

  /** Substring search (contract, section 4, Recordings), newest first; with `madeBy`, only what that program made. Throws TIMEOUT, RATE_LIMITED, or the signal's reason. */
  async search(
    query: SearchRecordingsQuery,
    signal: AbortSignal = new AbortController().signal,
    madeBy?: string,
  ): Promise<RecordingPage> {
    const found = await this.#searcher.find(
      {
        text: query.q ?? '',
        since: query.since,
        until: query.until,
        status: query.status,
        mode: query.mode,
        id: query.id,
        inTrash: query.trash ?? false,
        source: query.source,
        madeBy,
        limit: query.limit ?? limits.searchLimitDefault,
        offset: query.offset ?? 0,
      },
      signal,
    );
    const recordings = await this.#bySeq(found.seqs, query.trash ?? false);
    return {
      ok: true,
      total: found.total,
      ...(found.capped && { total_capped: true }),
      returned: recordings.length,
      recordings,
    };
  }

  /** At most `count` of the newest transcripts that are not empty; read from the index by status, on the main connection. */
  async newestTexts(count: number): Promise<readonly string[]> {
    const rows = await this.#with.database
      .selectFrom('recordings')
      .select('text')
      .where('status', '=', 'completed')
      .where('deleted_ms', 'is', null)
      .where('text', '!=', '')
      // What was said to a program, however it came, is for that program: it is neither pasted nor copied as the last dictation.
      .where('made_by', 'is', null)
      .where('source', '!=', 'wyoming')
      .orderBy('seq', 'desc')
      .limit(count)
      .execute();
    return rows.map(({ text }) => text);
  }

  async close(): Promise<void> {
    await this.#searcher.close();
  }

  async #bySeq(seqs: readonly number[], inTrash: boolean): Promise<Recording[]> {
    if (seqs.length === 0) return [];
    const { database, folder } = this.#with;
    const rows = await database
      .selectFrom('recordings')
      .selectAll()
      .where('seq', 'in', [...seqs])
      .where('deleted_ms', inTrash ? 'is not' : 'is', null)
      .orderBy('seq', 'desc')
      .execute();
    return rows.map((row) => toRecording(row, (file) => join(folder.audio, file)));
  }
}
