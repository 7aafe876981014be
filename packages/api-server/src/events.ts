import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import {
  AppError,
  appEventTypes,
  type EventType,
  eventAudiences,
  isSpokenHere,
  limits,
  type QuothEvent,
  type Reader,
  reworded,
  type Settings,
  say,
} from '@quoth/contract';
import {
  type Caller,
  type Core,
  dictationFor,
  type EventLog,
  type LoggedEvent,
  may,
  type ProgramIdentity,
  type Recordings,
} from '@quoth/core';

/** Which events a reader wants, and from where on. */
interface EventSubscription {
  readonly sink: EventSink;
  readonly types?: readonly EventType[] | undefined;
  readonly recordingId?: string | undefined;
  /** What of an event this reader may have: all of it (the same object), a part, or nothing. Everything when absent. */
  readonly view?: ((event: QuothEvent) => QuothEvent | undefined) | undefined;
  /** The id of the last event it has had. */
  readonly lastEventId?: string | undefined;
}

export interface EventStreamsOptions {
  readonly log: EventLog;
  /** In whose words events say what to do; those of the local API when absent. */
  readonly reader?: Reader;
  /** Called with the number of readers whenever it changes. */
  readonly onCount?: ((count: number) => void) | undefined;
  readonly maxReaders?: number;
  readonly maxQueueBytes?: number;
  readonly heartbeatMs?: number;
}

/**
 * The readers of events at one listener. Each event is serialised once for all of them, and a reader that falls behind
 * is dropped.
 */
