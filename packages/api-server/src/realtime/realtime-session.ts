import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import {
  AppError,
  asAppError,
  limits,
  type OpenAiError,
  openAiRoutes,
  type RealtimeServerEvent,
  say,
  type TranscribeOptions,
} from '@quoth/contract';
import type { Caller, Core, LiveAudioFormat, LiveInput, LiveRecording, LiveSound } from '@quoth/core';
import { bearerOf } from '@quoth/http';
import { hintsOf } from '@quoth/text';
import type { Handler, RequestContext } from '../handler.ts';
import { validated } from '../http/body.ts';
import { openAiErrorOf, ParameterError, ProtocolError } from '../http/errors.ts';
import { resolveModel } from '../openai/models.ts';
import { type ReadEvent, readEvent } from './read-event.ts';
import type { SessionPeer, UpgradeRequest } from './realtime-sockets.ts';
import {
  MAX_PENDING,
  newSession,
  type RealtimeEffect,
  type RealtimeEvent,
  type SessionState,
  stepSession,
} from './session-machine.ts';
import { initialSettings, type SessionSettings } from './session-settings.ts';
import { TurnDetector } from './turn-detector.ts';

const SWITCHING_PROTOCOLS = 101;

/** `GET /v1/realtime`: the connection becomes a WebSocket, and that a session. */
export const openRealtime: Handler = (context, { core, realtime }) => {
  const { query, requestId, upgrade, caller, outgoing } = context;
  if (!realtime) throw new AppError('NOT_FOUND');
  const { intent, model, save } = validated(openAiRoutes.openRealtime.query, query, 'text');
  if (intent === undefined) {
    throw new ParameterError('intent', {
      message: say('onlyTranscriptionSessions'),
      hint: say('addIntent'),
    });
  }
  const token = upgrade && bearerOf(upgrade.request);
  refuseToken(query, token);
  const accepted = handshakeOf(upgrade, token);
  const settings = initialSettings(model, save);
  core.liveAudio.check(optionsOf(settings, core), caller);
  realtime.check();
  const id = `sess_${randomUUID().replaceAll('-', '')}`;
  // For the list of calls, and for code that looks at the response later.
  if (outgoing) outgoing.statusCode = SWITCHING_PROTOCOLS;
  realtime.accept(accepted, caller.program?.tokenId, (peer) => {
    const session = new RealtimeSession({ id, core, caller, settings, peer, requestId });
    return { message: (bytes) => session.receive(bytes), closed: () => session.end() };
  });
  return RESPONSE_ALREADY_SENT;
};

/**
 * A token in the address would stand in the log of any proxy, so it is refused even beside a correct header. It is
 * known by its name, or by being the header's.
 */
function refuseToken(query: RequestContext['query'], token: string | undefined): void {
  const isNamed = ([name]: readonly [string, unknown]) =>
    /^(token|access_token|api_?key|key|authorization)$/i.test(name);
  const isMatch = ([, value]: readonly [string, string | readonly string[]]) =>
    token !== undefined && [value].flat().some((one) => one.includes(token));
  if (!Object.entries(query).some((entry) => isNamed(entry) || isMatch(entry))) return;
  throw new ProtocolError('INVALID_REQUEST', {
    message: say('tokenInAddress'),
    hint: say('sendTokenInHeader'),
  });
}

