import { AppError } from '@quoth/contract';
import { settledOrAborted } from '../../base/index.ts';

/** A place in an engine's queue. `turn` resolves when it is this job's turn; call `release` once, whatever happens. */
export interface Ticket {
  /** Rejects with the signal's reason if it aborts while waiting. Long and short jobs do not hold each other up. */
  turn(signal: AbortSignal, long?: boolean): Promise<void>;
  /** True where `turn` would not resolve at once. */
  mustWait(long?: boolean): boolean;
  release(): void;
}

interface Entry {
  readonly engine: string;
  /** Set while the job waits for its turn; before that it is still being made ready. */
  start: (() => void) | undefined;
  running: boolean;
  long: boolean;
}

/**
 * Who may use which engine when: one short and one long job at a time for each engine (the cloud takes many), first come first served among those ready for
 * it, and no more waiting ones than the user's setting allows (contract, section 1). What somebody dictates does not wait for an
 * hour-long file: its engine works on that in chunks, and takes the short job between two of them.
 */
export class JobQueue {
  readonly #maximumWaiting: () => number;
  readonly #width: (engine: string) => number;
  #entries: Entry[] = [];

  /** `width` is how many short, and how many long jobs an engine takes at a time. */
  constructor(maximumWaiting: () => number, width: (engine: string) => number = () => 1) {
    this.#maximumWaiting = maximumWaiting;
    this.#width = width;
  }

  /** Throws RATE_LIMITED if another job for this engine would find no place. */
  check(engine: string): void {
    const inHand = this.#entries.filter((entry) => entry.engine === engine).length;
    const width = this.#width(engine);
    if (inHand < this.#maximumWaiting() + width) return;
    throw new AppError('RATE_LIMITED', {
      message: `The transcription queue is full: ${inHand - width} are waiting.`,
    });
  }

  /** Takes a place. With `beyondLimit`, for work accepted earlier, it is never refused. */
  reserve(engine: string, options: { readonly beyondLimit?: boolean } = {}): Ticket {
    if (!options.beyondLimit) this.check(engine);
    const entry: Entry = { engine, start: undefined, running: false, long: false };
    this.#entries.push(entry);
    return {
      turn: (signal, long = false) => {
        entry.long = long;
        return this.#turn(entry, signal);
      },
      mustWait: (long = false) => this.#isBusy({ ...entry, long }),
      release: () => this.#release(entry),
    };
  }

  /** Jobs at the engines, and jobs being prepared or waiting. */
  load(): { readonly running: number; readonly waiting: number } {
    const running = this.#entries.filter((entry) => entry.running).length;
    return { running, waiting: this.#entries.length - running };
  }

  async #turn(entry: Entry, signal: AbortSignal): Promise<void> {
    await settledOrAborted<void>(signal, (resolve) => {
      entry.start = resolve;
      this.#advance();
      return () => {
        entry.start = undefined;
      };
    });
  }

  #release(entry: Entry): void {
    this.#entries = this.#entries.filter((other) => other !== entry);
    this.#advance();
  }

  /** Gives each free engine to the job that has been ready for it longest. */
  #advance(): void {
    for (const entry of this.#entries) {
      if (entry.running || entry.start === undefined || this.#isBusy(entry)) continue;
      entry.running = true;
      entry.start();
    }
  }

  #isBusy({ engine, long }: Entry): boolean {
    const isAlike = (other: Entry) => other.engine === engine && other.long === long && other.running;
    return this.#entries.filter(isAlike).length >= this.#width(engine);
  }
}
