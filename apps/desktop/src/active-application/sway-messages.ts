const MAGIC = Buffer.from('i3-ipc');
const HEADER = MAGIC.length + 8;
/** The tree of hundreds of windows is smaller. */
const MOST_BYTES = 8 * 1024 * 1024;

/** A message as sway and i3 read it: magic, length and type in the machine's byte order, then JSON. */
export function swayMessage(type: number, body = ''): Buffer {
  const bytes = Buffer.from(body);
  const header = Buffer.alloc(HEADER);
  MAGIC.copy(header);
  header.writeUInt32LE(bytes.length, MAGIC.length);
  header.writeUInt32LE(type, MAGIC.length + 4);
  return Buffer.concat([header, bytes]);
}

/** Assembles messages from the bytes of a socket. The type of an event has its highest bit set. */
export class MessageReader {
  readonly #onMessage: (type: number, body: unknown) => void;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(onMessage: (type: number, body: unknown) => void) {
    this.#onMessage = onMessage;
  }

  /** False if the bytes are not of this protocol; nothing more should be read then. */
  push(bytes: Buffer): boolean {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    while (this.#bytes.length >= HEADER) {
      const length = this.#bytes.readUInt32LE(MAGIC.length);
      if (!this.#bytes.subarray(0, MAGIC.length).equals(MAGIC) || length > MOST_BYTES) return false;
      if (this.#bytes.length < HEADER + length) return true;
      const type = this.#bytes.readUInt32LE(MAGIC.length + 4);
      const body = this.#bytes.subarray(HEADER, HEADER + length).toString();
      this.#bytes = this.#bytes.subarray(HEADER + length);
      try {
        this.#onMessage(type, JSON.parse(body));
      } catch {
        return false;
      }
    }
    return true;
  }
}
