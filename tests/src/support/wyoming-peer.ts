import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An event as a peer sends or gets it. */
export interface PeerEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type Check = (value: unknown) => boolean;
const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const shape =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).every((name) => name in fields) &&
    Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const artifact = {
  name: text,
  attribution: shape({ name: text, url: text }),
  installed: flag,
  description: optional(text),
  version: optional(text),
};
const nothing: Check = (value) => Array.isArray(value) && value.length === 0;
const program = shape({
  ...artifact,
  models: listOf(shape({ ...artifact, languages: listOf((tag) => /^[a-z]{2,3}(-\w+)*$/.test(String(tag))) })),
  supports_transcript_streaming: flag,
  requires_external_vad: flag,
  prefers_auto_gain_enabled: flag,
  prefers_noise_reduction_enabled: flag,
});

/**
 * What a speech-to-text server may send, field by field, as the protocol's README and library have it
 * (OHF-Voice/wyoming, 1.7 to 1.10).
 */
const documented: Readonly<Record<string, Check>> = {
  info: shape({
    asr: listOf(program),
    ...{ tts: nothing, handle: nothing, intent: nothing, wake: nothing, mic: nothing, snd: nothing },
  }),
  transcript: shape({ text, language: optional(text) }),
  'transcript-start': shape({ language: optional(text) }),
  'transcript-chunk': shape({ text }),
  'transcript-stop': shape({}),
  error: shape({ text, code: optional(text) }),
  pong: shape({ text: optional(text) }),
};

/** The sound of a plain wav file, as `audio-chunk`s take it. */
export interface Sound {
  readonly rate: number;
  readonly width: number;
  readonly channels: number;
  readonly bytes: Buffer;
}

export function soundOf(wav: Buffer): Sound {
  return {
    rate: wav.readUInt32LE(24),
    width: wav.readUInt16LE(34) / 8,
    channels: wav.readUInt16LE(22),
    bytes: wav.subarray(44),
  };
}

/**
 * A client of the Wyoming protocol that refuses whatever its documentation does not have: other events, other fields,
 * another order.
 */
export class WyomingPeer {
  readonly socket: Socket;
  readonly #events: PeerEvent[] = [];
  #held = Buffer.alloc(0);
  #isClosed = false;
  #failure: unknown;
  #reported: (() => void) | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.#held = Buffer.concat([this.#held, bytes]);
      try {
        while (this.#takeOne());
      } catch (error) {
        this.#failure = error;
      }
      this.#reported?.();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#isClosed = true;
      this.#reported?.();
    });
  }

  static async to(port: number): Promise<WyomingPeer> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new WyomingPeer(socket);
  }

  /** As the protocol's own library writes it: a version, the data behind the header, then the payload. */
  send(type: string, data: Record<string, unknown> = {}, payload?: Uint8Array): void {
    const body = Object.keys(data).length === 0 ? Buffer.alloc(0) : Buffer.from(JSON.stringify(data));
    const header = {
      type,
      version: '1.7.2',
      ...(body.length > 0 && { data_length: body.length }),
      ...(payload && { payload_length: payload.length }),
    };
    this.socket.write(
      Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body, payload ?? Buffer.alloc(0)]),
    );
  }

  /** Sound in chunks of 1,024 samples, as Home Assistant sends it. */
  sendSound({ bytes, ...format }: Sound): void {
    const step = 1_024 * format.width * format.channels;
    for (let at = 0; at < bytes.length; at += step)
      this.send('audio-chunk', { ...format, timestamp: null }, bytes.subarray(at, at + step));
  }

  /** The next event; rejects where the connection has ended, or where what came is not documented. */
  async next(): Promise<PeerEvent> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      const event = this.#events.shift();
      if (event) return event;
      if (this.#isClosed) throw new Error('The connection has ended.');
      await new Promise<void>((resolve) => {
        this.#reported = resolve;
      });
    }
  }

  /** A whole request (README, "Event Flow", "Speech to Text", streaming); its text. */
  async transcribe(sound: Sound, asked: Record<string, unknown> = {}): Promise<string> {
    const { bytes: _bytes, ...format } = sound;
    this.send('transcribe', asked);
    this.send('audio-start', { ...format, timestamp: null });
    this.sendSound(sound);
    this.send('audio-stop', { timestamp: null });
    return this.text();
  }

  /** The answer to a request: start, chunks, the whole text, stop, in this order; the chunks are the text. */
  async text(): Promise<string> {
    let event = await this.next();
    if (event.type === 'error') throw new Error(String(event.data.text));
    assert.equal(event.type, 'transcript-start');
    let chunks = '';
    let count = 0;
    for (event = await this.next(); event.type === 'transcript-chunk'; event = await this.next()) {
      chunks += String(event.data.text);
      count++;
    }
    // What has been recognized until then was shown while it came.
    if (event.type === 'error') throw new Error(String(event.data.text));
    assert.equal(event.type, 'transcript');
    assert(count > 0, 'at least one chunk is required');
    assert.equal(chunks, event.data.text);
    assert.equal((await this.next()).type, 'transcript-stop');
    return chunks;
  }

  /** Resolves when the other side has closed; gives the events that came until then. */
  async closed(): Promise<readonly PeerEvent[]> {
    while (!this.#isClosed)
      await new Promise<void>((resolve) => {
        this.#reported = resolve;
      });
    if (this.#failure) throw this.#failure;
    return this.#events;
  }

  end(): void {
    this.socket.destroy();
  }

  #takeOne(): boolean {
    const end = this.#held.indexOf(0x0a);
    if (end === -1) return false;
    const header = JSON.parse(this.#held.toString('utf8', 0, end)) as Record<string, unknown>;
    const {
      type,
      data = {},
      data_length: length = 0,
      payload_length: payload = 0,
      version: _v,
      ...more
    } = header;
    assert.deepEqual(more, {}, 'a header has nothing but what is documented');
    assert(typeof type === 'string' && typeof length === 'number' && payload === 0);
    if (this.#held.length < end + 1 + length) return false;
    const body = this.#held.toString('utf8', end + 1, end + 1 + length);
    this.#held = this.#held.subarray(end + 1 + length);
    const event = { type, data: { ...(data as object), ...(length > 0 && (JSON.parse(body) as object)) } };
    assert(documented[type]?.(event.data), `not documented: ${JSON.stringify(event)}`);
    this.#events.push(event);
    return true;
  }
}
