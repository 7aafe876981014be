import { AppError } from '@quoth/contract';

/** How long a `data:` prefix may be, in characters. */
const LONGEST_PREFIX = 220;

/**
 * Decodes base64 or base64url as it comes, with or without padding, line breaks and a `data:` prefix. Throws INVALID_REQUEST as soon
 * as something else comes.
 */
export class Base64Decoder {
  #held = '';
  #started = false;

  /** The bytes that are certain so far. */
  push(written: string): Uint8Array {
    this.#held += written;
    if (!this.#started) {
      const isPrefix = 'data:'.startsWith(this.#held.slice(0, 5).toLowerCase());
      if (isPrefix && this.#held.length < LONGEST_PREFIX && !this.#held.includes(','))
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
    // What looked like the beginning of a prefix was none.
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
    message: '"audio_base64" is not base64.',
    hint: 'Encode the bytes of the file: base64 -w0 talk.wav.',
  });
}
