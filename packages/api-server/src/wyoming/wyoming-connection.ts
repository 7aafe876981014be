import type { Socket } from 'node:net';
import {
  AppError,
  asAppError,
  limits,
  type WyomingAudioFormat,
  type WyomingTranscribe,
} from '@quoth/contract';
import type { Logger } from '@quoth/core';
import type { Description } from './describe.ts';
import { EventReader, NotAnEvent } from './event-reader.ts';
import type { RequestsInHand } from './requests-in-hand.ts';
import type { WyomingCore } from './served-models.ts';
import { newSession, type Session, type SessionEffect, type SessionInput, step } from './session-machine.ts';
import { SpokenRequest } from './spoken-request.ts';
import { encodeEvent, type WyomingEvent } from './wyoming-event.ts';

/** What a connection works with. */
export interface WyomingConnectionOptions {
  readonly core: WyomingCore;
  readonly description: Description;
  readonly inHand: RequestsInHand;
  readonly logger: Logger;
  /** Milliseconds; the limits' when absent. */
  readonly idleMs?: number;
  readonly eventMs?: number;
  readonly halfClosedMs?: number;
}

/** How long a client may take to read why it was refused. */
const LINGER_MS = 1_000;

/** So many events of a connection are dealt with in one turn of the event loop; the others have theirs in between. */
const EVENTS_A_TURN = 32;

/** One client: carries out what its session says, on the socket and in core. */
export class WyomingConnection {
  readonly #socket: Socket;
  readonly #with: WyomingConnectionOptions;
  readonly #reader = new EventReader();
  #session: Session = newSession;
  /** Events of what has come, while they are dealt with. */
  #reading: Iterator<WyomingEvent> | undefined;
  #spoken: SpokenRequest | undefined;
  #timer: NodeJS.Timeout | undefined;
  #timed: 'event' | 'idle' | 'half-closed' | undefined;
  #hasReadAny = false;

  constructor(socket: Socket, options: WyomingConnectionOptions) {
    this.#socket = socket;
    this.#with = options;
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
    // Whether it still reads cannot be told: the documented clients close both ways at once, and `nc -N` waits for its answer.
    socket.on('end', () => this.#take({ kind: 'ended' }));
    socket.on('error', (error) => options.logger.debug({ error }, 'A Wyoming connection broke.'));
    socket.on('close', () => {
      clearTimeout(this.#timer);
      this.#take({ kind: 'gone' });
    });
    this.#watchTime();
  }

  /** True while it has a request in hand: not yet, or no more, otherwise. */
  get isBusy(): boolean {
    return this.#session.phase === 'listening' || this.#session.phase === 'transcribing';
  }

  /** Ends the connection; its client is told why, as far as it still reads. */
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

  /** False where there is no further event, or nobody to answer it. */
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
      // Whatever speaks something else, such as a web page, gets nothing to read.
      if (!this.#hasReadAny) this.#socket.destroy();
      else
        this.#take({ kind: 'refused', error: new AppError('INVALID_REQUEST', { message: error.message }) });
      return false;
    }
  }

  #flow(): void {
    const unwritten = this.#spoken?.unwrittenBytes ?? 0;
    const mayRead = this.#reading === undefined && unwritten <= limits.wyomingUnwrittenBytes;
    // What still comes on a connection that has ended is thrown away.
    if (mayRead || this.#isClosed()) this.#socket.resume();
    else this.#socket.pause();
  }

  #isClosed(): boolean {
    return this.#session.phase === 'closed';
  }

  #take(input: SessionInput): void {
    const [session, effects] = step(this.#session, input);
    this.#session = session;
    for (const effect of effects) this.#carryOut(effect);
    this.#watchTime();
  }

  #carryOut(effect: SessionEffect): void {
    switch (effect.do) {
      case 'describe':
        this.#write(this.#with.description.current());
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

  /** Everything that can be wrong with a request is told at once, and its sound becomes text while it comes. */
  #begin(request: number, format: WyomingAudioFormat, asked: WyomingTranscribe): void {
    const { core, inHand } = this.#with;
    try {
      this.#spoken = new SpokenRequest({
        ...{ core, inHand, number: request, format, asked },
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
    // Clients of this protocol expect an empty text where nobody spoke.
    if (known.code === 'NO_SPEECH') {
      this.#take({ kind: 'transcribed', request, text: '', language: null });
      return;
    }
    if (known.code === 'INTERNAL_ERROR') this.#with.logger.error({ error }, 'A Wyoming request failed.');
    this.#take({ kind: 'failed', request, error: known });
  }

  #abandon(): void {
    const spoken = this.#spoken;
    if (!spoken) return;
    this.#forget(spoken);
    spoken
      .abandon()
      .catch((error: unknown) => this.#with.logger.warn({ error }, 'A Wyoming recording was left over.'));
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
    // Who asks and never reads has no more coming.
    if (this.#socket.writableLength > limits.wyomingWaitingBytes) this.#socket.destroy();
  }

  #close(): void {
    const socket = this.#socket;
    socket.end();
    // What is still coming is thrown away, so that the client reads the error before the connection is reset.
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  /** While a text is being made, the client has nothing to do but to wait; where it sends no more, it may have gone, and is not waited for as long. */
  #watchTime(): void {
    const {
      idleMs = limits.wyomingIdleMs,
      eventMs = limits.wyomingEventMs,
      halfClosedMs = limits.wyomingHalfClosedMs,
    } = this.#with;
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
    message: 'Nothing arrived for too long, or an event was incomplete.',
    hint: 'Open a new connection for the next request.',
  });
}

function halfClosedTooLong(): AppError {
  return new AppError('TIMEOUT', {
    message: 'The text took too long for a connection whose other side sends no more.',
    hint: 'Keep the connection open until the text has come.',
  });
}
