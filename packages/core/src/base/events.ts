import type { Notice, QuothEvent, Said } from '@quoth/contract';

type Listener = (event: QuothEvent) => void;
type EventOf<Type extends QuothEvent['type']> = Extract<QuothEvent, { type: Type }>;

/** An event as it is made: what it says is data. */
export type MadeEvent =
  | Exclude<QuothEvent, { type: 'remark-made' | 'notice-raised' }>
  | Said<EventOf<'remark-made'>>
  | (EventOf<'notice-raised'> & { readonly notice: Said<Notice> });

/** What to do at events of some types. */
export type EventHandlers = {
  readonly [Type in QuothEvent['type']]?: (event: Extract<QuothEvent, { type: Type }>) => void;
};

/** The one typed bus. A listener that throws is reported and never stops the others. */
export class EventBus {
  readonly #listeners = new Set<Listener | EventHandlers>();
  readonly #onListenerError: (error: unknown) => void;
  #wordReaders = 0;

  constructor(onListenerError: (error: unknown) => void) {
    this.#onListenerError = onListenerError;
  }

  /** Calls the listener with every event. Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void {
    return this.#add(listener);
  }

  /** Calls the handler of an event's type, if there is one. Returns the function that ends the subscription. */
  on(handlers: EventHandlers): () => void {
    return this.#add(handlers);
  }

  /** True while somebody reads the words of recordings that go on: without readers, none need be guessed. */
  get areWordsRead(): boolean {
    return this.#wordReaders > 0;
  }

  /** Counts one more who reads them, until the returned function is called, once. */
  readWords(): () => void {
    this.#wordReaders++;
    return () => {
      this.#wordReaders--;
    };
  }

  #add(listener: Listener | EventHandlers): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(event: MadeEvent): void {
    for (const listener of [...this.#listeners]) {
      try {
        const listen = typeof listener === 'function' ? listener : listener[event.type];
        (listen as Listener | undefined)?.(event);
      } catch (error) {
        this.#onListenerError(error);
      }
    }
  }
}

/** An event as it goes out: with its id, and written once for all who read it. */
export interface LoggedEvent {
  /** `<start of the run>-<number>`; both only ever grow. */
  readonly id: string;
  readonly event: QuothEvent;
  readonly json: string;
}

/** What a reconnecting reader has missed, or why that is no longer known. */
export type EventsSince =
  | { readonly events: readonly LoggedEvent[] }
  | { readonly missed: 'too-old' | 'other-run' };

export interface EventLogOptions {
  readonly bus: EventBus;
  /** When this run of the application started, milliseconds since 1970: ids of different runs differ by it. */
  readonly startedMs: number;
  readonly maxEvents: number;
  readonly maxBytes: number;
}

/**
 * Numbers every event of the bus, and keeps the latest ones for readers that reconnect. Of text and progress, where
 * each new event replaces the one before, only the newest for each recording is kept.
 */
export class EventLog {
  readonly #bus: EventBus;
  readonly #run: string;
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  readonly #kept = new Map<number, LoggedEvent>();
  readonly #newest = new Map<string, number>();
  readonly #listeners = new Set<(event: LoggedEvent) => void>();
  #bytes = 0;
  #last = 0;
  /** The last number that is no longer kept although it may matter. */
  #floor = 0;

  constructor({ bus, startedMs, maxEvents, maxBytes }: EventLogOptions) {
    this.#bus = bus;
    this.#run = String(startedMs);
    this.#maxEvents = maxEvents;
    this.#maxBytes = maxBytes;
    bus.subscribe((event) => this.#append(event));
  }

  /** Calls the listener with every event, until the returned function is called. */
  subscribe(listener: (event: LoggedEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** `EventBus.readWords`, for who has the log alone. */
  readWords(): () => void {
    return this.#bus.readWords();
  }

  /** The id of the last event, from which a reader that starts now can go on later. */
  position(): string {
    return this.#idOf(this.#last);
  }

  /** What came after the event of this id. */
  since(id: string): EventsSince {
    const [, run, number = ''] = /^(\d{1,15})-(\d{1,15})$/.exec(id) ?? [];
    const after = Number(number);
    if (run !== this.#run || after > this.#last) return { missed: 'other-run' };
    if (after < this.#floor) return { missed: 'too-old' };
    return { events: [...this.#kept].filter(([kept]) => kept > after).map(([, event]) => event) };
  }

  #append(event: QuothEvent): void {
    const number = ++this.#last;
    const logged: LoggedEvent = { id: this.#idOf(number), event, json: JSON.stringify(event) };
    this.#keep(number, logged);
    for (const listener of [...this.#listeners]) listener(logged);
  }

  #keep(number: number, logged: LoggedEvent): void {
    const key = supersedes(logged.event);
    if (key !== undefined) {
      const before = this.#newest.get(key);
      if (before !== undefined) this.#drop(before);
      this.#newest.set(key, number);
    }
    this.#kept.set(number, logged);
    this.#bytes += logged.json.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#maxEvents && this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest);
      this.#floor = oldest;
    }
  }

  #drop(number: number): void {
    const logged = this.#kept.get(number);
    if (!logged) return;
    this.#kept.delete(number);
    this.#bytes -= logged.json.length;
    const key = supersedes(logged.event);
    if (key !== undefined && this.#newest.get(key) === number) this.#newest.delete(key);
  }

  #idOf(number: number): string {
    return `${this.#run}-${number}`;
  }
}

/** What an event takes the place of; undefined for one that counts for itself. */
function supersedes(event: QuothEvent): string | undefined {
  switch (event.type) {
    case 'transcript-partial':
    case 'transcription-progressed':
      return `${event.type} ${event.recordingId}`;
    case 'request-progressed':
      return `${event.type} ${event.requestId}`;
    case 'dictation-changed':
    case 'dictation-level':
      return event.type;
    case 'model-download-progressed':
      return `${event.type} ${event.download.id}`;
    default:
      return undefined;
  }
}
