import type { Socket } from 'node:net';
import { monoSound } from '@quoth/audio';
import {
  AppError,
  asAppError,
  limits,
  say,
  type Transcription,
  type WyomingAudioFormat,
  type WyomingTranscribe,
} from '@quoth/contract';
import { hasLeft, type LiveInput, type LiveRecording, type Logger, sharedToken } from '@quoth/core';
import { EventReader, encodeEvent, NotAnEvent, type WyomingEvent } from './event-reader.ts';
import { type Description, optionsFor, type WyomingCore } from './served-models.ts';
import {
  newSession,
  type SessionInput,
  step,
  type WyomingEffect,
  type WyomingSession,
} from './session-machine.ts';

export interface WyomingConnectionOptions {
  readonly core: WyomingCore;
  readonly description: Description;
  readonly inFlight: RequestsInFlight;
  readonly logger: Logger;
  /** Milliseconds; the limits' when absent. */
  readonly idleMs?: number;
  readonly eventMs?: number;
  readonly halfClosedMs?: number;
}

/** How long a client may take to read why it was refused. */
const LINGER_MS = 1_000;

/** How often one that sends no more is asked for. */
const LEFT_MS = 500;

/** So many events of a connection are dealt with in one turn of the event loop; the others have theirs in between. */
const EVENTS_A_TURN = 32;

/** One client: carries out what its session says, on the socket and in core. */
export class WyomingConnection {
  readonly #socket: Socket;
  readonly #options: WyomingConnectionOptions;
  readonly #reader = new EventReader();
  #session: WyomingSession = newSession;
  /** Events of what has come, while they are dealt with. */
  #reading: Iterator<WyomingEvent> | undefined;
  #spoken: SpokenRequest | undefined;
  #timer: NodeJS.Timeout | undefined;
  #timed: 'event' | 'idle' | 'half-closed' | undefined;
  #hasReadAny = false;

  constructor(socket: Socket, options: WyomingConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
    socket.on('end', () => {
      this.#take({ kind: 'ended' });
      this.#endOnceLeft();
    });
    socket.on('error', (error) => options.logger.debug({ error }, 'A Wyoming connection broke.'));
    socket.on('close', () => {
      clearTimeout(this.#timer);
      this.#take({ kind: 'gone' });
    });
    this.#watchTime();
  }

  /** True while it has a request in progress. */
  get isBusy(): boolean {
    return this.#session.phase === 'listening' || this.#session.phase === 'transcribing';
  }

  /** Ends the connection; its client learns why, as far as it still reads. */
  end(error: AppError): void {
    this.#take({ kind: 'refused', error });
  }

  #read(bytes: Uint8Array): void {
    this.#reading = this.#reader.push(bytes);
    this.#readOn();
  }

