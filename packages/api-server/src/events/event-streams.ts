import { AppError, type EventType, limits, type QuothEvent } from '@quoth/contract';
import type { EventLog, LoggedEvent } from '@quoth/core';
import type { EventSink } from './event-sink.ts';

/** Which events a reader wants, and from where on. */
export interface EventReader {
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
  /** Called with the number of readers whenever it changes. */
  readonly onCount?: ((count: number) => void) | undefined;
  readonly maximumReaders?: number;
  readonly maximumQueueBytes?: number;
  readonly heartbeatMs?: number;
}

/** Who reads events at one listener. An event is written out once, whoever reads it; who does not read is dropped. */
export class EventStreams {
  readonly #log: EventLog;
  readonly #onCount: (count: number) => void;
  readonly #maximumReaders: number;
  readonly #maximumQueueBytes: number;
  readonly #heartbeatMs: number;
  readonly #readers = new Set<EventReader>();
  #stopListening: (() => void) | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(options: EventStreamsOptions) {
    this.#log = options.log;
    this.#onCount = options.onCount ?? (() => {});
    this.#maximumReaders = options.maximumReaders ?? limits.eventReaders;
    this.#maximumQueueBytes = options.maximumQueueBytes ?? limits.eventQueueBytes;
    this.#heartbeatMs = options.heartbeatMs ?? limits.eventHeartbeatMs;
  }

  get count(): number {
    return this.#readers.size;
  }

  /** Throws RATE_LIMITED when there are as many readers as there may be. Asked before an answer is begun. */
  check(): void {
    if (this.#readers.size < this.#maximumReaders) return;
    throw new AppError('RATE_LIMITED', {
      message: `${this.#maximumReaders} programs are already reading events.`,
      hint: 'Close the ones that are not needed; one stream can carry every type.',
    });
  }

  /** Sends what the reader has missed, then every event that it wants, until it goes. */
  add(reader: EventReader): void {
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
        const seen = seenBy(reader, logged);
        if (seen) reader.sink.write(frameOf(seen));
      }
    }
    this.#readers.add(reader);
    this.#onCount(this.#readers.size);
    this.#stopListening ??= this.#log.subscribe((logged) => this.#send(logged));
    this.#heartbeat ??= setInterval(() => this.#beat(), this.#heartbeatMs).unref();
    reader.sink.onGone(() => this.#remove(reader));
  }

  /** Ends every stream; the readers may come back. */
  close(): void {
    for (const reader of [...this.#readers]) {
      this.#remove(reader);
      reader.sink.end();
    }
  }

  #send(logged: LoggedEvent): void {
    let frame: Buffer | undefined;
    for (const reader of this.#readers) {
      const seen = seenBy(reader, logged);
      if (!seen) continue;
      if (seen === logged) frame ??= frameOf(logged);
      this.#write(reader, frame !== undefined && seen === logged ? frame : frameOf(seen));
    }
  }

  /** Brings the position on, too: a reader with a filter need not be told later that it missed what it did not want. */
  #beat(): void {
    const frame = Buffer.from(`id: ${this.#log.position()}\n: still here\n\n`);
    for (const reader of this.#readers) this.#write(reader, frame);
  }

  #write(reader: EventReader, frame: Buffer): void {
    if (reader.sink.queuedBytes() + frame.length <= this.#maximumQueueBytes) {
      reader.sink.write(frame);
      return;
    }
    this.#remove(reader);
    reader.sink.drop();
  }

  #remove(reader: EventReader): void {
    if (!this.#readers.delete(reader)) return;
    this.#onCount(this.#readers.size);
    if (this.#readers.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}

/** After how many milliseconds a reader that was cut off comes back. */
const RETRY_MS = 1_000;

function frameOf({ id, event, json }: LoggedEvent): Buffer {
  return Buffer.from(`id: ${id}\nevent: ${event.type}\ndata: ${json}\n\n`);
}

/** What this reader gets of an event; the same object if it is all of it. */
function seenBy(reader: EventReader, logged: LoggedEvent): LoggedEvent | undefined {
  if (!wants(reader, logged.event)) return undefined;
  const event = reader.view ? reader.view(logged.event) : logged.event;
  if (event === undefined || event === logged.event) return event && logged;
  return { ...logged, event, json: JSON.stringify(event) };
}

function wants({ types, recordingId }: EventReader, event: QuothEvent): boolean {
  if (types !== undefined && !types.includes(event.type)) return false;
  return recordingId === undefined || ('recordingId' in event && event.recordingId === recordingId);
}
