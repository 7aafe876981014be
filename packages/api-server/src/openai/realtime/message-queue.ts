/** Bytes of messages in hand from which on the peer has to wait, and down to which it may send again. */
const HIGH_WATER = 512 * 1024;
const LOW_WATER = 64 * 1024;
/** What a message takes while it waits, however short it is. */
const LEAST_BYTES = 1024;

export interface MessageQueueOptions {
  /** Nothing more is read until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Messages of one connection, carried out one after the other; whoever sends faster than that waits. */
export class MessageQueue {
  readonly #with: MessageQueueOptions;
  #last: Promise<void> = Promise.resolve();
  #inHand = 0;
  #isPaused = false;

  constructor(options: MessageQueueOptions) {
    this.#with = options;
  }

  /** Runs `work` once everything before it has ended. `bytes`: the size of its message, 0 for anything else. */
  push(bytes: number, work: () => Promise<void>): void {
    this.#count(Math.max(bytes, LEAST_BYTES));
    this.#last = this.#last.then(work, work).finally(() => this.#count(-Math.max(bytes, LEAST_BYTES)));
  }

  #count(bytes: number): void {
    this.#inHand += bytes;
    const isPaused = this.#inHand > (this.#isPaused ? LOW_WATER : HIGH_WATER);
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#with.pause();
    else this.#with.resume();
  }
}
