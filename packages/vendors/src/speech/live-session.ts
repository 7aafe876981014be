import { addAbortListener } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { appVersion, type Message, say } from '@quoth/contract';
import { JsonBudget } from '@quoth/text';
import { type RawData, WebSocket } from 'ws';
import { statusError, UnreadableReply, VendorError, type VendorErrorKind } from '../call-error.ts';
import type { Fields } from '../call-vendor.ts';
import { readReply } from '../call-vendor.ts';
import type { Vendor } from '../vendor.ts';
import { LiveTranscript } from './live-text.ts';
import type { LiveEvent, LiveJob, LiveMessage, LiveSpeech, SpeechTranscript } from './speech-adapter.ts';
import { fieldsOf } from './vendor-fields.ts';

/** Samples, 16-bit and mono; or `pause`, where no one speaks and a vendor can settle what was said. */
export type LiveSamples = Int16Array | 'pause';

export interface LiveSessionOptions {
  readonly vendor: Vendor;
  readonly key: string | undefined;
  /** `ws` or `wss`, checked. */
  readonly base: string;
  readonly live: LiveSpeech;
  readonly job: LiveJob;
  readonly audio: AsyncIterable<LiveSamples>;
  readonly signal: AbortSignal;
  readonly onText?: ((text: string, stableCharacters: number) => void) | undefined;
  readonly limits: LiveLimits;
}

/** In one message. Vendors take from 50 ms to a second; less costs more messages, more costs time. */
const FRAME_SECONDS = 0.1;
/** Of an answer that refuses the stream. */
const REFUSAL_BYTES = 64 * 1024;
/** How long a stream that is over has to be closed by both sides. */
const CLOSE_MS = 1_000;

/** One stream: the connection, what is sent over it, and what is understood of what comes back. For one use. */
export class LiveSession {
  readonly #options: LiveSessionOptions;
  readonly #socket: WebSocket;
  readonly #text = new LiveTranscript();
  readonly #budget = new LiveBudget();
  readonly #started = Promise.withResolvers<void>();
  readonly #result = Promise.withResolvers<SpeechTranscript>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #frames: AudioFrames;
  /** Samples sent, in all and since the last commit. */
  #sent = 0;
  #uncommitted = 0;
  #commits = { said: 0, taken: 0 };
  #hasEnded = false;
  #isOver = false;
  #receivedAt = performance.now();

