import { AppError, limits, type Message, say, wyomingHeader } from '@quoth/contract';
import { JsonBudget, JsonBudgetExceeded } from '@quoth/text';

/** What was sent is no event of the Wyoming protocol, or one that is too large. */
export class NotAnEvent extends AppError {
  constructor(message: Message) {
    super('INVALID_REQUEST', { message });
  }
}

interface Header {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly dataBytes: number;
  readonly payloadBytes: number;
}

const NEWLINE = 0x0a;
const BRACE = 0x7b;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Makes events of bytes, however these are cut. Nothing of an event is kept beyond its budget, and the first byte of a
 * header decides at once whether it is one: a web page's request, which begins with a method, is refused before
 * anything of it is looked at.
 */
export class EventReader {
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #header: Header | undefined;

  /** True while a part of an event has come, and not all of it. */
  get isInside(): boolean {
    return this.#heldBytes > 0 || this.#header !== undefined;
  }

  /** The events that these bytes complete. Throws NotAnEvent; after that nothing more can be read. */
  *push(bytes: Uint8Array): Generator<WyomingEvent> {
    let rest = bytes;
    for (;;) {
      if (!this.#header) {
        const header = this.#readHeader(rest);
        if (!header) return;
        [this.#header, rest] = header;
      }
      const { type, data, dataBytes, payloadBytes } = this.#header;
      const wanted = dataBytes + payloadBytes - this.#heldBytes;
      if (wanted > 0 && rest.length > 0) this.#hold(rest.subarray(0, wanted));
      rest = rest.subarray(Math.max(0, wanted));
      if (this.#heldBytes < dataBytes + payloadBytes) return;
      const body = this.#taken();
      this.#header = undefined;
      const more = dataBytes === 0 ? {} : objectIn(body.subarray(0, dataBytes));
      yield {
        type,
        data: { ...data, ...more },
        ...(payloadBytes > 0 && { payload: body.subarray(dataBytes) }),
      };
    }
  }

  /** The header and what follows it; undefined until its line is complete. */
  #readHeader(bytes: Uint8Array): [Header, Uint8Array] | undefined {
    if (this.#heldBytes === 0 && bytes.length > 0 && bytes[0] !== BRACE)
      throw new NotAnEvent(say('eventBeginsWithJson'));
    const end = bytes.indexOf(NEWLINE);
    const line = end === -1 ? bytes : bytes.subarray(0, end);
    if (this.#heldBytes + line.length > limits.wyomingHeaderBytes)
      throw new NotAnEvent(say('eventHeaderTooLarge', { bytes: limits.wyomingHeaderBytes }));
    if (line.length > 0) this.#hold(line);
    if (end === -1) return undefined;
    const header = wyomingHeader.safeParse(objectIn(this.#taken()));
    if (!header.success) throw new NotAnEvent(say('eventHeaderWrong'));
    const { type, data = {}, data_length: dataBytes = 0, payload_length: payloadBytes = 0 } = header.data;
    if (dataBytes > limits.wyomingDataBytes)
      throw new NotAnEvent(say('eventDataTooLarge', { bytes: limits.wyomingDataBytes }));
    if (payloadBytes > limits.wyomingPayloadBytes)
      throw new NotAnEvent(say('eventPayloadTooLarge', { bytes: limits.wyomingPayloadBytes }));
    return [{ type, data, dataBytes, payloadBytes }, bytes.subarray(end + 1)];
  }

  /** Copied: the block that they came in may be used again. */
  #hold(bytes: Uint8Array): void {
    this.#held.push(bytes.slice());
    this.#heldBytes += bytes.length;
  }

  #taken(): Uint8Array {
    const [first, ...others] = this.#held;
    const all = others.length === 0 ? (first ?? new Uint8Array(0)) : Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return all;
  }
}

function objectIn(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    new JsonBudget({ maxValues: limits.wyomingDataValues }).push(bytes);
    value = JSON.parse(decoder.decode(bytes));
  } catch (error) {
    if (error instanceof JsonBudgetExceeded)
      throw new NotAnEvent(say('eventTooManyValues', { count: limits.wyomingDataValues }));
    throw new NotAnEvent(say('eventHeaderNotJson'));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new NotAnEvent(say('eventBeginsWithJson'));
  return value as Record<string, unknown>;
}

/** An event of the Wyoming protocol; in the data is what its header had and what followed it. */
export interface WyomingEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly payload?: Uint8Array;
}

const utf8 = new TextEncoder();

/** An event as it is sent: the header in a line of its own, then the data. */
export function encodeEvent({ type, data }: WyomingEvent): Uint8Array {
  const body = Object.keys(data).length === 0 ? new Uint8Array(0) : utf8.encode(JSON.stringify(data));
  const header = body.length === 0 ? { type } : { type, data_length: body.length };
  return Buffer.concat([utf8.encode(`${JSON.stringify(header)}\n`), body]);
}