export class EventStreams {
  readonly #log: EventLog;
  readonly #reader: Reader;
  readonly #onCount: (count: number) => void;
  readonly #maxReaders: number;
  readonly #maxQueueBytes: number;
  readonly #heartbeatMs: number;
  /** With what is to be called when they go. */
  readonly #readers = new Map<EventSubscription, () => void>();
  /** Levels that are sent with the next event: waking a browser costs more than what it reads. */
  #held: LoggedEvent[] = [];
  #stopListening: (() => void) | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(options: EventStreamsOptions) {
    this.#log = options.log;
    this.#reader = options.reader ?? 'api';
    this.#onCount = options.onCount ?? (() => {});
    this.#maxReaders = options.maxReaders ?? limits.eventReaders;
    this.#maxQueueBytes = options.maxQueueBytes ?? limits.eventQueueBytes;
    this.#heartbeatMs = options.heartbeatMs ?? limits.eventHeartbeatMs;
  }

  get count(): number {
    return this.#readers.size;
  }

  /** Throws RATE_LIMITED when there are as many readers as there may be. Asked before an answer is begun. */
  check(): void {
    if (this.#readers.size < this.#maxReaders) return;
    throw new AppError('RATE_LIMITED', {
      message: say('tooManyEventReaders', { count: this.#maxReaders }),
      hint: say('closeEventStreams'),
    });
  }

  /** Sends what the reader has missed, then every event that it wants, until it goes. */
  add(reader: EventSubscription): void {
    this.#send();
    const { lastEventId } = reader;
    const found = lastEventId === undefined ? undefined : this.#log.since(lastEventId);
    // Even a reader that has received nothing yet knows from where to go on.
    const position = found ? '' : `id: ${this.#log.position()}\n`;
    reader.sink.write(Buffer.from(`retry: ${RETRY_MS}\n${position}: listening\n\n`));
    if (found && 'missed' in found) {
      const event: QuothEvent = { type: 'events-missed', reason: found.missed };
      reader.sink.write(frameOf({ id: this.#log.position(), event, json: JSON.stringify(event) }));
    }
    if (found && 'events' in found) {
      for (const logged of found.events) {
        const seen = seenBy(reader, logged, this.#reader);
        if (seen) reader.sink.write(frameOf(seen));
      }
    }
    // Who asks for one recording came after its beginning, when it was decided what is made for readers.
    const readsWords =
      reader.recordingId === undefined && (reader.types?.includes('transcript-partial') ?? true);
    this.#readers.set(reader, readsWords ? this.#log.readWords() : () => undefined);
    this.#onCount(this.#readers.size);
    this.#stopListening ??= this.#log.subscribe((logged) => this.#take(logged));
    this.#heartbeat ??= setInterval(() => this.#beat(), this.#heartbeatMs).unref();
    reader.sink.onGone(() => this.#remove(reader));
  }

  /** Ends every stream; the readers may come back. */
  close(): void {
    for (const reader of [...this.#readers.keys()]) {
      this.#remove(reader);
      reader.sink.end();
    }
  }

  /** For a window, levels wait for what comes next: another one within 50 ms, or the end. */
  #take(logged: LoggedEvent): void {
    const isLevel = this.#reader === 'window' && logged.event.type === 'dictation-level';
    if (isLevel && this.#held.length < LEVELS_AT_ONCE - 1) this.#held.push(logged);
    else this.#send(logged);
  }

  #send(logged?: LoggedEvent): void {
    const held = this.#held;
    this.#held = [];
    // Node sends what is written in one turn together.
    for (const one of logged ? [...held, logged] : held) this.#sendToAll(one);
  }

  #sendToAll(logged: LoggedEvent): void {
    let frame: Buffer | undefined;
    for (const reader of this.#readers.keys()) {
      const seen = seenBy(reader, logged, this.#reader);
      if (!seen) continue;
      if (seen === logged) frame ??= frameOf(logged);
      this.#write(reader, frame !== undefined && seen === logged ? frame : frameOf(seen));
    }
  }

  /**
   * Moves the position forward, too, so that a reader with a filter does not miss events later that it did not want.
   */
  #beat(): void {
    this.#send();
    const frame = Buffer.from(`id: ${this.#log.position()}\n: still here\n\n`);
    for (const reader of this.#readers.keys()) this.#write(reader, frame);
  }

  #write(reader: EventSubscription, frame: Buffer): void {
    if (reader.sink.queuedBytes() + frame.length <= this.#maxQueueBytes) {
      reader.sink.write(frame);
      return;
    }
    this.#remove(reader);
    reader.sink.drop();
  }

  #remove(reader: EventSubscription): void {
    const leave = this.#readers.get(reader);
    if (!leave) return;
    this.#readers.delete(reader);
    leave();
    this.#onCount(this.#readers.size);
    if (this.#readers.size > 0) return;
    this.#held = [];
    this.#stopListening?.();
    this.#stopListening = undefined;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}

/** After how many milliseconds a reader that was cut off comes back. */
const RETRY_MS = 1_000;

/** Of the microphone, for a window: without a graphics card, each frame takes 5 ms before anything is drawn in it. */
const LEVELS_AT_ONCE = 3;

function frameOf({ id, event, json }: LoggedEvent): Buffer {
  return Buffer.from(`id: ${id}\nevent: ${event.type}\ndata: ${json}\n\n`);
}

/** What this reader gets of an event; the same object if it is all of it. */
function seenBy(reader: EventSubscription, logged: LoggedEvent, audience: Reader): LoggedEvent | undefined {
  if (!wants(reader, logged.event)) return undefined;
  const event = reworded(audience, reader.view ? reader.view(logged.event) : logged.event);
  if (event === undefined || event === logged.event) return event && logged;
  return { ...logged, event, json: JSON.stringify(event) };
}

function wants({ types, recordingId }: EventSubscription, event: QuothEvent): boolean {
  if (types !== undefined && !types.includes(event.type)) return false;
  return recordingId === undefined || ('recordingId' in event && event.recordingId === recordingId);
}

/** The destination of one reader's events. */
export interface EventSink {
  write(bytes: Uint8Array): void;
  /** Bytes written that the other side has not taken yet. */
  queuedBytes(): number;
  /** Ends the stream in order. */
  end(): void;
  /** Cuts it off, whatever waits. */
  drop(): void;
  /** Called once, when there is no reader left. */
  onGone(listener: () => void): void;
}

const EVENT_STREAM = { 'Content-Type': 'text/event-stream; charset=utf-8' } as const;

/** A sink and the response to return for it: straight to the socket where there is one, a stream in memory. */
export function openSink(outgoing: ServerResponse | undefined): { sink: EventSink; response: Response } {
  return outgoing ? socketSink(outgoing) : streamSink();
}

/** Past the adapter: what waits is counted where it waits, and a thousand readers cost one write each. */
function socketSink(outgoing: ServerResponse): { sink: EventSink; response: Response } {
  outgoing.writeHead(200, EVENT_STREAM);
  // Errors of a closed connection do not matter: 'close' ends the stream.
  outgoing.on('error', () => undefined);
  const sink: EventSink = {
    write: (bytes) => outgoing.write(bytes),
    queuedBytes: () => outgoing.writableLength,
    end: () => outgoing.end(),
    drop: () => outgoing.destroy(),
    onGone: (listener) => {
      if (outgoing.closed) listener();
      else outgoing.once('close', listener);
    },
  };
  return { sink, response: RESPONSE_ALREADY_SENT };
}

function streamSink(): { sink: EventSink; response: Response } {
  let gone = () => {};
  let open: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        open = controller;
      },
      cancel: () => gone(),
    },
    { highWaterMark: 0, size: (chunk) => chunk?.byteLength ?? 0 },
  );
  const sink: EventSink = {
    write: (bytes) => open?.enqueue(bytes),
    queuedBytes: () => -(open?.desiredSize ?? 0),
    end: () => open?.close(),
    drop: () => open?.error(new Error('The reader did not keep up.')),
    onGone: (listener) => {
      gone = listener;
    },
  };
  return { sink, response: new Response(body, { headers: EVENT_STREAM }) };
}

interface ProgramEventsOptions {
  readonly caller: Caller;
  readonly core: Pick<Core, 'recordings' | 'questions'>;
  readonly settings: () => Settings;
}

/**
 * What a program on the public port receives of each event: the event itself, of the recorder what is its own, or
 * nothing. Made for one reader, because it leaves out a state that was sent already: otherwise the number of events
 * would show what others dictate.
 */
export function eventsForProgram({
  caller,
  core,
  settings,
}: ProgramEventsOptions): (event: QuothEvent) => QuothEvent | undefined {
  const { recordings, questions } = core;
  const { program } = caller;
  const mayRecord = () => may(caller, 'record') && (questions?.permission(caller) ?? 'never') !== 'never';
  const isOwn = (id: string) => mayRecord() && questions?.isOwn(id, caller) === true;
  let lastText = '';
  return (event) => {
    switch (event.type) {
      case 'dictation-changed': {
        if (!mayRecord()) return undefined;
        const dictation = dictationFor(event.dictation, program?.tokenId ?? null);
        const text = JSON.stringify(dictation);
        if (text === lastText) return undefined;
        lastText = text;
        return { type: event.type, dictation };
      }
      case 'dictation-level':
        return isOwn(event.recordingId) ? event : undefined;
      case 'transcript-partial':
        if (event.source === 'dictation' && isOwn(event.recordingId)) return event;
        break;
    }
    if (eventAudiences[event.type] === 'dictation' || !isPublic(event, settings())) return undefined;
    return program === undefined || isInScopes(event, program, recordings) ? event : undefined;
  };
}

/**
 * True for an event that a program with this named token may receive: what it tells of is in its scopes, or its own
 * recording.
 */
function isInScopes(
  event: QuothEvent,
  { tokenId, scopes }: ProgramIdentity,
  recordings: Pick<Recordings, 'isMadeBy'>,
): boolean {
  const audience = eventAudiences[event.type];
  if (audience === 'none' || audience === 'any') return audience === 'any';
  // Events of the recorder depend on who started the recording: `eventsForProgram` decides that.
  if (audience === 'dictation') return false;
  if (audience !== 'recording') return scopes.has(audience);
  return (
    scopes.has('history.read') || ('recordingId' in event && recordings.isMadeBy(event.recordingId, tokenId))
  );
}

/**
 * True for an event that programs on the public port may receive; what somebody says into the microphone is theirs only
 * when the user allows it.
 */
export function isPublic(event: QuothEvent, { liveTextForPrograms }: Settings): boolean {
  if (appEventTypes.includes(event.type)) return false;
  if (event.type !== 'transcript-partial' || !isSpokenHere(event.source)) return true;
  return liveTextForPrograms && event.private !== true;
}
