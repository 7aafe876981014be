import { JsonBudget, JsonBudgetExceeded } from '@quoth/contract';
import { UnreadableReply } from '../../call/provider-error.ts';
import { type Fields, fieldsOf } from '../reply-fields.ts';

/** What a stream may take, in milliseconds and bytes. */
export interface LiveLimits {
  /** Until the vendor takes audio. */
  readonly connectMs: number;
  /** Until a message has left this machine: what does not leave waits on the disk. */
  readonly sendMs: number;
  /** Without any sign of the vendor, pings included. */
  readonly quietMs: number;
  readonly pingMs: number;
  /** From the end of the audio to the end of the text. */
  readonly finishMs: number;
  /** One message of the vendor's. */
  readonly messageBytes: number;
}

export const liveLimits: LiveLimits = {
  connectMs: 10_000,
  sendMs: 10_000,
  quietMs: 30_000,
  pingMs: 10_000,
  finishMs: 8_000,
  messageBytes: 256 * 1024,
};

/** Values in one message: a minute of words with all that is known of them has about 2,000. */
const MESSAGE_VALUES = 20_000;
/** Messages, bytes and characters that any stream may have, and those for each second of audio: several times what the most talkative vendor sends. */
const FREE = { messages: 500, bytes: 2 * 1024 * 1024, characters: 5_000 };
const PER_SECOND = { messages: 50, bytes: 512 * 1024, characters: 100 };

/** Counts what a vendor says in a stream. */
export class LiveBudget {
  #messages = 0;
  #bytes = 0;

  /** The JSON of a message, after `seconds` of audio. Throws UnreadableReply for no object, and for more than any honest vendor has to say. */
  read(bytes: Uint8Array, seconds: number): Fields {
    this.#messages++;
    this.#bytes += bytes.length;
    if (this.#messages > FREE.messages + PER_SECOND.messages * seconds)
      throw new UnreadableReply('too many messages');
    if (this.#bytes > FREE.bytes + PER_SECOND.bytes * seconds) throw new UnreadableReply('too much');
    try {
      new JsonBudget({ mostValues: MESSAGE_VALUES }).push(bytes);
      return fieldsOf(JSON.parse(Buffer.from(bytes).toString('utf8')));
    } catch (error) {
      if (error instanceof JsonBudgetExceeded || error instanceof SyntaxError)
        throw new UnreadableReply(error.message);
      throw error;
    }
  }

  /** Throws UnreadableReply for more text than anybody can speak. */
  check(characters: number, seconds: number): void {
    if (characters > FREE.characters + PER_SECOND.characters * seconds)
      throw new UnreadableReply('too much text');
  }
}
