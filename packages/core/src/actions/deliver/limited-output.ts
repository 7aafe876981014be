import { stripVTControlCharacters } from 'node:util';
import { plainText } from '@quoth/contract';

/** Collects the first bytes of what comes from outside, and drops the rest: whoever writes it is never held up. */
export class LimitedOutput {
  readonly #most: number;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #isCut = false;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  /** False once there is no place for more. */
  add(chunk: Buffer): boolean {
    const room = this.#most - this.#length;
    if (chunk.length > room) this.#isCut = true;
    if (room > 0) this.#chunks.push(Buffer.from(chunk.subarray(0, room)));
    this.#length += Math.min(room, chunk.length);
    return !this.#isCut;
  }

  /** As it can be stored and shown: no escape sequences, no control characters, nothing that changes the direction of text. */
  get text(): string {
    const whole = Buffer.concat(this.#chunks).toString('utf8').replace(/\r\n?/g, '\n');
    const clean = plainText(stripVTControlCharacters(whole)).trimEnd();
    return this.#isCut ? `${clean}\n[…]` : clean;
  }
}
