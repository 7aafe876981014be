import { GatewayError } from './gateway-error.ts';

/** Bodies up to here are always taken: a rewriting request is smaller. */
const SMALL_BYTES = 64 * 1024;
/** Of the larger ones, for all clients of a node together. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The memory that they share is the process's. */
let held = 0;

/** The bytes of a JSON body that are kept until it is parsed; given back when it is disposed of. */
export class HeldJson implements Disposable {
  #bytes = 0;
  #counted = 0;

  /** Throws unavailable for a large body while the others leave no room for it. */
  grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= SMALL_BYTES) return;
    const more = this.#bytes - this.#counted;
    if (held + more > MOST_BYTES) {
      throw new GatewayError('unavailable', {
        message: 'Too many large bodies are on their way to this node.',
        headers: { 'Retry-After': '1' },
      });
    }
    held += more;
    this.#counted = this.#bytes;
  }

  [Symbol.dispose](): void {
    held -= this.#counted;
    this.#counted = 0;
  }
}
