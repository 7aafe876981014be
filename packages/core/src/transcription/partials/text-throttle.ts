/** Characters. Up to this length every change counts. */
const SHORT = 5_000;
/** Beyond it, the text must have grown by this share. */
const SHARE = 0.1;

/**
 * Reading or sending the whole of a growing text costs more with every chunk: six hours of speech in 770 chunks would be read 770 times. A
 * short text is worth it at every change, a long one when it has grown by a tenth, or by `enough` characters.
 */
export class TextThrottle {
  readonly #enough: number;
  #length = 0;

  constructor(enough = Number.POSITIVE_INFINITY) {
    this.#enough = enough;
  }

  /** True if a text of this length, in characters, is worth the work now; then the length is remembered. */
  isWorthIt(length: number): boolean {
    const wanted = Math.min(this.#length * (1 + SHARE), this.#length + this.#enough);
    if (length > SHORT && length < wanted) return false;
    this.#length = length;
    return true;
  }
}
