import { AppError, type EventType, limits, type QuothEvent } from '@quoth/contract';
import type { EventLog, LoggedEvent } from '@quoth/core';
import type { EventSink } from './event-sink.ts';

/** Which events a reader wants, and from where on. */
export interface EventReader {
  readonly sink: EventSink;
  readonly types?: readonly EventType[] | undefined;
  readonly recordingId?: string | undefined;
  /** Which events this reader may have at all; whatever the listener sends when absent. */
  readonly allows?: ((event: QuothEvent) => boolean) | undefined;
  /** The id of the last event it has had. */
  readonly lastEventId?: string | undefined;
}

export interface EventStreamsOptions {
  readonly log: EventLog;
  /** Which events this listener may send at all; every one when absent. */
  readonly allows?: ((event: QuothEvent) => boolean) | undefined;
  /** Called with the number of readers whenever it changes. */
  readonly onCount?: ((count: number) => void) | undefined;
  readonly maximumReaders?: number;
  readonly maximumQueueBytes?: number;
  readonly heartbeatMs?: number;
}

/** Who reads events at one listener. An event is written out once, whoever reads it; who does not read is dropped. */
export class EventStreams {
  readonly #log: EventLog;
  readonly #allows: (event: QuothEvent) => boolean;
  readonly #onCount: (count: number) => void;
  readonly #maximumReaders: number;
  readonly #maximumQueueBytes: number;
  readonly #heartbeatMs: number;
  readonly #readers = new Set<EventReader>();
  #stopListening: (() => void) | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(options: EventStreamsOptions) {
    this.#log = options.log;
    this.#allows = options.allows ?? (() => true);
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
        if (this.#allows(logged.event) && wants(reader, logged.event)) reader.sink.write(frameOf(logged));
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
    if (!this.#allows(logged.event)) return;
    let frame: Buffer | undefined;
    for (const reader of this.#readers) {
      if (!wants(reader, logged.event)) continue;
      frame ??= frameOf(logged);
      this.#write(reader, frame);
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

function wants({ types, recordingId, allows }: EventReader, event: QuothEvent): boolean {
  if (allows && !allows(event)) return false;
  if (types !== undefined && !types.includes(event.type)) return false;
  return recordingId === undefined || ('recordingId' in event && event.recordingId === recordingId);
}
