import { AppError, type Processing, type RecordingEnding } from '@quoth/contract';
import type { Logger } from '../base/index.ts';
import { type Active, endingView } from './active-recording.ts';
import type { EndedRecording } from './processing-line.ts';
import type { RecordingStorage } from './recording-storage.ts';

/** What becomes of a recording that has ended: it is transcribed, or kept as cancelled. */
export type EndedStatus = 'pending' | 'cancelled';

export interface EndingRecordingsOptions {
  readonly storage: RecordingStorage;
  readonly logger: Logger;
  /** The list of recordings that are ending has changed. */
  readonly onChange: () => void;
  /**
   * The file of a recording is complete. Called in the order in which recordings were spoken. `isGivenUp`: the user cancelled it while
   * its file was being completed.
   */
  readonly onEnded: (ended: EndedRecording, status: EndedStatus, isGivenUp: boolean) => void;
}

/** Recordings that were stopped and whose files are still being completed. */
export class EndingRecordings {
  readonly #with: EndingRecordingsOptions;
  readonly #completions = new Map<string, Promise<void>>();
  /** Of these, the ones that `onEnded` has not been called for. */
  readonly #views = new Map<string, Processing>();
  readonly #givenUp = new Set<string>();
  /** Settles when `onEnded` has been called for all recordings so far: texts are delivered in the order in which they were spoken. */
  #previous: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(options: EndingRecordingsOptions) {
    this.#with = options;
  }

  get isEmpty(): boolean {
    return this.#completions.size === 0;
  }

  /** True until the file of this recording is complete. */
  has(id: string): boolean {
    return this.#completions.has(id);
  }

  /** As their user sees them, in the order in which they were spoken. */
  list(): readonly Processing[] {
    const error = new AppError('CANCELLED').toBody();
    return [...this.#views.values()].map((view) =>
      this.#givenUp.has(view.id) ? { ...view, phase: 'cancelled', error } : view,
    );
  }

  /** Completes the recording's file. */
  add(active: Active, ending: RecordingEnding, status: EndedStatus): void {
    const { id } = active;
    const { logger, onChange } = this.#with;
    this.#views.set(id, endingView(active, ending));
    const completion = this.#complete(active, ending, status, this.#previous)
      .catch((error: unknown) => logger.error({ error }, 'A recording could not be completed.'))
      .finally(() => {
        this.#completions.delete(id);
        this.#givenUp.delete(id);
        // A recording that could not be completed is no longer shown.
        if (this.#views.delete(id)) onChange();
      });
    this.#completions.set(id, completion);
    this.#previous = completion;
  }

  /** Gives up this recording, or else the last one that was not given up yet, and returns its id. */
  cancel(id?: string): string | undefined {
    const last = this.list().findLast(
      (one) => one.phase !== 'cancelled' && (id === undefined || one.id === id),
    );
    if (!last) return undefined;
    this.#givenUp.add(last.id);
    this.#with.onChange();
    return last.id;
  }

  /** Waits until every file is complete. Nothing is transcribed from then on: that is done at the next start. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#completions.values());
  }

  async #complete(
    active: Active,
    ending: RecordingEnding,
    status: EndedStatus,
    previous: Promise<void>,
  ): Promise<void> {
    const { storage, logger, onEnded } = this.#with;
    const ended = await storage.end(active, ending, status);
    if (status === 'cancelled' || this.#isClosing) {
      active.live?.stop(new AppError('CANCELLED'));
      await ended
        .cleanUp()
        .catch((error: unknown) => logger.warn({ error }, 'A recording left files behind.'));
    }
    await previous;
    this.#views.delete(active.id);
    if (status === 'cancelled' || !this.#isClosing) onEnded(ended, status, this.#givenUp.has(active.id));
  }
}
