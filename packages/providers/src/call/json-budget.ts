/** A reply's JSON has more values, or is nested more deeply, than any honest one. */
export class JsonBudgetExceeded extends Error {}

export interface JsonBudgetOptions {
  /** Values, counted by commas and opening brackets. */
  readonly mostValues?: number;
  readonly mostDepth?: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const isOpening = (byte: number) => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number) => byte === 0x7d || byte === 0x5d;

/**
 * Counts the values of JSON while its bytes arrive: thirty kilobytes of gzip can become millions of empty objects, which
 * take V8 half a minute. Six hours of words with their times, as the most verbose vendor writes them, are about 800,000 values.
 */
export class JsonBudget {
  readonly #mostValues: number;
  readonly #mostDepth: number;
  #values = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;

  constructor({ mostValues = 1_000_000, mostDepth = 64 }: JsonBudgetOptions = {}) {
    this.#mostValues = mostValues;
    this.#mostDepth = mostDepth;
  }

  /** Throws JsonBudgetExceeded. */
  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else if (byte === QUOTE) this.#inString = true;
      else if (byte === COMMA) this.#values++;
      else if (isOpening(byte)) {
        this.#values++;
        this.#depth++;
        if (this.#depth > this.#mostDepth) throw new JsonBudgetExceeded('too deep');
      } else if (isClosing(byte)) this.#depth--;
    }
    if (this.#values > this.#mostValues) throw new JsonBudgetExceeded('too many values');
  }
}
