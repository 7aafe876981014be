import { stat } from 'node:fs/promises';
import type { RetentionPreview } from '@quoth/contract';
import { type Clock, DAY_MS, isoTime } from '../base/index.ts';
import type { RecordingStore } from './recording-store.ts';
import type { RecordingTrash } from './recording-trash.ts';

export interface RetentionOptions {
  readonly recordings: Pick<RecordingStore, 'olderThan'>;
  readonly trash: Pick<RecordingTrash, 'moveToTrash'>;
  readonly clock: Clock;
  /** The user's limit in days; null if there is none. */
  readonly days: () => number | null;
  /** True while a recording is being processed. */
  readonly isAtWork: (id: string) => boolean;
}

/** The user's limit on the age of recordings. Older ones move to the trash, from which they can be restored for 30 days. */
export class Retention {
  readonly #with: RetentionOptions;

  constructor(options: RetentionOptions) {
    this.#with = options;
  }

  /** What this limit would move to the trash now. Changes nothing. */
  async preview(days: number): Promise<RetentionPreview> {
    const old = await this.#olderThan(days);
    const sizes = await Promise.all(old.map(({ audioPath }) => (audioPath === null ? 0 : sizeOf(audioPath))));
    const [oldest] = old;
    return {
      ok: true,
      recordings: old.length,
      audio_bytes: sizes.reduce((sum, size) => sum + size, 0),
      oldest: oldest ? isoTime(oldest.dateMs) : null,
    };
  }

  /** Moves what is too old to the trash, if the user has set a limit. Returns how many. */
  async apply(): Promise<number> {
    const days = this.#with.days();
    if (days === null) return 0;
    const old = (await this.#olderThan(days)).filter(({ id }) => !this.#with.isAtWork(id));
    for (const { id } of old) await this.#with.trash.moveToTrash(id);
    return old.length;
  }

  #olderThan(days: number) {
    return this.#with.recordings.olderThan(this.#with.clock.now() - days * DAY_MS);
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
