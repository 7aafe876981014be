import { access, constants } from 'node:fs/promises';
import { backoff } from '@quoth/contract';
import x11, {
  type Done,
  type XClient,
  type XDisplayFacts,
  type XEventFields,
  type XProperty,
  type XScreen,
} from 'x11';

export type { XEventFields, XProperty } from 'x11';

/** When the server has gone, it is looked for again: soon at first, then less often. */
const FIRST_AGAIN_MS = 500;
const LAST_AGAIN_MS = 30_000;

/** The X server of this session, reached by one shared connection, which the first user opens. */
export class XServer {
  readonly #name: string;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #listeners = new Set<(connection: XConnection) => void>();
  #opening: Promise<XConnection | null> | undefined;
  #current: XConnection | undefined;
  #again: NodeJS.Timeout | undefined;
  #failures = 0;
  #isClosed = false;

  private constructor(name: string, env: Readonly<Record<string, string | undefined>>) {
    this.#name = name;
    this.#env = env;
  }

  /** Null if there is no X server: DISPLAY is not set. Opens nothing yet. */
  static of(env: Readonly<Record<string, string | undefined>>): XServer | null {
    return env.DISPLAY ? new XServer(env.DISPLAY, env) : null;
  }

  /** The connection, opened if necessary; null if the server cannot be reached now. */
  connection(): Promise<XConnection | null> {
    if (this.#isClosed) return Promise.resolve(null);
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /**
   * Reports the connection as soon as there is one, and each new one after the server has returned. What was set up on
   * an earlier one (windows, grabs, masks) is gone with it. Returns the function that ends it.
   */
  onConnection(listener: (connection: XConnection) => void): () => void {
    const current = this.#current;
    this.#listeners.add(listener);
    if (current) {
      queueMicrotask(() => {
        if (this.#current === current && this.#listeners.has(listener)) listener(current);
      });
    } else void this.connection();
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#again);
    this.#listeners.clear();
    const connection = await this.#opening;
    connection?.close();
  }

  async #open(): Promise<XConnection | null> {
    const connection = await XConnection.open(this.#name, this.#env);
    if (connection && this.#isClosed) {
      connection.close();
      return null;
    }
    if (!connection) {
      this.#lost();
      return null;
    }
    this.#failures = 0;
    this.#current = connection;
    connection.onEnd(() => this.#lost());
    for (const listener of [...this.#listeners]) listener(connection);
    return connection;
  }

  #lost(): void {
    this.#opening = undefined;
    this.#current = undefined;
    clearTimeout(this.#again);
    // Without a listener, the next request looks for it.
    if (this.#isClosed || this.#listeners.size === 0) return;
    this.#again = setTimeout(
      () => void this.connection(),
      backoff(this.#failures++, FIRST_AGAIN_MS, LAST_AGAIN_MS),
    );
    this.#again.unref();
  }
}

/** A server that has not answered within this time counts as missing. */
const CONNECT_MS = 3_000;
/** X11 over TCP uses port 6000 and the display's number. */
const LAST_DISPLAY = 65_535 - 6_000;
/** The most that is read of a property, in bytes: a program may have put anything there. */
const PROPERTY_BYTES = 64 * 1024;

/** The X server has gone, or the connection was closed. */
export class XConnectionEnded extends Error {
  constructor() {
    super('The connection to the X server has ended.');
  }
}

/** A text property and who it is meant for, as ICCCM and EWMH define them. */
export interface ReadProperty {
  readonly window: number;
  readonly name: string;
  /** The most bytes to read; the rest is ignored. */
  readonly bytes?: number;
}

/**
 * One connection to an X server: requests with an answer are promises, errors that no one waits for are dropped (a
 * window may always vanish before a request), and every request that is open when the server goes is rejected with
 * XConnectionEnded.
 */
export class XConnection {
  /**
   * The library's own requests, for drawing and whatever has no method here. Their errors are dropped if there is no
   * callback.
   */
  readonly client: XClient;
  readonly display: XDisplayFacts;
  readonly screen: XScreen;
  readonly #atoms = new Map<string, Promise<number>>();
  readonly #eventListeners = new Set<(event: XEventFields) => void>();
  readonly #endListeners = new Set<() => void>();
  readonly #open = new Set<(error: Error) => void>();
  #hasEnded = false;

  private constructor(display: XDisplayFacts, screen: XScreen) {
    this.display = display;
    this.client = display.client;
    // The library keeps one table of atoms for all its connections; after another server has come, they would be the
    // former one's.
    this.client.atoms = { ...this.client.atoms };
    this.screen = screen;
    this.client.on('event', (event) => {
      for (const listener of [...this.#eventListeners]) listener(event);
    });
    this.client.on('end', () => this.#end());
  }

  /** Null if the server cannot be reached or refuses us. `name` is the value of DISPLAY. */
  static async open(
    name: string,
    env: Readonly<Record<string, string | undefined>>,
  ): Promise<XConnection | null> {
    // Where there is no socket, the library tries the port that goes with the display, whether there can be one or not.
    const number = Number(/:(\d+)(\.\d+)?$/.exec(name)?.[1] ?? Number.NaN);
    if (!(number <= LAST_DISPLAY)) return null;
    const auth = await withoutUnreadableCookies(env);
    return new Promise((resolve) => {
      let connection: XConnection | null = null;
      let isSettled = false;
      const done = (opened: XConnection | null) => {
        clearTimeout(timer);
        // A connection that opens after the timeout is not used.
        if (isSettled) opened?.close();
        else connection = opened;
        isSettled = true;
        resolve(opened);
      };
      const timer = setTimeout(() => done(null), CONNECT_MS);
      try {
        // Shared memory would reach for Node's internals; requests of one turn leave in one write, so that a key that
        // is pressed is released.
        const options = { display: name, shm: false, bufferRequests: true, ...auth } as const;
        const client = x11.createClient(options, (error, display) => {
          const screen = error ? undefined : display.screen[0];
          done(screen ? new XConnection(display, screen) : null);
        });
        client.on('error', (error) => {
          // A protocol error that no request waited for says nothing that anybody could act on; any other one is the
          // connection's.
          if (error.error !== undefined) return;
          if (connection) connection.#end();
          else done(null);
        });
      } catch {
        done(null);
      }
    });
  }

  get root(): number {
    return this.screen.root;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Makes a promise of a request: `ask((done) => client.GetInputFocus(done))`. Rejects with the server's error or
   * XConnectionEnded.
   */
  ask<T>(send: (done: Done<T>) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#hasEnded) throw new XConnectionEnded();
      this.#open.add(reject);
      send((error, value) => {
        this.#open.delete(reject);
        if (error) reject(error);
        else resolve(value);
        return true;
      });
    });
  }

  /** Resolves when the server has carried out everything that was sent. */
  sync(): Promise<void> {
    return this.ask<void>((done) => this.client.sync((error) => void done(error, undefined)));
  }

  /** Rejects if the server lacks the extension. */
  extension<T>(load: (done: (error: Error | null, extension: T) => void) => void): Promise<T> {
    return this.ask<T>((done) => load((error, extension) => void done(error, extension)));
  }

  atom(name: string): Promise<number> {
    const known = this.#atoms.get(name);
    if (known) return known;
    const asked = this.ask<number>((done) => this.client.InternAtom(false, name, done));
    this.#atoms.set(name, asked);
    return asked;
  }

  atomName(atom: number): Promise<string> {
    return this.ask((done) => this.client.GetAtomName(atom, done));
  }

  /** Undefined if the window or its property does not exist. */
  async property({ window, name, bytes = PROPERTY_BYTES }: ReadProperty): Promise<XProperty | undefined> {
    const atom = await this.atom(name);
    try {
      const length = Math.ceil(bytes / 4);
      const found = await this.ask<XProperty>((done) =>
        this.client.GetProperty(0, window, atom, 0, 0, length, done),
      );
      return found.type === 0 ? undefined : found;
    } catch (error) {
      if (error instanceof XConnectionEnded) throw error;
      return undefined;
    }
  }

  /** The 32-bit numbers of a property, such as windows, atoms or cardinals; none if it does not exist. */
  async numbers(window: number, name: string): Promise<readonly number[]> {
    const found = await this.property({ window, name });
    if (found?.format !== 32) return [];
    return Array.from({ length: found.data.length / 4 }, (_, index) => found.data.readUInt32LE(index * 4));
  }

  /** A text property, by its type: UTF8_STRING, otherwise Latin-1. Undefined if it does not exist. */
  async text(window: number, name: string): Promise<string | undefined> {
    const [found, utf8] = await Promise.all([
      this.property({ window, name, bytes: 4_096 }),
      this.atom('UTF8_STRING'),
    ]);
    if (found?.format !== 8) return undefined;
    return found.data.toString(found.type === utf8 ? 'utf8' : 'latin1');
  }

  /** Every event of this connection. Returns the function that ends it. */
  onEvent(listener: (event: XEventFields) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  /** Called once, when the server has gone or the connection was closed. */
  onEnd(listener: () => void): () => void {
    this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  }

  close(): void {
    if (this.#hasEnded) return;
    this.client.terminate();
    this.#end();
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const reject of [...this.#open]) reject(new XConnectionEnded());
    this.#open.clear();
    for (const listener of [...this.#endListeners]) listener();
  }
}

/**
 * The library throws an uncatchable error if it may not read the cookie file; without one, the server may still accept
 * us.
 */
async function withoutUnreadableCookies(
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ auth?: { name: string; data: string } }> {
  const file = env.XAUTHORITY || (env.HOME ? `${env.HOME}/.Xauthority` : undefined);
  if (file === undefined) return {};
  try {
    await access(file, constants.R_OK);
    return {};
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing ? {} : { auth: { name: '', data: '' } };
  }
}
