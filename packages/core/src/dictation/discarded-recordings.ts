import { AppError, limits, say } from '@quoth/contract';
import type { RecordingFiles } from '../recording-sessions/index.ts';

interface Discarded {
  readonly timer: NodeJS.Timeout;
  readonly restore: () => void;
}

/**
 * Recordings that their speaker has discarded, and that can be restored for ten seconds more; then nothing of them is
 * left.
 */
export class DiscardedRecordings {
  readonly #files: Pick<RecordingFiles, 'undoDiscard' | 'remove'>;
  readonly #onChange: () => void;
  readonly #list = new Map<string, Discarded>();
  readonly #removals = new Set<Promise<void>>();

  constructor(files: Pick<RecordingFiles, 'undoDiscard' | 'remove'>, onChange: () => void) {
    this.#files = files;
    this.#onChange = onChange;
  }

  get ids(): string[] {
    return [...this.#list.keys()];
  }

  /** `restore` is called if it is wanted after all. */
  add(id: string, restore: () => void): void {
    const timer = setTimeout(() => void this.#remove(id), limits.discardUndoMs).unref();
    this.#list.set(id, { timer, restore });
    this.#onChange();
  }

  /** Throws CONFLICT once it is gone. */
  async undo(id: string): Promise<void> {
    const one = this.#taken(id);
    if (!one) throw gone();
    await this.#files.undoDiscard(id);
    one.restore();
    this.#onChange();
  }

  /** No one can want them any more. */
  async close(): Promise<void> {
    await Promise.all([...this.ids.map((id) => this.#remove(id)), ...this.#removals]);
  }

  async #remove(id: string): Promise<void> {
    if (!this.#taken(id)) return;
    this.#onChange();
    const removal = this.#files.remove(id).finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
    await removal;
  }

  #taken(id: string): Discarded | undefined {
    const one = this.#list.get(id);
    clearTimeout(one?.timer);
    this.#list.delete(id);
    return one;
  }
}

function gone(): AppError {
  return new AppError('CONFLICT', {
    message: say('deletedPermanently'),
    hint: say('discardedKeptFor', { seconds: limits.discardUndoMs / 1_000 }),
  });
}
