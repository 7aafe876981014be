import { DAY_MS, type Logger } from '../base/index.ts';
import type { ChangeJournal } from '../changes/index.ts';
import type { RecordingTrash } from './recording-trash.ts';
import type { Retention } from './retention.ts';

export interface HousekeepingOptions {
  readonly retention: Pick<Retention, 'apply'>;
  readonly trash: Pick<RecordingTrash, 'emptyTrash'>;
  readonly journal: Pick<ChangeJournal, 'forgetOld'>;
  readonly logger: Logger;
}

/** Removes what is kept only for a limited time: recordings past the user's limit, old trash, and changes that can no longer be undone. */
export class Housekeeping {
  readonly #with: HousekeepingOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: HousekeepingOptions) {
    this.#with = options;
  }

  /** Runs now, and rejects if that fails; then every day until `close`, when a failure is only logged. */
  async start(): Promise<void> {
    await this.#run();
    this.#timer = setInterval(() => {
      this.#run().catch((error: unknown) => {
        this.#with.logger.error({ error }, 'Old recordings could not be removed.');
      });
    }, DAY_MS);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #run(): Promise<void> {
    const { retention, trash, journal } = this.#with;
    await retention.apply();
    await trash.emptyTrash();
    await journal.forgetOld();
  }
}
