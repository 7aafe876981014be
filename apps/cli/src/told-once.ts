import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A note that helps a person once and is in the way from then on: whether it was given, kept as an empty file in the data folder. */
export class ToldOnce {
  readonly #path: string;

  /** `note` is the file's name. */
  constructor(dataFolder: string, note: string) {
    this.#path = join(dataFolder, note);
  }

  /** True the first time. */
  isNews(): boolean {
    if (existsSync(this.#path)) return false;
    try {
      writeFileSync(this.#path, '', { mode: 0o600 });
    } catch {
      // Said once more than needed does no harm.
    }
    return true;
  }

  /** What the note said has changed since: the next time is the first one again. */
  forget(): void {
    rmSync(this.#path, { force: true });
  }
}
