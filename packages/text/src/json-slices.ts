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
 * Counts the values of JSON before they are made, and while its bytes arrive: each byte can become an object of sixty, and thirty kilobytes of
 * gzip millions of them, which take V8 half a minute. The default fits replies: six hours of words with their times, as the most verbose vendor
 * writes them, are about 800,000 values.
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

  /** Where the string that goes on here has ended, or the chunk has. Searched for, not read: sound in base64 is one string of megabytes. */
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

/** Parsing so many bytes takes a few milliseconds at most. */
const SLICE_BYTES = 64 * 1024;
/** After so many milliseconds of parsing, others get their turn. */
const TURN_MS = 8;

/** How deep large arrays and objects may be nested: each level is searched separately. */
const MAX_DEPTH = 64;

const COLON = 0x3a;
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];
const [OPEN_ARRAY, CLOSE_ARRAY] = [0x5b, 0x5d];

interface ParseInSlicesOptions {
  readonly sliceBytes?: number;
  /** True: bytes that are not UTF-8 are refused. */
  readonly fatal?: boolean;
  /** Resolves once others have had their turn. */
  readonly pause?: () => Promise<void>;
}

/**
 * Like `JSON.parse` of UTF-8, but other work gets its turn in between, however large the JSON is. Throws SyntaxError, also where arrays and
 * objects that are too large for a slice are nested more than 64 deep; TypeError for other bytes than UTF-8 if `fatal`.
 */
export async function parseInSlices(json: Uint8Array, options: ParseInSlicesOptions = {}): Promise<unknown> {
  return new SlicedJson(json, options).parse();
}

/** Large arrays and objects are taken apart by their commas; what is between them is parsed by `JSON.parse`, many entries at a time. */
class SlicedJson {
  readonly #bytes: Uint8Array;
  readonly #sliceBytes: number;
  readonly #pause: () => Promise<void>;
  readonly #decoder: TextDecoder;
  #at = 0;
  #depth = 0;
  #turnEndsAt = performance.now() + TURN_MS;

  constructor(
    bytes: Uint8Array,
    { sliceBytes = SLICE_BYTES, fatal = false, pause = nextTurn }: ParseInSlicesOptions,
  ) {
    this.#bytes = bytes;
    this.#decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal });
    this.#sliceBytes = sliceBytes;
    this.#pause = pause;
  }

