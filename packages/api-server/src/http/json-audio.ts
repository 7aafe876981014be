import { AppError, limits, say } from '@quoth/contract';
import { jsonCounter, jsonOf } from '@quoth/http';
import type { RequestContext } from '../handler.ts';
import { bodyChunks, jsonMemory, refuseBody, refuseUnlessJson } from './body.ts';

/** A JSON body, its audio taken out: the field `audio_base64` is an empty string where `file` is given. */
interface JsonWithAudio<File> {
  readonly value: unknown;
  readonly file: File | undefined;
  /** Why complete audio was not accepted; errors in the rest of the request take precedence. */
  readonly refusal?: unknown;
}

/**
 * Reads a JSON body whose field `audio_base64` goes straight to where audio is taken in, decoded as it comes; all the
 * rest has 1 MiB, counted before it is parsed. Throws 415, 413, 408 and 400 as `readJson` does, and what `takeFile`
 * throws. A file that was taken is discarded unless it is returned.
 */
export async function readJsonWithAudio<File extends { discard(): Promise<void> }>(
  context: RequestContext,
  takeFile: (stream: AsyncIterable<Uint8Array>) => Promise<File>,
): Promise<JsonWithAudio<File>> {
  refuseUnlessJson(context.headers);
  const reader = new JsonFieldReader('audio_base64');
  const chunks = bodyChunks(context, limits.base64BodyBytes);
  using held = jsonMemory.hold(refuseBody);
  const advance = async (): Promise<boolean> => {
    const next = await chunks.next();
    if (next.done) return false;
    const before = reader.restBytes;
    reader.push(next.value);
    held.grow(reader.restBytes - before);
    if (reader.restBytes > limits.jsonBodyBytes) throw tooMuchJson();
    return true;
  };
  async function* audio(): AsyncGenerator<Uint8Array> {
    const decoder = new Base64Decoder();
    do {
      const bytes = decoder.push(reader.takeValue());
      if (bytes.length > 0) yield bytes;
    } while (reader.state === 'inside' && (await advance()));
    const last = decoder.end();
    if (last.length > 0) yield last;
  }
  let file: File | undefined;
  let refusal: unknown;
  try {
    while (reader.state === 'before' && (await advance()));
    if (reader.state !== 'before') {
      file = await takeFile(audio()).catch((error: unknown) => {
        if (reader.state !== 'after') throw error;
        refusal = error;
        return undefined;
      });
    }
    while (await advance());
    const rest = reader.rest();
    jsonCounter(limits.jsonBodyValues, refuseBody)(rest);
    return { value: jsonOf(rest, refuseBody), file, refusal };
  } catch (error) {
    await file?.discard();
    throw error;
  } finally {
    await chunks.return(undefined);
  }
}

function tooMuchJson(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', {
    message: say('jsonBesideAudioTooLarge', { mebibytes: limits.jsonBodyBytes / 1024 / 1024 }),
    hint: say('uploadAudio'),
  });
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
const OBJECT = 0x7b;

/**
 * Takes the value of one string field of a JSON object out of its text, byte by byte as it comes; what is left is JSON
 * with an empty string in its place. Only a field of the object itself counts, none of what lies inside it, and only
 * the first of its name. It looks at no more than it needs for that: whether the rest is JSON is for a parser to say.
 */
class JsonFieldReader {
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

/** How long a `data:` prefix may be, in characters. */
const MAX_PREFIX_BYTES = 220;

/**
 * Decodes base64 or base64url as it comes, with or without padding, line breaks and a `data:` prefix. Throws
 * INVALID_REQUEST as soon as something else comes.
 */
class Base64Decoder {
  #held = '';
  #started = false;

  /** The bytes that are certain so far. */
  push(written: string): Uint8Array {
    this.#held += written;
    if (!this.#started) {
      const isPrefix = 'data:'.startsWith(this.#held.slice(0, 5).toLowerCase());
      if (isPrefix && this.#held.length < MAX_PREFIX_BYTES && !this.#held.includes(','))
        return new Uint8Array();
      this.#held = this.#held.replace(/^data:[^,]{0,200};base64,/i, '');
      this.#started = true;
    }
    const text = this.#held.replace(/[\r\n\t ]+/g, '');
    if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) throw notBase64();
    const whole = text.endsWith('=') ? 0 : text.length - (text.length % 4);
    this.#held = text.slice(whole);
    return Buffer.from(text.slice(0, whole), 'base64');
  }

  /** The last bytes. */
  end(): Uint8Array {
    // The text was not the beginning of a prefix after all.
    this.#started = true;
    const first = this.push('');
    const last = this.#held.replace(/=+$/, '');
    if (last.length % 4 === 1) throw notBase64();
    return Buffer.concat([first, Buffer.from(last, 'base64')]);
  }
}

/** Bytes of base64 that is there as a whole. Throws INVALID_REQUEST for anything else. */
export function decodeBase64(written: string): Uint8Array {
  const decoder = new Base64Decoder();
  return Buffer.concat([decoder.push(written), decoder.end()]);
}

function notBase64(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: say('fieldNotBase64', { field: 'audio_base64' }),
    hint: say('encodeFile'),
  });
}
