import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Codes of keys (linux/input-event-codes.h). */
const codes: Readonly<Record<string, number>> = {
  Ctrl: 29,
  Shift: 42,
  Alt: 56,
  Super: 125,
  Right: 106,
  Escape: 1,
  Return: 28,
  End: 107,
  a: 30,
  c: 46,
  d: 32,
  j: 36,
  x: 45,
};
const FAKE_INPUT = 'org_kde_kwin_fake_input';
/** Our own numbers for the objects that we speak to: the display is 1. */
const [REGISTRY, CALLBACK, INPUT] = [2, 3, 4];
const KEY_REQUEST = 10;

/** The keyboard of a KWin without one: its protocol for tests, which it offers to no other program. */
export class KWinKeyboard {
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static async plugIn(path: string): Promise<KWinKeyboard> {
    const socket = connect(path);
    await once(socket, 'connect');
    const keyboard = new KWinKeyboard(socket);
    const name = await keyboard.#nameOfInput();
    keyboard.#send(REGISTRY, 0, numbers(name), text(FAKE_INPUT), numbers(4, INPUT));
    keyboard.#send(INPUT, 0, text('Test'), text('test'));
    // As on a desk, it is there before programs are.
    await keyboard.press('Shift');
    return keyboard;
  }

  /** Holds the keys until this is done. */
  async press(chord: string, meanwhile?: () => Promise<unknown>): Promise<void> {
    const keys = chord.split('+').map((key) => codes[key] ?? 0);
    for (const key of keys) this.#send(INPUT, KEY_REQUEST, numbers(key, 1));
    try {
      await meanwhile?.();
    } finally {
      for (const key of keys.toReversed()) this.#send(INPUT, KEY_REQUEST, numbers(key, 0));
    }
  }

  /** The compositor's number for its test keyboard. */
  async #nameOfInput(): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    let rest = Buffer.alloc(0);
    let found: number | undefined;
    this.#socket.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= 8 && rest.length >= rest.readUInt32LE(4) >>> 16) {
        const [id, word] = [rest.readUInt32LE(0), rest.readUInt32LE(4)];
        const body = rest.subarray(8, word >>> 16);
        rest = rest.subarray(word >>> 16);
        if (id === REGISTRY && body.toString('latin1', 8, 8 + FAKE_INPUT.length) === FAKE_INPUT)
          found = body.readUInt32LE(0);
        if (id !== CALLBACK) continue;
        if (found === undefined) reject(new Error('KWin offers no keyboard for tests.'));
        else resolve(found);
      }
    });
    this.#send(1, 1, numbers(REGISTRY));
    this.#send(1, 0, numbers(CALLBACK));
    return promise;
  }

  #send(id: number, request: number, ...parts: readonly Buffer[]): void {
    const body = Buffer.concat(parts);
    this.#socket.write(Buffer.concat([numbers(id, ((body.length + 8) << 16) | request), body]));
  }
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, 4 * at);
  return bytes;
}

/** A string of Wayland: its length, a zero at its end, and filled up to four bytes. */
function text(value: string): Buffer {
  const bytes = Buffer.from(`${value}\0`);
  return Buffer.concat([numbers(bytes.length), bytes, Buffer.alloc(-bytes.length & 3)]);
}
