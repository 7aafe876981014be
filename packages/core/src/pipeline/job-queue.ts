import { AppError } from '../base/index.ts';

/** A place at an engine. `turn` resolves when it is this job's turn; `release` must be called once, whatever happened. */
export interface Ticket {
  /** Rejects with the signal's reason when the job is given up while it waits. */
  turn(signal: AbortSignal): Promise<void>;
  release(): void;
}

interface Entry {
  readonly engine: string;
  start: (() => void) | undefined;
  state: 'waiting' | 'running' | 'done';
}

/**
 * Who may use which engine when: one job at a time for each engine, first come first served, and no more waiting ones
 * than the user's setting allows (contract, section 1).
 */
export class JobQueue {
  readonly #maximumWaiting: () => number;
  #entries: Entry[] = [];

  constructor(maximumWaiting: () => number) {
    this.#maximumWaiting = maximumWaiting;
  }

  /** Throws RATE_LIMITED when a further job for this engine would find no place. */
  check(engine: string): void {
    if (this.#mustWait(engine) && this.#count('waiting') >= this.#maximumWaiting()) {
      throw new AppError('RATE_LIMITED', {
        message: `The transcription queue is full: ${this.#count('waiting')} are waiting.`,
      });
    }
  }

  /** Takes a place. `beyondLimit` is for work that was accepted before: it is never refused. */
  reserve(engine: string, options: { readonly beyondLimit?: boolean } = {}): Ticket {
    if (!options.beyondLimit) this.check(engine);
    const entry: Entry = { engine, start: undefined, state: 'waiting' };
    this.#entries.push(entry);
    this.#advance();
    return {
      turn: (signal) => this.#turn(entry, signal),
      release: () => this.#release(entry),
    };
  }

  /** Jobs at work and jobs waiting. */
  load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#count('running'), waiting: this.#count('waiting') };
  }

  #turn(entry: Entry, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (entry.state === 'running') return Promise.resolve();
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        entry.start = undefined;
        reject(signal.reason);
      };
      entry.start = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  #release(entry: Entry): void {
    entry.state = 'done';
    this.#entries = this.#entries.filter((other) => other !== entry);
    this.#advance();
  }

  /** Gives every free engine to the longest waiting job. */
  #advance(): void {
    for (const entry of this.#entries) {
      if (entry.state !== 'waiting' || this.#isBusy(entry.engine)) continue;
      entry.state = 'running';
      entry.start?.();
    }
  }

  #mustWait(engine: string): boolean {
    return this.#entries.some((entry) => entry.engine === engine);
  }

  #isBusy(engine: string): boolean {
    return this.#entries.some((entry) => entry.engine === engine && entry.state === 'running');
  }

  #count(state: Entry['state']): number {
    return this.#entries.filter((entry) => entry.state === state).length;
  }
}
