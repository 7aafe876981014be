/** Lets so many pieces of work run at a time; the others wait, first come first served. */
export class DecodeSlots {
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a slot and runs the work in it. Throws the signal's reason when given up before. */
  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#taken(signal);
    try {
      return await work();
    } finally {
      this.#free++;
      this.#waiting.shift()?.();
    }
  }

  async #taken(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (this.#free === 0) {
      await this.#nextFree(signal);
    }
    this.#free--;
  }

  /** Work that is given up does not wait for the work of others. */
  #nextFree(signal: AbortSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const wake = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((other) => other !== wake);
        reject(signal.reason);
      };
      this.#waiting.push(wake);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }
}