  constructor(options: LiveSessionOptions) {
    this.#options = options;
    const { base, live, job, vendor, key, limits } = options;
    this.#frames = new AudioFrames(live.sampleRate * FRAME_SECONDS);
    // Both may fail while no one waits for them yet.
    this.#started.promise.catch(() => undefined);
    this.#result.promise.catch(() => undefined);
    this.#socket = new WebSocket(`${base}${live.path(job)}`, {
      // Node's own agents of now: those go through the system's proxy, and never for this machine (`systemProxy`).
      agent: base.startsWith('wss:') ? https.globalAgent : http.globalAgent,
      headers: {
        'user-agent': `Quoth/${appVersion}`,
        ...(key === undefined ? {} : vendor.authorization(key)),
      },
      // A redirect would take the key to somebody else.
      followRedirects: false,
      // No compression: audio does not get smaller, and a small message must not become a huge one.
      perMessageDeflate: false,
      maxPayload: limits.messageBytes,
    });
    this.#listen();
  }

  async run(): Promise<SpeechTranscript> {
    const { signal, limits, vendor } = this.#options;
    using _ = addAbortListener(signal, () =>
      this.#fail(new VendorError('cancelled', say('streamCanceled', { provider: vendor.displayName }))),
    );
    const connecting = this.#after(limits.connectMs, () => this.#failAs('timeout'));
    try {
      return await Promise.race([this.#result.promise, this.#stream(connecting)]);
    } finally {
      this.#isOver = true;
      for (const timer of this.#timers) clearTimeout(timer);
      if (this.#socket.readyState === WebSocket.OPEN && this.#hasEnded) this.#socket.close(1000);
      else this.#socket.terminate();
      setTimeout(() => this.#socket.terminate(), CLOSE_MS).unref();
    }
  }

  async #stream(connecting: NodeJS.Timeout): Promise<SpeechTranscript> {
    const { live, limits } = this.#options;
    await this.#started.promise;
    clearTimeout(connecting);
    this.#watch();
    await this.#sendAudio();
    if (this.#isOver) return this.#result.promise;
    this.#hasEnded = true;
    for (const message of live.end) await this.#send(message);
    if (!this.#isOver) this.#after(limits.finishMs, () => this.#failAs('timeout'));
    this.#finishIfAnswered();
    return this.#result.promise;
  }

  async #sendAudio(): Promise<void> {
    const { audio, live } = this.#options;
    for await (const piece of audio) {
      if (this.#isOver) return;
      if (piece === 'pause') {
        if (live.commit && this.#uncommitted + this.#frames.waiting > 0) await this.#commit();
        continue;
      }
      for (const frame of this.#frames.push(piece)) await this.#sendFrame(frame);
    }
    if (this.#frames.waiting > 0) await this.#sendFrame(this.#frames.take());
    if (live.commit && this.#uncommitted > 0) await this.#commit();
  }

  async #sendFrame(frame: Uint8Array): Promise<void> {
    this.#sent += this.#frames.length;
    this.#uncommitted += this.#frames.length;
    await this.#send(this.#options.live.audio(frame));
  }

  async #commit(): Promise<void> {
    const { commit, sampleRate } = this.#options.live;
    if (!commit) return;
    if (this.#frames.waiting > 0) await this.#sendFrame(this.#frames.take());
    while (this.#uncommitted < commit.minSeconds * sampleRate) await this.#sendFrame(this.#frames.take());
    this.#uncommitted = 0;
    this.#commits.said++;
    await this.#send(commit.message);
  }

  /** Resolves when the message has left this machine: no more than one waits in memory. */
  async #send(message: LiveMessage): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const limit = this.#after(this.#options.limits.sendMs, () => this.#failAs('timeout'));
    this.#socket.send(message, (error) => {
      if (error) this.#fail(error);
      else resolve();
    });
    try {
      await Promise.race([promise, this.#result.promise]);
    } finally {
      clearTimeout(limit);
      this.#timers.delete(limit);
    }
  }

  #listen(): void {
    const { live, job, limits } = this.#options;
    const socket = this.#socket;
    socket.on('open', () => {
      if (live.opening) this.#send(live.opening(job)).catch(() => undefined);
      if (live.audioAfter === 'opening') this.#started.resolve();
    });
    socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary));
    socket.on('ping', () => {
      // `ws` has answered it by now, whether the vendor reads or not.
      if (socket.bufferedAmount > limits.messageBytes) this.#failAs('timeout');
      this.#received();
    });
    socket.on('pong', () => this.#received());
    socket.on('unexpected-response', (_, response) => {
      void this.#refused(response)
        .catch((error: unknown) => error)
        .then((error) => {
          this.#fail(error);
          response.destroy();
        });
    });
    socket.on('error', (error) => this.#fail(isOfProtocol(error) ? new UnreadableReply('frame') : error));
    socket.on('close', (code) => this.#failAs(live.closed?.(code) ?? 'unreachable'));
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.#isOver) return;
    this.#received();
    const { live, onText } = this.#options;
    const seconds = this.#sent / live.sampleRate;
    try {
      if (isBinary || !Buffer.isBuffer(data)) throw new UnreadableReply('no text');
      const events = live.read(this.#budget.read(data, seconds));
      for (const event of events) this.#take(event);
      if (!events.some(({ kind }) => kind === 'words')) return;
      const { text, stableCharacters, wordCharacters } = this.#text;
      this.#budget.check(Math.max(text.length, wordCharacters), seconds);
      onText?.(text, stableCharacters);
    } catch (error) {
      this.#fail(error);
    }
  }

  #take(event: LiveEvent): void {
    switch (event.kind) {
      case 'started':
        this.#started.resolve();
        break;
      case 'words':
        this.#text.take(event);
        this.#finishIfAnswered();
        break;
      case 'committed':
        this.#commits.taken++;
        if (event.part !== undefined) this.#text.await(event.part);
        this.#finishIfAnswered();
        break;
      case 'done':
        this.#finish();
        break;
      case 'failed':
        this.#failAs(event.error);
        break;
    }
  }

  /** With commits, the stream is over when each has been answered. */
  #finishIfAnswered(): void {
    const { said, taken } = this.#commits;
    if (this.#options.live.commit && this.#hasEnded && said === taken && this.#text.isFinal) this.#finish();
  }

  #finish(): void {
    // A vendor that finishes before it was asked to, or leaves text interim, has not received everything.
    if (this.#hasEnded && this.#text.isFinal) this.#result.resolve(this.#text.transcript());
    else this.#failAs('malformed');
  }

  async #refused(response: IncomingMessage): Promise<Error> {
    const { vendor } = this.#options;
    const status = response.statusCode ?? 0;
    if (status < 300) return new UnreadableReply('no stream');
    const explanation = await readReply({ body: response }, REFUSAL_BYTES).catch(() => undefined);
    return statusError(vendor, { status, body: explanation });
  }

  /** Pings a connection that sends nothing, and gives it up when that does not help. */
  #watch(): void {
    const { pingMs, quietMs } = this.#options.limits;
    const timer = setInterval(() => {
      if (performance.now() - this.#receivedAt > quietMs) this.#failAs('timeout');
      else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping();
    }, pingMs);
    timer.unref();
    this.#timers.add(timer);
  }

  #received(): void {
    this.#receivedAt = performance.now();
  }

  #after(milliseconds: number, work: () => void): NodeJS.Timeout {
    const timer = setTimeout(work, milliseconds);
    this.#timers.add(timer);
    return timer;
  }

  #failAs(kind: VendorErrorKind): void {
    this.#fail(new VendorError(kind, messageOf(kind, this.#options.vendor.displayName)));
  }

  #fail(error: unknown): void {
    this.#started.reject(error);
    this.#result.reject(error);
  }
}

/** True for the errors of `ws` about frames that no server may send, and about messages that are too long. */
function isOfProtocol(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('WS_ERR_');
}

function messageOf(kind: VendorErrorKind, provider: string): Message {
  switch (kind) {
    case 'unauthorized':
      return say('providerRejectedKey', { provider });
    case 'limited':
      return say('providerAcceptsNoAudio', { provider });
    case 'timeout':
      return say('streamNotAnswered', { provider });
    case 'malformed':
      return say('answerUnreadable', { provider });
    case 'rejected':
    case 'too_large':
      return say('streamRefused', { provider });
    case 'cancelled':
      return say('streamCanceled', { provider });
    case 'unreachable':
      return say('streamEndedEarly', { provider });
  }
}

/** Samples as messages carry them: frames of equal length. */
export class AudioFrames {
  readonly #frame: Int16Array;
  #filled = 0;

  /** `length`: samples of a frame. */
  constructor(length: number) {
    this.#frame = new Int16Array(length);
  }

  /** Samples of a frame. */
  get length(): number {
    return this.#frame.length;
  }

  /** Samples that wait for more. */
  get waiting(): number {
    return this.#filled;
  }

  /** The frames that these samples complete, as bytes. */
  *push(samples: Int16Array): Generator<Uint8Array> {
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + this.#frame.length - this.#filled);
      this.#frame.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === this.#frame.length) yield this.take();
    }
  }

  /** What waits, and silence behind it. */
  take(): Uint8Array {
    this.#frame.fill(0, this.#filled);
    this.#filled = 0;
    const { buffer, byteOffset, byteLength } = this.#frame;
    // A copy: the frame is filled again while this one waits to be sent.
    return new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength));
  }
}

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
/**
 * Messages, bytes and characters that any stream may have, and those for each second of audio: several times what the
 * most talkative vendor sends.
 */
