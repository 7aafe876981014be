import { XConnection } from './x-connection.ts';

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
  #againMs = FIRST_AGAIN_MS;
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
   * Reports the connection as soon as there is one, and each new one after the server has returned. What was set up on an
   * earlier one (windows, grabs, masks) is gone with it. Returns the function that ends it.
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
    this.#againMs = FIRST_AGAIN_MS;
    this.#current = connection;
    connection.onEnd(() => this.#lost());
    for (const listener of [...this.#listeners]) listener(connection);
    return connection;
  }

  #lost(): void {
    this.#opening = undefined;
    this.#current = undefined;
    clearTimeout(this.#again);
    // Where nobody wants to know, the next request looks for it.
    if (this.#isClosed || this.#listeners.size === 0) return;
    this.#again = setTimeout(() => void this.connection(), this.#againMs);
    this.#again.unref();
    this.#againMs = Math.min(this.#againMs * 2, LAST_AGAIN_MS);
  }
}