  /** No more is read from the socket until what has been read is dealt with. */
  #readOn(): void {
    for (let events = 0; this.#reading && events < EVENTS_A_TURN; events++)
      if (!this.#readOne(this.#reading)) this.#reading = undefined;
    if (this.#reading) setImmediate(() => this.#readOn());
    this.#flow();
    this.#watchTime();
  }

  /** False where there is no further event, or no one to answer it. */
  #readOne(reading: Iterator<WyomingEvent>): boolean {
    if (this.#isClosed() || this.#socket.destroyed) return false;
    try {
      const { done, value: event } = reading.next();
      if (done === true) return false;
      this.#hasReadAny = true;
      // The next one has a time of its own.
      this.#timed = undefined;
      this.#take({ kind: 'event', event });
      return true;
    } catch (error) {
      if (!(error instanceof NotAnEvent)) throw error;
      // A client of another protocol, such as a web page, gets no answer.
      if (!this.#hasReadAny) this.#socket.destroy();
      else this.#take({ kind: 'refused', error });
      return false;
    }
  }

  #flow(): void {
    const unwritten = this.#spoken?.unwrittenBytes ?? 0;
    const mayRead = this.#reading === undefined && unwritten <= limits.wyomingUnwrittenBytes;
    // Data that arrives after the end is dropped.
    if (mayRead || this.#isClosed()) this.#socket.resume();
    else this.#socket.pause();
  }

  #isClosed(): boolean {
    return this.#session.phase === 'closed';
  }

  #take(input: SessionInput): void {
    const [session, effects] = step(this.#session, input);
    this.#session = session;
    for (const effect of effects) this.#applyEffect(effect);
    this.#watchTime();
  }

  #applyEffect(effect: WyomingEffect): void {
    switch (effect.do) {
      case 'describe':
        this.#write(this.#options.description.current());
        break;
      case 'begin':
        this.#begin(effect.request, effect.format, effect.asked);
        break;
      case 'append':
        this.#spoken?.append(effect.bytes);
        break;
      case 'finish':
        this.#finish();
        break;
      case 'abandon':
        this.#abandon();
        break;
      case 'send':
        this.#write(encodeEvent(effect.event));
        break;
      case 'close':
        this.#close();
    }
  }

  /** Everything that can be wrong with a request is reported at once, and its sound becomes text while it comes. */
  #begin(request: number, format: WyomingAudioFormat, asked: WyomingTranscribe): void {
    const { core, inFlight } = this.#options;
    try {
      this.#spoken = new SpokenRequest({
        ...{ core, inFlight, number: request, format, asked },
        onPartial: (text) => this.#take({ kind: 'partial', request, text }),
        onWritten: () => this.#flow(),
        onFailure: (error) => this.#failed(request, error),
        onTooLong: () => this.end(tookTooLong()),
      });
    } catch (error) {
      this.#failed(request, error);
    }
  }

  #finish(): void {
    const spoken = this.#spoken;
    if (!spoken) return;
    const { number: request } = spoken;
    spoken.finish().then(
      ({ text, language }) => {
        this.#forget(spoken);
        this.#take({ kind: 'transcribed', request, text, language });
      },
      (error: unknown) => {
        this.#failed(request, error);
        this.#forget(spoken);
      },
    );
  }

  #failed(request: number, error: unknown): void {
    const known = asAppError(error);
    // Clients of this protocol expect an empty text where no one spoke.
    if (known.code === 'NO_SPEECH') {
      this.#take({ kind: 'transcribed', request, text: '', language: null });
      return;
    }
    if (known.code === 'INTERNAL_ERROR') this.#options.logger.error({ error }, 'A Wyoming request failed.');
    this.#take({ kind: 'failed', request, error: known });
  }

  #abandon(): void {
    const spoken = this.#spoken;
    if (!spoken) return;
    this.#forget(spoken);
    spoken
      .abandon()
      .catch((error: unknown) => this.#options.logger.warn({ error }, 'A Wyoming recording was left over.'));
  }

  #forget(spoken: SpokenRequest): void {
    spoken.end();
    if (this.#spoken !== spoken) return;
    this.#spoken = undefined;
    this.#flow();
  }

  #write(bytes: Uint8Array): void {
    if (this.#socket.destroyed) return;
    this.#socket.write(bytes);
    // A client that sends requests and never reads the answers gets no more of them.
    if (this.#socket.writableLength > limits.wyomingWaitingBytes) this.#socket.destroy();
  }

  #close(): void {
    const socket = this.#socket;
    socket.end();
    // Further data is read and dropped, so that the client reads the error before the connection is reset.
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  /** The documented clients close both ways at once and need no text any more; `nc -N` waits for its answer. */
  #endOnceLeft(): void {
    if (this.#isClosed() || this.#socket.destroyed) return;
    if (hasLeft(this.#socket)) this.#socket.destroy();
    else setTimeout(() => this.#endOnceLeft(), LEFT_MS).unref();
  }

  /**
   * While a text is being made, the client has nothing to do but to wait; where it sends no more, it may have gone, and
   * is not waited for as long.
   */
  #watchTime(): void {
    const {
      idleMs = limits.wyomingIdleMs,
      eventMs = limits.wyomingEventMs,
      halfClosedMs = limits.wyomingHalfClosedMs,
    } = this.#options;
    const isTranscribing = this.#session.phase === 'transcribing';
    const isHalfClosed = this.#session.phase === 'transcribing' && this.#session.isLast;
    const isWaitedFor = isTranscribing && !isHalfClosed && !this.#reader.isInside;
    if (this.#isClosed() || this.#socket.destroyed || isWaitedFor) {
      clearTimeout(this.#timer);
      this.#timed = undefined;
      return;
    }
    const timed = isHalfClosed ? 'half-closed' : this.#reader.isInside ? 'event' : 'idle';
    // An event has its time from its first byte on, however slowly the others come.
    if (timed !== 'idle' && this.#timed === timed) return;
    clearTimeout(this.#timer);
    this.#timed = timed;
    const milliseconds = { idle: idleMs, event: eventMs, 'half-closed': halfClosedMs }[timed];
    this.#timer = setTimeout(() => this.#tookTooLong(), milliseconds).unref();
  }

  #tookTooLong(): void {
    if (this.#timed === 'half-closed') this.end(halfClosedTooLong());
    else if (this.#hasReadAny) this.end(tookTooLong());
    else this.#socket.destroy();
  }
}

function tookTooLong(): AppError {
  return new AppError('TIMEOUT', {
    message: say('wyomingTooSlow'),
    hint: say('openNewConnection'),
  });
}

function halfClosedTooLong(): AppError {
  return new AppError('TIMEOUT', {
    message: say('textTooSlowForClosed'),
    hint: say('keepConnectionOpen'),
  });
}

interface SpokenRequestOptions {
  readonly core: WyomingCore;
  readonly inFlight: RequestsInFlight;
  /** Which one of its connection it is. */
  readonly number: number;
  readonly format: WyomingAudioFormat;
  readonly asked: WyomingTranscribe;
  /** All text that does not change any more. */
  readonly onPartial: (text: string) => void;
  /** Some of the sound has reached the disk. */
  readonly onWritten: () => void;
  /** The sound cannot be taken; not called after the end. */
  readonly onFailure: (error: unknown) => void;
  /** The sound has taken longer to come than it may. */
  readonly onTooLong: () => void;
}

/** So much sound is converted in one go; it takes a few milliseconds. */
const PIECE_SAMPLES = 4_096;

/** One request of a connection: its sound becomes a recording as it comes, and the recording its text. */
class SpokenRequest {
  readonly number: number;
  readonly #options: SpokenRequestOptions;
  readonly #recording: LiveRecording;
  readonly #input: Promise<LiveInput>;
  readonly #mono: (bytes: Uint8Array) => Uint8Array;
  /** Gives its place to another request. */
  readonly #leave: () => void;
  /** Aborted when no one waits for the text any more. */
  readonly #stop = new AbortController();
  readonly #tooLong: NodeJS.Timeout;
  /** Settles when the disk has all the sound so far. */
  #written: Promise<void> = Promise.resolve();
  #unwrittenBytes = 0;
  #isFinished = false;
  /** It failed here, not at its client: what came of it stays in the history where recordings are kept. */
  #hasFailed = false;
  #isOver = false;

  /** Throws at once whatever can be wrong with the request. */
  constructor(options: SpokenRequestOptions) {
    const { core, inFlight, number, format, asked, onPartial, onTooLong } = options;
    this.#options = options;
    this.number = number;
    this.#mono = monoSound(format);
    this.#leave = inFlight.begin();
    try {
      this.#recording = core.liveAudio.begin(optionsFor(core, asked), {
        source: 'wyoming',
        caller: sharedToken,
        onStablePartial: onPartial,
      });
      this.#input = core.liveAudio.input({ encoding: 'pcm16le', rate: format.rate });
    } catch (error) {
      this.#leave();
      throw error;
    }
    // Callers get this error from their own promise; here it only must not count as unhandled.
    this.#input.catch(() => undefined);
    this.#tooLong = setTimeout(onTooLong, limits.wyomingStreamMs).unref();
  }

  /** Sound that waits for the disk. */
  get unwrittenBytes(): number {
    return this.#unwrittenBytes;
  }

  /** What came first is written first. */
  append(bytes: Uint8Array): void {
    const { format, onWritten, onFailure } = this.#options;
    this.#unwrittenBytes += bytes.length;
    const write = async () => {
      const input = await this.#input;
      const step = PIECE_SAMPLES * format.width * format.channels;
      for (let at = 0; at < bytes.length && !this.#isOver; at += step)
        await this.#recording.take(input.push(this.#mono(bytes.subarray(at, at + step))));
      this.#unwrittenBytes -= bytes.length;
      onWritten();
    };
    this.#written = this.#written.then(write);
    this.#written.catch((error: unknown) => {
      this.#hasFailed = true;
      if (!this.#isOver) onFailure(error);
    });
  }

  /** The sound is complete; its text. */
  async finish(): Promise<Transcription> {
    clearTimeout(this.#tooLong);
    try {
      await this.#written;
      await this.#recording.take((await this.#input).end());
      // Its client may have gone meanwhile, and then it is discarded.
      this.#stop.signal.throwIfAborted();
      this.#isFinished = true;
      return await this.#recording.finish(this.#stop.signal);
    } finally {
      this.#leave();
    }
  }

  /** No one waits for the text any more. */
  async abandon(): Promise<void> {
    this.end();
    this.#stop.abort(new AppError('CANCELLED'));
    if (this.#isFinished) return;
    try {
      await (this.#hasFailed ? this.#recording.abandon() : this.#recording.discard());
    } finally {
      this.#leave();
    }
  }

  /** No more sound is taken, and nothing more is reported. */
  end(): void {
    clearTimeout(this.#tooLong);
    this.#isOver = true;
  }
}

/** How many requests of all connections are spoken or transcribed at this moment. */
export class RequestsInFlight {
  #count = 0;

  /**
   * Takes a place; call what it returns once the request is over, as often as you like. Throws RATE_LIMITED where none
   * exists.
   */
  begin(): () => void {
    if (this.#count >= limits.wyomingRequests) {
      throw new AppError('RATE_LIMITED', {
        message: say('tooManyWyomingRequests', { count: limits.wyomingRequests }),
        hint: say('tryAgainSoon'),
      });
    }
    this.#count++;
    let isOver = false;
    return () => {
      if (!isOver) this.#count--;
      isOver = true;
    };
  }
}