const FREE = { messages: 500, bytes: 2 * 1024 * 1024, characters: 5_000 };
const PER_SECOND = { messages: 50, bytes: 512 * 1024, characters: 100 };

/** Counts what a vendor says in a stream. */
class LiveBudget {
  #messages = 0;
  #bytes = 0;

  /**
   * The JSON of a message, after `seconds` of audio. Throws UnreadableReply for no object, and for more than any honest
   * vendor has to say.
   */
  read(bytes: Uint8Array, seconds: number): Fields {
    this.#messages++;
    this.#bytes += bytes.length;
    if (this.#messages > FREE.messages + PER_SECOND.messages * seconds)
      throw new UnreadableReply('too many messages');
    if (this.#bytes > FREE.bytes + PER_SECOND.bytes * seconds) throw new UnreadableReply('too much');
    try {
      new JsonBudget({ maxValues: MESSAGE_VALUES }).push(bytes);
      return fieldsOf(JSON.parse(Buffer.from(bytes).toString('utf8')));
    } catch (error) {
      throw error instanceof SyntaxError ? new UnreadableReply('not JSON') : error;
    }
  }

  /** Throws UnreadableReply for more text than anybody can speak. */
  check(characters: number, seconds: number): void {
    if (characters > FREE.characters + PER_SECOND.characters * seconds)
      throw new UnreadableReply('too much text');
  }
}
