/** JSON has more values, or is nested more deeply, than its reader expects. */
export class JsonBudgetExceeded extends Error {
  readonly exceeded: 'values' | 'depth';

  constructor(exceeded: JsonBudgetExceeded['exceeded']) {
    super(exceeded === 'values' ? 'too many values' : 'too deep');
    this.exceeded = exceeded;
  }
}

interface JsonBudgetOptions {
  /** Values, counted by commas and opening brackets; at most a million by default. */
  readonly maxValues?: number;
  readonly maxDepth?: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const isOpening = (byte: number) => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number) => byte === 0x7d || byte === 0x5d;

/**
 * Counts the values of JSON before they are made, and while its bytes arrive: each byte can become an object of sixty,
 * and thirty kilobytes of gzip millions of them, which take V8 half a minute. The default fits replies: six hours of
 * words with their times, as the most verbose vendor writes them, are about 800,000 values.
 */
export class JsonBudget {
  readonly #maxValues: number;
  readonly #maxDepth: number;
  #values = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Of the chunk at hand, the next one: looked for once, and not by each string again. */
  #backslash = -1;

  constructor({ maxValues = 1_000_000, maxDepth = 64 }: JsonBudgetOptions = {}) {
    this.#maxValues = maxValues;
    this.#maxDepth = maxDepth;
  }

  /** Throws JsonBudgetExceeded, at once: what comes behind is not looked at. */
  push(chunk: Uint8Array): void {
    this.#backslash = -1;
    for (let at = this.#inString ? this.#afterString(chunk, 0) : 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (byte === QUOTE) {
        this.#inString = true;
        at = this.#afterString(chunk, at + 1) - 1;
      } else if (byte === COMMA) this.#count();
      else if (isOpening(byte)) {
        this.#count();
        this.#depth++;
        if (this.#depth > this.#maxDepth) throw new JsonBudgetExceeded('depth');
      } else if (isClosing(byte)) this.#depth--;
    }
  }

  /**
   * Where the string that goes on here has ended, or the chunk has. Searched for, not read: sound in base64 is one
   * string of megabytes.
   */
  #afterString(chunk: Uint8Array, from: number): number {
    let at = from;
    let quote = -1;
    while (at < chunk.length) {
      if (this.#escaped) {
        this.#escaped = false;
        at++;
        continue;
      }
      if (quote < at) quote = indexOf(chunk, QUOTE, at);
      if (this.#backslash < at) this.#backslash = indexOf(chunk, BACKSLASH, at);
      if (this.#backslash < quote) this.#escaped = true;
      else if (quote < chunk.length) this.#inString = false;
      at = Math.min(this.#backslash, quote) + 1;
      if (!this.#inString) return at;
    }
    return chunk.length;
  }

  #count(): void {
    this.#values++;
    if (this.#values > this.#maxValues) throw new JsonBudgetExceeded('values');
  }
}

/** The chunk's length where none exists. */
function indexOf(chunk: Uint8Array, byte: number, from: number): number {
  const at = chunk.indexOf(byte, from);
  return at < 0 ? chunk.length : at;
}
