import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import {
  AppError,
  asAppError,
  limits,
  type WyomingAudioFormat,
  type WyomingTranscribe,
} from '@quoth/contract';
import type { Logger } from '@quoth/core';
import { describe } from './describe.ts';
import { EventReader, NotAnEvent } from './event-reader.ts';
import { optionsFor, type WyomingCore } from './served-models.ts';
import { newSession, type Session, type SessionEffect, type SessionInput, step } from './session-machine.ts';
import { wavHead } from './wav-head.ts';
import { encodeEvent, type WyomingEvent } from './wyoming-event.ts';

/** What a connection works with. */
export interface WyomingConnectionOptions {
  readonly core: WyomingCore;
  readonly logger: Logger;
  /** Milliseconds; the limits' when absent. */
  readonly idleMs?: number;
  readonly eventMs?: number;
}

/** How long a client may take to read why it was refused. */
const LINGER_MS = 1_000;

/** The sound of the request in hand, on its way to the disk. */
interface Work {
  readonly sound: PassThrough;
  readonly stop: AbortController;
  readonly tooLong: NodeJS.Timeout;
}

/** One client: carries out what its session says, on the socket and in core. */
export class WyomingConnection {
  readonly #socket: Socket;
  readonly #with: WyomingConnectionOptions;
  readonly #reader = new EventReader();
  #session: Session = newSession;
  #work: Work | undefined;
  #timer: NodeJS.Timeout | undefined;
  #timed: 'event' | 'idle' | undefined;
  #hasReadAny = false;

  constructor(socket: Socket, options: WyomingConnectionOptions) {
    this.#socket = socket;
    this.#with = options;
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
    // A client that sends no more does not read any more either: the documented ones close both ways at once.
    socket.on('end', () => this.#take({ kind: 'gone' }));
    socket.on('error', (error) => options.logger.debug({ error }, 'A Wyoming connection broke.'));
    socket.on('close', () => {
      clearTimeout(this.#timer);
      this.#take({ kind: 'gone' });
    });
    this.#watchTime();
  }

  /** Ends the connection; its client is told why, as far as it still reads. */
  end(error: AppError): void {
    this.#take({ kind: 'refused', error });
  }

  #read(bytes: Uint8Array): void {
    if (this.#session.phase === 'closed') return;
    try {
      for (const event of this.#reader.push(bytes)) {
        this.#hasReadAny = true;
        // The next one has a time of its own.
        this.#timed = undefined;
        this.#take({ kind: 'event', event });
        if (this.#isClosed()) return;
      }
    } catch (error) {
      if (!(error instanceof NotAnEvent)) throw error;
      // Whatever speaks something else, such as a web page, gets nothing to read.
      if (!this.#hasReadAny) this.#socket.destroy();
      else
        this.#take({ kind: 'refused', error: new AppError('INVALID_REQUEST', { message: error.message }) });
    }
    this.#watchTime();
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
        this.#send(describe(this.#with.core));
        break;
      case 'begin':
        this.#begin(effect.request, effect.format, effect.asked);
        break;
      case 'append':
        this.#append(effect.bytes);
        break;
      case 'finish':
        clearTimeout(this.#work?.tooLong);
        this.#work?.sound.end();
        break;
      case 'abandon':
        this.#abandon();
        break;
      case 'send':
        this.#send(effect.event);
        break;
      case 'close':
        this.#close();
    }
  }

  /** Everything that can be wrong with a request is told at once, and its sound goes to the disk as it comes. */
  #begin(request: number, format: WyomingAudioFormat, asked: WyomingTranscribe): void {
    const { core } = this.#with;
    const sound = new PassThrough();
    // Whoever reads it is told by an error; here it must only not go unhandled.
    sound.on('error', () => undefined);
    sound.write(wavHead(format));
    const stop = new AbortController();
    const tooLong = setTimeout(() => this.end(new AppError('TIMEOUT')), limits.wyomingStreamMs).unref();
    const work: Work = { sound, stop, tooLong };
    this.#work = work;
    this.#transcribe(core, request, asked, work)
      .then(
        ({ text, language }) => this.#take({ kind: 'transcribed', request, text, language }),
        (error: unknown) => this.#failed(request, error),
      )
      .finally(() => this.#forget(work));
  }

  async #transcribe(
    core: WyomingCore,
    request: number,
    asked: WyomingTranscribe,
    { sound, stop }: Work,
  ): Promise<{ readonly text: string; readonly language: string | null }> {
    const options = optionsFor(core, asked);
    // A text that is rewritten at the end is another one than what was heard so far.
    const grows = options.post_process !== true;
    const { answer } = await core.transcriptions.submit({ kind: 'stream', stream: sound }, options, {
      source: 'wyoming',
      signal: stop.signal,
      ...(grows && { onStablePartial: (text: string) => this.#take({ kind: 'partial', request, text }) }),
    });
    const result = await answer;
    if (!('text' in result)) throw new AppError('INTERNAL_ERROR');
    return result;
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

  #append(bytes: Uint8Array): void {
    const sound = this.#work?.sound;
    if (!sound || sound.write(bytes) || this.#socket.isPaused()) return;
    // The disk is slower than the client.
    this.#socket.pause();
    sound.once('drain', () => this.#socket.resume());
  }

  #abandon(): void {
    const work = this.#work;
    if (!work) return;
    const reason = new AppError('CANCELLED');
    work.stop.abort(reason);
    work.sound.destroy(reason);
    this.#forget(work);
  }

  #forget(work: Work): void {
    clearTimeout(work.tooLong);
    if (this.#work !== work) return;
    this.#work = undefined;
    this.#socket.resume();
  }

  #send(event: WyomingEvent): void {
    if (this.#socket.destroyed) return;
    this.#socket.write(encodeEvent(event));
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

  /** While a text is being made, the client has nothing to do but to wait. */
  #watchTime(): void {
    const { idleMs = limits.wyomingIdleMs, eventMs = limits.wyomingEventMs } = this.#with;
    const isWaitedFor = this.#session.phase === 'transcribing' && !this.#reader.isInside;
    if (this.#isClosed() || this.#socket.destroyed || isWaitedFor) {
      clearTimeout(this.#timer);
      this.#timed = undefined;
      return;
    }
    const timed = this.#reader.isInside ? 'event' : 'idle';
    // An event has its time from its first byte on, however slowly the others come.
    if (timed === 'event' && this.#timed === 'event') return;
    clearTimeout(this.#timer);
    this.#timed = timed;
    this.#timer = setTimeout(() => this.#tookTooLong(), timed === 'event' ? eventMs : idleMs).unref();
  }

  #tookTooLong(): void {
    if (this.#hasReadAny) this.end(new AppError('TIMEOUT'));
    else this.#socket.destroy();
  }
}
