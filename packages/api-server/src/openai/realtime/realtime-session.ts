import { setImmediate as breathe } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { AppError, asAppError, limits, type OpenAiError, type RealtimeServerEvent } from '@quoth/contract';
import type { Core, LiveInput, LiveRecording, LiveSound } from '@quoth/core';
import { openAiErrorOf } from '../openai-error.ts';
import { MessageQueue } from './message-queue.ts';
import { type ReadEvent, readEvent } from './read-event.ts';
import { MOST_PENDING, type SessionEffect, type SessionEvent, stepSession } from './session-machine.ts';
import { liveFormatOf, optionsOf, type SessionSettings } from './session-settings.ts';
import { newSession, type SessionState } from './session-state.ts';
import { TurnDetector } from './turn-detector.ts';

/** The other side of a session. */
export interface SessionPeer {
  send(text: string): void;
  /** Nothing more is read until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends the session because of what the peer has done; the reason is for people. */
  refuse(reason: string): void;
}

export interface RealtimeSessionOptions {
  readonly id: string;
  readonly core: Core;
  readonly settings: SessionSettings;
  readonly peer: SessionPeer;
  readonly requestId: string;
}

/** A tenth of a second of 24 kHz: turns are found in steps of at most this. */
const SLICE_BYTES = 4_800;
/** A second, after which others get their turn. */
const SLICES_AT_A_TIME = 10;
/** Messages that could not be carried out, after which the peer is not expected to learn any more. */
const MOST_REFUSALS = 100;
/** Samples a millisecond. */
const PER_MS = 16;

/** One client of the realtime dialect: carries out what the session's machine says, one message after the other. */
export class RealtimeSession {
  readonly #with: RealtimeSessionOptions;
  #state: SessionState;
  readonly #messages: MessageQueue;
  readonly #events: SessionEvent[] = [];
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
    this.#with = options;
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

  /** The connection is gone: what came before that is carried out to its end, and what came of a turn is kept and becomes text. */
  end(): void {
    this.#messages.push(0, async () => {
      this.#step({ type: 'closed' });
      // An input that never opened was told to whoever sent sound.
      await this.#input.then((input) => input.close()).catch(ignored);
    });
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

  #update(update: Extract<SessionEvent, { type: 'update' }>['update']): void {
    const { core } = this.#with;
    try {
      // What is wrong with the model is said now, and not when somebody has spoken.
      const { state } = stepSession(this.#state, { type: 'update', update });
      core.liveAudio.check(optionsOf(state.settings, core));
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
      if (++slices % SLICES_AT_A_TIME === 0) await breathe();
    }
  }

  async #addSound(sound: LiveSound): Promise<void> {
    if (sound.samples.length === 0) return;
    this.#samples += sound.samples.length;
    if (this.#samples > limits.audioSeconds * 1000 * PER_MS) {
      const message = `A session may have ${limits.audioSeconds / 3600} hours of audio.`;
      const hint = 'Open another one. What has arrived is kept.';
      this.#refuse(new AppError('INVALID_REQUEST', { message, hint }), undefined);
      this.#with.peer.refuse('too much audio');
      return;
    }
    if (this.#turns) for (const step of this.#turns.push(sound)) this.#step({ type: 'turn', step });
    else this.#step({ type: 'sound', sound });
    await this.#taken;
    // Who sends turns faster than they become text waits, too.
    while (this.#state.pending.length >= MOST_PENDING && !this.#state.isOver) {
      const woken = Promise.withResolvers<void>();
      this.#wake = () => woken.resolve();
      await woken.promise;
    }
  }

  /** One event after the other: what carrying one out brings comes after it. */
  #step(event: SessionEvent): void {
    this.#events.push(event);
    if (this.#isStepping) return;
    this.#isStepping = true;
    try {
      for (let next = this.#events.shift(); next; next = this.#events.shift()) {
        const { state, effects } = stepSession(this.#state, next);
        this.#state = state;
        for (const effect of effects) this.#carryOut(effect);
      }
    } finally {
      this.#isStepping = false;
    }
  }

  #carryOut(effect: SessionEffect): void {
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
    const { id, peer } = this.#with;
    const event_id = `event_${id.replace(/^sess_/, '')}_${++this.#sent}`;
    peer.send(JSON.stringify({ event_id, ...event }));
  }

  #listen(settings: SessionSettings): void {
    if (!isDeepStrictEqual(settings.format, this.#format)) {
      const before = this.#input;
      this.#format = settings.format;
      this.#input = before.then((input) => {
        input.close();
        return this.#with.core.liveAudio.input(liveFormatOf(settings));
      });
    }
    this.#turns = settings.turns ? new TurnDetector(settings.turns, this.#samples) : undefined;
  }

  #begin(itemId: string): void {
    const { core, requestId } = this.#with;
    try {
      const recording = core.liveAudio.begin(optionsOf(this.#state.settings, core), {
        source: 'api',
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
        ({ text }) => this.#step({ type: 'transcribed', itemId, text, seconds }),
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
    if (++this.#refusals > MOST_REFUSALS) this.#with.peer.refuse('too many errors');
  }

  #errorOf(error: unknown): OpenAiError['error'] {
    return openAiErrorOf(asAppError(error), this.#with.requestId).error;
  }
}

/** What became of it is told by its recording. */
const ignored = (): void => undefined;
