/** A text for readers that cannot take a word back: what has been given out stays its beginning. */
export class GrowingText {
  #given = '';

  /** What to give out of this text; undefined where there is nothing more, and where it does not go on from what was given. */
  grown(text: string): string | undefined {
    if (!text.startsWith(this.#given) || text.length === this.#given.length) return undefined;
    const delta = text.slice(this.#given.length);
    this.#given = text;
    return delta;
  }
}
