import { addAbortListener } from 'node:events';
import { GatewayError } from './errors.ts';

interface FairQueueOptions {
  /** How many run at a time. */
  readonly width: number;
  /** How many of one owner may wait. */
  readonly waiting: number;
}

interface Waiter {
  readonly start: () => void;
}

/**
 * Gives owners their turns fairly: when there is room, the owner that has waited longest for a turn gets it, however
 * many requests another one has waiting. So a token with a thousand requests does not block the others.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #queues = new Map<string, Waiter[]>();
  #working = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  get working(): number {
    return this.#working;
  }

  get waiting(): number {
    return [...this.#queues.values()].reduce((sum, queue) => sum + queue.length, 0);
  }

  /**
   * Waits for a turn and returns the function that ends it. Throws rate_limit_exceeded if too many of the owner's
   * requests wait, or the signal's reason.
   */
  async enter(owner: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#working < this.#options.width) return this.#begin();
    const queue = this.#queues.get(owner) ?? [];
    if (queue.length >= this.#options.waiting)
      throw new GatewayError('rate_limit_exceeded', {
        message: 'Too many requests of this token wait already.',
        retryAfterSeconds: 2,
      });
    this.#queues.set(owner, queue);
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const waiter: Waiter = { start: () => resolve(this.#begin()) };
    using _abort = addAbortListener(signal, () => {
      const own = this.#queues.get(owner) ?? [];
      const at = own.indexOf(waiter);
      // Its turn has just come.
      if (at < 0) return;
      own.splice(at, 1);
      if (own.length === 0) this.#queues.delete(owner);
      reject(signal.reason);
    });
    queue.push(waiter);
    return await promise;
  }

  #begin(): () => void {
    this.#working += 1;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#working -= 1;
      this.#next();
    };
  }

  #next(): void {
    const [first] = this.#queues;
    if (!first) return;
    const [owner, queue] = first;
    const waiter = queue.shift();
    // To the end of the line: the next turn is somebody else's.
    this.#queues.delete(owner);
    if (queue.length > 0) this.#queues.set(owner, queue);
    waiter?.start();
  }
}
