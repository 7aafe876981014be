import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Holds a folder for this process until it ends, however it ends. Throws if another process holds it. */
export class FolderLock {
  readonly #lock: DatabaseSync;

  constructor(folder: string) {
    this.#lock = new DatabaseSync(join(folder, 'in-use.lock'));
    try {
      // The system lets go of SQLite's lock when the process dies.
      this.#lock.exec('pragma locking_mode = exclusive; begin exclusive');
    } catch {
      this.#lock.close();
      throw new Error(
        `Another gateway uses the embedded database in ${folder}. Stop it, or give this one a folder of its own; several nodes need Postgres.`,
      );
    }
  }

  release(): void {
    this.#lock.close();
  }
}
