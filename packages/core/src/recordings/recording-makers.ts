import type { Database } from '../database/index.ts';
import { findRow } from './recording-rows.ts';

/** A recording beyond these is old: events about it go to no program that may see only its own. */
const MOST = 20_000;

/** Which recordings were made by programs, and by which: the id of the named token that each had. */
export class RecordingMakers {
  readonly #database: Database;
  readonly #newest = new Map<string, string>();

  private constructor(database: Database) {
    this.#database = database;
  }

  static async open(database: Database): Promise<RecordingMakers> {
    const makers = new RecordingMakers(database);
    const rows = await database
      .selectFrom('recordings')
      .select(['id', 'made_by'])
      .where('made_by', 'is not', null)
      .orderBy('seq', 'desc')
      .limit(MOST)
      .execute();
    for (const { id, made_by } of rows.reverse()) if (made_by !== null) makers.note(id, made_by);
    return makers;
  }

  /** Null for a recording that no program with a named token made; in the trash too. Throws RECORDING_NOT_FOUND. */
  async maker(recordingId: string): Promise<string | null> {
    return (await findRow(this.#database, recordingId, { inTrash: 'either' })).made_by;
  }

  /** The same from memory, because events cannot wait; of the newest 20,000 recordings that programs made. */
  isMadeBy(recordingId: string, tokenId: string): boolean {
    return this.#newest.get(recordingId) === tokenId;
  }

  /** Told of a recording before any event about it. */
  note(recordingId: string, tokenId: string): void {
    this.#newest.set(recordingId, tokenId);
    const [oldest] = this.#newest.keys();
    if (this.#newest.size > MOST && oldest !== undefined) this.#newest.delete(oldest);
  }
}