/** Throws what is wrong with a request that should become a WebSocket (RFC 6455, section 4.2.1). */
function handshakeOf(upgrade: UpgradeRequest | undefined, token: string | undefined): UpgradeRequest {
  if (!upgrade) {
    throw new ProtocolError('INVALID_REQUEST', {
      message: say('onlyWebSockets'),
      hint: say('connectWithWebSocket'),
    });
  }
  const { headers, httpVersion } = upgrade.request;
  if (httpVersion !== '1.1')
    throw new ProtocolError('INVALID_REQUEST', {
      message: say('handshakeNeedsHttp11', { version: httpVersion }),
    });
  const key = headers['sec-websocket-key'] ?? '';
  if (headers['sec-websocket-version'] !== '13' || !/^[+/0-9A-Za-z]{22}==$/.test(key))
    throw new ProtocolError('INVALID_REQUEST', {
      message: say('notAHandshake'),
    });
  const protocols = headers['sec-websocket-protocol'] ?? '';
  if (/key|token|bearer/i.test(protocols) || (token !== undefined && protocols.includes(token))) {
    throw new ProtocolError('INVALID_REQUEST', {
      message: say('tokenInSubprotocol'),
      hint: say('sendTokenInHeader'),
    });
  }
  return upgrade;
}

interface RealtimeSessionOptions {
  readonly id: string;
  readonly core: Core;
  readonly caller: Caller;
  readonly settings: SessionSettings;
  readonly peer: SessionPeer;
  readonly requestId: string;
}

/** A tenth of a second of 24 kHz: turns are found in steps of at most this. */
const SLICE_BYTES = 4_800;
/** A second, after which others get their turn. */
const SLICES_AT_A_TIME = 10;
/** Messages that could not be carried out, after which the peer is not expected to learn any more. */
const MAX_REFUSALS = 100;
/** Samples a millisecond. */
const PER_MS = 16;

/** One client of the realtime dialect: carries out what the session's machine says, one message after the other. */
export class RealtimeSession {
  readonly #options: RealtimeSessionOptions;
  #state: SessionState;
  readonly #messages: MessageQueue;
  readonly #events: RealtimeEvent[] = [];
  #isStepping = false;
  #format: SessionSettings['format'];
  #input: Promise<LiveInput>;
  #turns: TurnDetector | undefined;
  readonly #recordings = new Map<string, { readonly recording: LiveRecording; samples: number }>();
  /** Resolves when the disk has all sound so far. */
  #taken: Promise<void> = Promise.resolve();
  #samples = 0;
  #sent = 0;
  #refusals = 0;
  #wake: () => void = () => undefined;

  constructor(options: RealtimeSessionOptions) {
    this.#options = options;
    const { id, core, settings, peer } = options;
    this.#messages = new MessageQueue({ pause: () => peer.pause(), resume: () => peer.resume() });
    this.#state = newSession(id, settings);
    this.#format = settings.format;
    this.#input = core.liveAudio.input(liveFormatOf(settings));
    this.#turns = settings.turns ? new TurnDetector(settings.turns) : undefined;
    this.#step({ type: 'opened' });
  }