  async parse(): Promise<unknown> {
    const value = await this.#value();
    this.#skipSpace();
    if (this.#at < this.#bytes.length) throw unexpected(this.#at);
    return value;
  }

  async #value(): Promise<unknown> {
    this.#skipSpace();
    const end = this.#endOfValue(this.#at, this.#sliceBytes);
    if (end === undefined) return this.#bytes[this.#at] === OPEN_ARRAY ? this.#array() : this.#object();
    const value: unknown = JSON.parse(this.#text(this.#at, end));
    this.#at = end;
    return value;
  }

  async #array(): Promise<unknown[]> {
    const values: unknown[] = [];
    await this.#entries(CLOSE_ARRAY, {
      endOfEntry: (from) => this.#endOfValue(from, this.#sliceBytes),
      takeGroup: (text) => {
        for (const value of JSON.parse(`[${text}]`) as unknown[]) values.push(value);
      },
      takeLarge: async () => {
        values.push(await this.#value());
      },
    });
    return values;
  }

  async #object(): Promise<object> {
    const whole = {};
    await this.#entries(CLOSE_OBJECT, {
      endOfEntry: (from) => this.#endOfValue(this.#startOfValue(from), this.#sliceBytes),
      takeGroup: (text) => {
        for (const [key, value] of Object.entries(JSON.parse(`{${text}}`) as object)) set(whole, key, value);
      },
      takeLarge: async () => {
        const from = this.#at;
        const key = JSON.parse(this.#text(from, this.#endOfString(from))) as string;
        this.#at = this.#startOfValue(from);
        set(whole, key, await this.#value());
      },
    });
    return whole;
  }

  /** Goes through what is between the brackets of a large array or object. */
  async #entries(close: number, { endOfEntry, takeGroup, takeLarge }: EntryReader): Promise<void> {
    if (++this.#depth > MAX_DEPTH) throw new SyntaxError('Nested too deep');
    this.#at++;
    for (let isFirst = true; ; isFirst = false) {
      this.#skipSpace();
      if (isFirst && this.#bytes[this.#at] === close) break;
      const from = this.#at;
      let end: number | undefined;
      // As many entries as make a slice.
      for (let next = endOfEntry(from); next !== undefined; ) {
        end = next;
        this.#at = next;
        this.#skipSpace();
        if (this.#bytes[this.#at] !== COMMA || this.#at - from >= this.#sliceBytes) break;
        this.#at++;
        this.#skipSpace();
        next = endOfEntry(this.#at);
      }
      if (end === undefined) await takeLarge();
      else {
        takeGroup(this.#text(from, end));
        this.#at = end;
      }
      await this.#giveTurn();
      this.#skipSpace();
      if (this.#bytes[this.#at] === close) break;
      if (this.#bytes[this.#at] !== COMMA) throw unexpected(this.#at);
      this.#at++;
    }
    this.#at++;
    this.#depth--;
  }

  /** Where the value of an object's entry starts. */
  #startOfValue(from: number): number {
    if (this.#bytes[from] !== QUOTE) throw unexpected(from);
    const colon = this.#afterSpace(this.#endOfString(from));
    if (this.#bytes[colon] !== COLON) throw unexpected(colon);
    return this.#afterSpace(colon + 1);
  }

  /** Where a value ends; undefined for an array or object of more than so many bytes. */
  #endOfValue(from: number, most: number): number | undefined {
    const first = this.#bytes[from];
    if (first === QUOTE) return this.#endOfString(from);
    if (first !== OPEN_ARRAY && first !== OPEN_OBJECT) return this.#endOfWord(from);
    const limit = from + most;
    let depth = 0;
    for (let at = from; at < this.#bytes.length; at++) {
      if (at > limit) return undefined;
      const byte = this.#bytes[at];
      if (byte === QUOTE) at = this.#endOfString(at) - 1;
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth++;
      else if ((byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) && --depth === 0) return at + 1;
    }
    throw unexpected(this.#bytes.length);
  }

  #endOfString(from: number): number {
    for (let at = from + 1; at < this.#bytes.length; at++) {
      const byte = this.#bytes[at];
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) return at + 1;
    }
    throw unexpected(this.#bytes.length);
  }

  /** Of a number, or of `true`, `false` and `null`. */
  #endOfWord(from: number): number {
    let at = from;
    while (at < this.#bytes.length && !endsWord(this.#bytes[at] as number)) at++;
    if (at === from) throw unexpected(at);
    return at;
  }

  #skipSpace(): void {
    this.#at = this.#afterSpace(this.#at);
  }

  #afterSpace(from: number): number {
    let at = from;
    while (at < this.#bytes.length && isSpace(this.#bytes[at] as number)) at++;
    return at;
  }

  #text(from: number, to: number): string {
    return this.#decoder.decode(this.#bytes.subarray(from, to));
  }

  async #giveTurn(): Promise<void> {
    if (performance.now() < this.#turnEndsAt) return;
    await this.#pause();
    this.#turnEndsAt = performance.now() + TURN_MS;
  }
}

/** How the entries of a large array or object are found and taken. */
interface EntryReader {
  /** Undefined for an entry that is large itself. */
  readonly endOfEntry: (from: number) => number | undefined;
  readonly takeGroup: (text: string) => void;
  readonly takeLarge: () => Promise<void>;
}

/** As `JSON.parse` does: `__proto__` is a key like any other. */
function set(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function endsWord(byte: number): boolean {
  return (
    byte === COMMA ||
    byte === COLON ||
    byte === CLOSE_ARRAY ||
    byte === CLOSE_OBJECT ||
    byte === QUOTE ||
    isSpace(byte)
  );
}

function unexpected(at: number): SyntaxError {
  return new SyntaxError(`Unexpected byte or end at ${at}`);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
