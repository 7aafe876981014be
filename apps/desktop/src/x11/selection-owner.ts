import x11 from 'x11';
import type { Format } from './selection-reader.ts';
import type { XConnection, XEventFields } from './x-server.ts';

/** Larger contents are sent in chunks: requests have a size limit, and the library throws beyond it. */
const WHOLE_BYTES = 64 * 1024;
/** If a requester takes no chunk for this many milliseconds, it has left. */
const PIECE_MS = 10_000;

/** Somebody requested our contents. */
export interface SelectionRequest {
  readonly selection: number;
  readonly requestor: number;
  readonly target: string;
  /**
   * True if it was transferred completely; false if we do not have that format, or the requester stopped taking chunks.
   */
  readonly served: Promise<boolean>;
}

/** Owns clipboards of the X server and serves their contents (ICCCM, sections 2.1 to 2.7). */
export class SelectionOwner {
  readonly #connection: XConnection;
  readonly #window: number;
  readonly #held = new Map<number, { readonly formats: readonly Format[]; readonly time: number }>();
  readonly #transfers = new Map<string, (state: 'next' | 'gone') => void>();
  /** Called for every request, and for every clipboard that another program took. */
  onRequest: (request: SelectionRequest) => void = () => undefined;
  onLost: (selection: number) => void = () => undefined;

  /** `window` is ours and reports changes of its properties. */
  constructor(connection: XConnection, window: number) {
    this.#connection = connection;
    this.#window = window;
    connection.onEvent((event) => this.#onEvent(event));
  }

  owns(selection: number): boolean {
    return this.#held.has(selection);
  }

  /** What we offer there; undefined if another program owns it. */
  formats(selection: number): readonly Format[] | undefined {
    return this.#held.get(selection)?.formats;
  }

  get ownsSelection(): boolean {
    return this.#held.size > 0;
  }

  /**
   * False if another program took it at the same moment. Taking it again notifies clipboard managers of new contents.
   */
  async own(selection: number, formats: readonly Format[]): Promise<boolean> {
    const time = await this.#serverTime();
    const { client } = this.#connection;
    this.#held.set(selection, { formats, time });
    client.SetSelectionOwner(this.#window, selection, time);
    const owner = await this.#connection.ask<number>((done) => client.GetSelectionOwner(selection, done));
    if (owner !== this.#window) this.#held.delete(selection);
    return owner === this.#window;
  }

  /** Leaves it empty, as it was. */
  async release(selection: number): Promise<void> {
    const held = this.#held.get(selection);
    if (!held) return;
    this.#held.delete(selection);
    // With the time of our own taking: what somebody else took since then stays theirs.
    this.#connection.client.SetSelectionOwner(0, selection, held.time);
    await this.#connection.sync();
  }

  #onEvent(event: XEventFields): void {
    if (event.name === 'SelectionRequest' && event.owner === this.#window) void this.#answer(event);
    else if (event.name === 'SelectionClear' && event.owner === this.#window) {
      const { selection = 0, time = 0 } = event;
      const held = this.#held.get(selection);
      // The event is about an earlier ownership: we own the selection again.
      if (!held || (time !== 0 && time < held.time)) return;
      this.#held.delete(selection);
      this.onLost(selection);
    } else if (event.name === 'PropertyNotify' && event.state === 1) {
      this.#transfers.get(`${event.wid} ${event.atom}`)?.('next');
    } else if (event.name === 'DestroyNotify') {
      for (const [key, go] of this.#transfers) if (key.startsWith(`${event.wid} `)) go('gone');
    }
  }

  async #answer({
    requestor = 0,
    selection = 0,
    target = 0,
    property = 0,
    time = 0,
  }: XEventFields): Promise<void> {
    const { client } = this.#connection;
    // Programs from before ICCCM name no property.
    const into = property || target;
    const answer = (isGiven: boolean) =>
      client.SendEvent(requestor, 0, 0, {
        name: 'SelectionNotify',
        type: 31,
        seq: 0,
        time,
        requestor,
        selection,
        target,
        property: isGiven ? into : 0,
      });
    const held = this.#held.get(selection);
    try {
      const name = await this.#connection.atomName(target);
      const found = held && (await this.#form(name, held));
      if (!found) {
        answer(false);
        if (held) this.onRequest({ selection, requestor, target: name, served: Promise.resolve(false) });
        return;
      }
      const type = await this.#connection.atom(found.type);
      if (found.data.length <= WHOLE_BYTES) {
        client.ChangeProperty(0, requestor, into, type, found.bits, found.data);
        answer(true);
        this.onRequest({ selection, requestor, target: name, served: Promise.resolve(true) });
        return;
      }
      const incr = await this.#connection.atom('INCR');
      const { eventMask } = x11;
      client.ChangeWindowAttributes(requestor, {
        eventMask: eventMask.PropertyChange | eventMask.StructureNotify,
      });
      const served = this.#hand(requestor, into, type, found);
      client.ChangeProperty(0, requestor, into, incr, 32, [found.data.length]);
      answer(true);
      this.onRequest({ selection, requestor, target: name, served });
    } catch {
      // The one who asked has gone, or the server.
    }
  }

  async #form(
    target: string,
    { formats, time }: { readonly formats: readonly Format[]; readonly time: number },
  ): Promise<Format | undefined> {
    if (target === 'TIMESTAMP') return { target, type: 'INTEGER', bits: 32, data: words([time]) };
    if (target !== 'TARGETS') return formats.find((format) => format.target === target);
    const names = ['TARGETS', 'TIMESTAMP', ...formats.map((format) => format.target)];
    const atoms = await Promise.all(names.map((name) => this.#connection.atom(name)));
    return { target, type: 'ATOM', bits: 32, data: words(atoms) };
  }

  /** In chunks, each sent when the one before it was taken (deleted); an empty one at the end. */
  #hand(requestor: number, property: number, type: number, { data, bits }: Format): Promise<boolean> {
    const { client } = this.#connection;
    const key = `${requestor} ${property}`;
    return new Promise((resolve) => {
      let sent = 0;
      let hasEnded = false;
      let timer = setTimeout(() => end(false), PIECE_MS);
      const end = (isWhole: boolean) => {
        clearTimeout(timer);
        this.#transfers.delete(key);
        resolve(isWhole);
      };
      this.#transfers.set(key, (state) => {
        if (state === 'gone') return end(false);
        if (hasEnded) return end(true);
        clearTimeout(timer);
        timer = setTimeout(() => end(false), PIECE_MS);
        const chunk = data.subarray(sent, sent + WHOLE_BYTES);
        client.ChangeProperty(0, requestor, property, type, bits, chunk);
        sent += chunk.length;
        hasEnded = chunk.length === 0;
      });
    });
  }

  /** The server's own clock, as ICCCM requires: writing a property is reported with the time. */
  async #serverTime(): Promise<number> {
    const { client } = this.#connection;
    const property = await this.#connection.atom('QUOTH_CLOCK');
    return new Promise((resolve) => {
      const stop = this.#connection.onEvent((event) => {
        if (event.name !== 'PropertyNotify' || event.wid !== this.#window || event.atom !== property) return;
        stop();
        stopEnd();
        resolve(event.time ?? 0);
      });
      const stopEnd = this.#connection.onEnd(() => resolve(0));
      client.ChangeProperty(0, this.#window, property, property, 8, '');
    });
  }
}

function words(values: readonly number[]): Buffer {
  const data = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => {
    data.writeUInt32LE(value >>> 0, at * 4);
  });
  return data;
}