  /** Takes a message over; undefined stands for one that is not text. */
  receive(message: Buffer | undefined): void {
    this.#messages.push(message?.length ?? 0, () =>
      this.#handle(message).catch((error: unknown) => this.#refuse(error, undefined)),
    );
  }

  /**
   * The connection is gone: what came before that is carried out to its end, and what came of a turn is kept and
   * becomes text.
   */
  end(): void {
    this.#messages.push(0, async () => this.#step({ type: 'closed' }));
  }

  async #handle(message: Buffer | undefined): Promise<void> {
    if (this.#state.isOver) return;
    const read = await readEvent(message);
    if ('refusal' in read) this.#refuse(read.refusal, read.eventId);
    else if ('audio' in read) await this.#append(read.audio);
    else await this.#carryOutClient(read.event);
  }

  async #carryOutClient(event: Extract<ReadEvent, { event: unknown }>['event']): Promise<void> {
    switch (event.type) {
      case 'session.update':
      case 'transcription_session.update':
        this.#update(event);
        break;
      case 'input_audio_buffer.commit': {
        const rest = (await this.#input).end();
        if (this.#state.open && !this.#turns) await this.#addSound(rest);
        this.#step({ type: 'commit', eventId: event.event_id });
        break;
      }
      case 'input_audio_buffer.clear':
        (await this.#input).end();
        this.#step({ type: 'clear' });
        break;
    }
  }

  #update(update: Extract<RealtimeEvent, { type: 'update' }>['update']): void {
    const { core, caller } = this.#options;
    try {
      // A problem with the model is reported now, and not after the user has spoken.
      const { state } = stepSession(this.#state, { type: 'update', update });
      core.liveAudio.check(optionsOf(state.settings, core), caller);
    } catch (error) {
      this.#refuse(error, update.event_id);
      return;
    }
    this.#step({ type: 'update', update });
  }

  async #append(bytes: Buffer): Promise<void> {
    const input = await this.#input;
    let slices = 0;
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      await this.#addSound(input.push(bytes.subarray(at, at + SLICE_BYTES)));
      if (this.#state.isOver) return;
      if (++slices % SLICES_AT_A_TIME === 0) await nextTurn();
    }
  }

  async #addSound(sound: LiveSound): Promise<void> {
    if (sound.samples.length === 0) return;
    this.#samples += sound.samples.length;
    if (this.#samples > limits.audioSeconds * 1000 * PER_MS) {
      const message = say('sessionTooLong', { hours: limits.audioSeconds / 3600 });
      const hint = say('openAnotherSession');
      this.#refuse(new AppError('INVALID_REQUEST', { message, hint }), undefined);
      this.#options.peer.refuse('too much audio');
      return;
    }
    if (this.#turns) for (const step of this.#turns.push(sound)) this.#step({ type: 'turn', step });
    else this.#step({ type: 'sound', sound });
    await this.#taken;
    // A client that sends turns faster than they become text has to wait as well.
    while (this.#state.pending.length >= MAX_PENDING && !this.#state.isOver) {
      const woken = Promise.withResolvers<void>();
      this.#wake = () => woken.resolve();
      await woken.promise;
    }
  }

  /** One event after the other: events that an effect causes are handled after it. */
  #step(event: RealtimeEvent): void {
    this.#events.push(event);
    if (this.#isStepping) return;
    this.#isStepping = true;
    try {
      for (let next = this.#events.shift(); next; next = this.#events.shift()) {
        const { state, effects } = stepSession(this.#state, next);
        this.#state = state;
        for (const effect of effects) this.#applyEffect(effect);
      }
    } finally {
      this.#isStepping = false;
    }
  }

  #applyEffect(effect: RealtimeEffect): void {
    switch (effect.type) {
      case 'send':
        this.#send(effect.event);
        break;
      case 'begin':
        this.#begin(effect.itemId);
        break;
      case 'take':
        this.#take(effect.itemId, effect.sound);
        break;
      case 'finish':
        this.#finish(effect.itemId);
        break;
      case 'discard':
        this.#takenOut(effect.itemId)?.recording.discard().catch(ignored);
        break;
      case 'abandon':
        void this.#takenOut(effect.itemId)?.recording.abandon();
        break;
      case 'reset-turns':
        this.#turns?.reset();
        break;
      case 'listen':
        this.#listen(effect.settings);
        break;
    }
  }

  #send(event: RealtimeServerEvent): void {
    const { id, peer } = this.#options;
    const event_id = `event_${id.replace(/^sess_/, '')}_${++this.#sent}`;
    peer.send(JSON.stringify({ event_id, ...event }));
  }

  #listen(settings: SessionSettings): void {
    if (!isDeepStrictEqual(settings.format, this.#format)) {
      this.#format = settings.format;
      this.#input = this.#options.core.liveAudio.input(liveFormatOf(settings));
    }
    this.#turns = settings.turns ? new TurnDetector(settings.turns, this.#samples) : undefined;
  }

  #begin(itemId: string): void {
    const { core, caller, requestId } = this.#options;
    try {
      const recording = core.liveAudio.begin(optionsOf(this.#state.settings, core), {
        source: 'api',
        caller,
        requestId,
        onStablePartial: (text) => this.#step({ type: 'grown', itemId, text }),
      });
      this.#recordings.set(itemId, { recording, samples: 0 });
      this.#step({ type: 'recorded', itemId, recordingId: recording.recordingId });
    } catch (error) {
      this.#step({ type: 'interrupted', itemId, error: this.#errorOf(error) });
    }
  }

  #take(itemId: string, sound: LiveSound): void {
    const entry = this.#recordings.get(itemId);
    if (!entry) return;
    entry.samples += sound.samples.length;
    this.#taken = entry.recording.take(sound).catch((error: unknown) => {
      const isCancelled = error instanceof AppError && error.code === 'CANCELLED';
      this.#step({ type: 'interrupted', itemId, error: this.#errorOf(error), isCancelled });
    });
  }

  #finish(itemId: string): void {
    const entry = this.#takenOut(itemId);
    if (!entry) return;
    const { recording, samples } = entry;
    const seconds = Math.round(samples / PER_MS) / 1000;
    recording
      .finish()
      .then(
        ({ text, warning }) => this.#step({ type: 'transcribed', itemId, text, seconds, warning }),
        (error: unknown) => {
          // OpenAI's clients know no error for audio without speech.
          if (error instanceof AppError && error.code === 'NO_SPEECH')
            this.#step({ type: 'transcribed', itemId, text: '', seconds });
          else this.#step({ type: 'failed', itemId, error: this.#errorOf(error) });
        },
      )
      .finally(() => this.#wake())
      .catch(ignored);
  }

  #takenOut(itemId: string) {
    const entry = this.#recordings.get(itemId);
    this.#recordings.delete(itemId);
    return entry;
  }

  #refuse(error: unknown, eventId: string | undefined): void {
    this.#step({ type: 'refused', eventId, error: this.#errorOf(error) });
    if (++this.#refusals > MAX_REFUSALS) this.#options.peer.refuse('too many errors');
  }

  #errorOf(error: unknown): OpenAiError['error'] {
    return openAiErrorOf(asAppError(error), this.#options.requestId).error;
  }
}

