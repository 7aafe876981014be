import { endianness } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Object and opcode with the length, before the arguments. */
const HEADER = 8;
/** Objects that every connection has: the display, and the registry that we make of it first. */
export const DISPLAY = 1;
export const REGISTRY = 2;

/** Where the compositor listens; undefined if no compositor runs, or its words are not of this machine's byte order. */
export function socketPath({
  WAYLAND_DISPLAY = '',
  XDG_RUNTIME_DIR = '',
}: Readonly<Record<string, string | undefined>>): string | undefined {
  if (WAYLAND_DISPLAY === '' || endianness() !== 'LE') return undefined;
  return isAbsolute(WAYLAND_DISPLAY) ? WAYLAND_DISPLAY : join(XDG_RUNTIME_DIR, WAYLAND_DISPLAY);
}

/** A request's or an event's body, in the order of its arguments. */
export type WaylandArgument = number | string;

/** Reads an event's arguments in their order. */
export class EventBody {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Also the id of an object. */
  number(): number {
    const value = this.#bytes.readUInt32LE(this.#at);
    this.#at += 4;
    return value;
  }

  text(): string {
    const length = this.number();
    const value = this.#bytes.toString('utf8', this.#at, this.#at + Math.max(0, length - 1));
    this.#at += (length + 3) & ~3;
    return value;
  }

  numbers(): readonly number[] {
    const length = this.number();
    const end = this.#at + length;
    const values: number[] = [];
    while (this.#at + 4 <= end) values.push(this.number());
    return values;
  }
}

/** A request as the compositor reads it (https://wayland.freedesktop.org/docs/html/ch04.html). */
export function requestBytes(id: number, opcode: number, args: readonly WaylandArgument[]): Buffer {
  const body = Buffer.concat(args.map(encoded));
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(id, 0);
  header.writeUInt32LE((((body.length + HEADER) << 16) | opcode) >>> 0, 4);
  return Buffer.concat([header, body]);
}

/** An event of one object. */
interface WaylandEvent {
  readonly id: number;
  readonly opcode: number;
  readonly body: EventBody;
  /** Bytes that it takes, with its header. */
  readonly length: number;
}

/** The event at the beginning of these bytes; undefined until all of it is there. */
export function eventAt(bytes: Buffer): WaylandEvent | 'broken' | undefined {
  if (bytes.length < HEADER) return undefined;
  const word = bytes.readUInt32LE(4);
  const length = word >>> 16;
  if (length < HEADER) return 'broken';
  if (bytes.length < length) return undefined;
  const body = new EventBody(bytes.subarray(HEADER, length));
  return { id: bytes.readUInt32LE(0), opcode: word & 0xffff, body, length };
}

function encoded(argument: WaylandArgument): Buffer {
  if (typeof argument === 'number') {
    const word = Buffer.alloc(4);
    word.writeUInt32LE(argument);
    return word;
  }
  const text = Buffer.from(`${argument}\0`);
  const padded = Buffer.alloc(4 + ((text.length + 3) & ~3));
  padded.writeUInt32LE(text.length, 0);
  text.copy(padded, 4);
  return padded;
}
