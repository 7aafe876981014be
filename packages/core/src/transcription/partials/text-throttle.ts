/** Up to this length every change counts. */
const SHORT = 5_000;
/** Beyond it, so much more must have come. */
const SHARE = 0.1;

/**
 * Work on the whole of a growing text, or telling all of it, costs more with every chunk: six hours of speech in 770 chunks would be read
 * through 770 times. A short text is worth it at every change, a long one when a tenth has come to it.
 */
export class TextThrottle {
  #length = 0;

  /** Says yes, and remembers the length, when the text is worth the work now. */
  isWorthIt(length: number): boolean {
    if (length > SHORT && length < this.#length * (1 + SHARE)) return false;
    this.#length = length;
    return true;
  }
}