/** What became of it is reported by its recording. */
const ignored = (): void => undefined;

/** Bytes of unfinished messages at which the peer has to wait, and below which it may send again. */
const HIGH_WATER = 512 * 1024;
const LOW_WATER = 64 * 1024;
/** What a message takes while it waits, however short it is. */
const MIN_BYTES = 1024;

interface MessageQueueOptions {
  /** Nothing more is read until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** The messages of one connection, carried out one after the other; a peer that sends faster has to wait. */
export class MessageQueue {
  readonly #options: MessageQueueOptions;
  #last: Promise<void> = Promise.resolve();
  #inFlight = 0;
  #isPaused = false;

  constructor(options: MessageQueueOptions) {
    this.#options = options;
  }

  /** Runs `work` once everything before it has ended. `bytes`: the size of its message, 0 for anything else. */
  push(bytes: number, work: () => Promise<void>): void {
    this.#count(Math.max(bytes, MIN_BYTES));
    this.#last = this.#last.then(work, work).finally(() => this.#count(-Math.max(bytes, MIN_BYTES)));
  }

  #count(bytes: number): void {
    this.#inFlight += bytes;
    const isPaused = this.#inFlight > (this.#isPaused ? LOW_WATER : HIGH_WATER);
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#options.pause();
    else this.#options.resume();
  }
}

/** The options of a session's recordings. Throws MODEL_NOT_FOUND. */
function optionsOf({ transcription, save }: SessionSettings, core: Core): TranscribeOptions {
  return {
    ...resolveModel(core, transcription.model),
    ...hintsOf(transcription),
    ...(save !== undefined && { save }),
  };
}

/** The format of the bytes in a session's events. */
function liveFormatOf({ format }: SessionSettings): LiveAudioFormat {
  if (format.type === 'audio/pcm') return { encoding: 'pcm16le', rate: format.rate };
  return { encoding: format.type === 'audio/pcmu' ? 'mulaw' : 'alaw', rate: 8_000 };
}
