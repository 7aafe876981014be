const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
const OBJECT = 0x7b;

/**
 * Takes the value of one string field of a JSON object out of its text, byte by byte as it comes; what is left is JSON with an empty
 * string in its place. Only a field of the object itself counts, none of what lies inside it, and only the first of its name.
 * It looks at no more than it needs for that: whether the rest is JSON is for a parser to say.
 */
export class JsonFieldReader {
  /** `inside` while the value goes on. */
  state: 'before' | 'inside' | 'after' = 'before';
  readonly #name: string;
  #rest: Uint8Array[] = [];
  #restBytes = 0;
  #value = '';
  #depth = 0;
  #inString = false;
  #escaped = false;
  #isObject = false;
  #expectsKey = false;
  #string = '';
  #key: string | undefined;
  #afterColon = false;
  #escape = '';

  constructor(name: string) {
    this.#name = JSON.stringify(name).slice(1, -1);
  }

  /** Bytes of everything but the value, so far. */
  get restBytes(): number {
    return this.#restBytes;
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length)
      at = this.state === 'inside' ? this.#readValue(chunk, at) : this.#readRest(chunk, at);
  }

  /** The characters of the value that came since this was last asked. */
  takeValue(): string {
    const value = this.#value;
    this.#value = '';
    return value;
  }

  /** Everything but the value. */
  rest(): Uint8Array {
    return Buffer.concat(this.#rest);
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    // A copy: the chunk that it is cut from may be much larger.
    this.#rest.push(bytes.slice());
    this.#restBytes += bytes.length;
  }

  /** Reads on until the value begins, or to the end of the chunk; returns where it stopped. */
  #readRest(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      if (!this.#step(chunk[at] as number)) continue;
      this.#keep(chunk.subarray(from, at + 1));
      this.state = 'inside';
      return at + 1;
    }
    this.#keep(chunk.subarray(from));
    return chunk.length;
  }

  /** True where this byte opens the value. */
  #step(byte: number): boolean {
    if (this.#inString) {
      this.#stepInString(byte);
      return false;
    }
    if (byte <= 0x20) return false;
    const isValue = this.#afterColon;
    this.#afterColon = false;
    if (byte === QUOTE) {
      if (isValue && this.#key === this.#name && this.state === 'before') return true;
      this.#inString = true;
      this.#string = '';
    } else if (OPENING.has(byte)) {
      this.#depth++;
      if (this.#depth === 1) this.#isObject = byte === OBJECT;
      this.#expectsKey = this.#depth === 1 && this.#isObject;
    } else if (CLOSING.has(byte)) this.#depth--;
    else if (byte === COMMA) this.#expectsKey = this.#depth === 1 && this.#isObject;
    else if (byte === COLON && this.#depth === 1) this.#afterColon = this.#key !== undefined;
    return false;
  }

  #stepInString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#inString = false;
      this.#key = this.#expectsKey ? this.#string : undefined;
      this.#expectsKey = false;
      return;
    }
    // A longer one, or one of other letters, is not the name.
    if (this.#expectsKey && this.#string.length <= this.#name.length)
      this.#string += String.fromCharCode(byte);
  }

  /** Reads on until the value ends, or to the end of the chunk; returns where it stopped. */
  #readValue(chunk: Uint8Array, from: number): number {
    let at = from;
    if (this.#escape !== '') at = this.#readEscape(chunk, at);
    while (at < chunk.length) {
      const quote = indexOf(chunk, QUOTE, at);
      const backslash = indexOf(chunk, BACKSLASH, at);
      const end = Math.min(quote, backslash);
      this.#value += Buffer.from(chunk.buffer, chunk.byteOffset + at, end - at).toString('latin1');
      if (end === chunk.length) return end;
      if (end === quote) {
        this.state = 'after';
        this.#key = undefined;
        this.#keep(chunk.subarray(end, end + 1));
        return end + 1;
      }
      this.#escape = '\\';
      at = this.#readEscape(chunk, end + 1);
    }
    return at;
  }

  /** An escape such as `\/` or `\u002B`, which may lie across two chunks. */
  #readEscape(chunk: Uint8Array, from: number): number {
    let at = from;
    while (at < chunk.length && !isWholeEscape(this.#escape)) {
      this.#escape += String.fromCharCode(chunk[at++] as number);
    }
    if (isWholeEscape(this.#escape)) {
      this.#value += unescaped(this.#escape);
      this.#escape = '';
    }
    return at;
  }
}

function indexOf(bytes: Uint8Array, byte: number, from: number): number {
  const found = bytes.indexOf(byte, from);
  return found < 0 ? bytes.length : found;
}

function isWholeEscape(written: string): boolean {
  return written.length === (written[1] === 'u' ? 6 : 2);
}

/** Anything that is no escape of JSON is given as it is: it is not what a field of this kind holds either. */
function unescaped(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    return written;
  }
}
