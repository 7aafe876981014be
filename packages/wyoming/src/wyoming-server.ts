import { createServer, type Server, type Socket } from 'node:net';
import {
  AppError,
  limits,
  type Notice,
  type Said,
  say,
  systemCode,
  type WyomingState,
  withAdvice,
} from '@quoth/contract';
import { type Core, Mutex, refuseOtherUsers } from '@quoth/core';
import { Description, missingMode } from './served-models.ts';
import { RequestsInFlight, WyomingConnection, type WyomingConnectionOptions } from './wyoming-connection.ts';

/** What the listener works with. */
interface WyomingServerOptions extends Omit<WyomingConnectionOptions, 'core' | 'description' | 'inFlight'> {
  readonly core: Core;
}

const ADDRESS = '127.0.0.1';

/**
 * Speech to text for Home Assistant and whatever else speaks Wyoming: on 127.0.0.1 only, off until the user switches it
 * on. The protocol has no authentication; processes of other users are refused where the system tells whose a
 * connection is.
 */
export class WyomingServer {
  readonly #options: WyomingServerOptions;
  readonly #description: Description;
  readonly #inFlight = new RequestsInFlight();
  readonly #mutex = new Mutex();
  readonly #connections = new Map<Socket, WyomingConnection>();
  readonly #unsubscribe: () => void;
  #running: { readonly server: Server; readonly port: number } | undefined;
  #notices: readonly Said<Notice>[] = [];
  #isClosed = false;

  constructor(options: WyomingServerOptions) {
    this.#options = options;
    this.#description = new Description(options.core);
    this.#unsubscribe = options.core.events.on({
      'mode-deleted': ({ mode }) => this.#modeDeleted(mode.id),
      'settings-changed': ({ keys }) => {
        if (!keys.some((key) => key === 'wyomingEnabled' || key === 'wyomingPort' || key === 'wyomingMode'))
          return;
        this.restore().catch((error: unknown) =>
          options.logger.error({ error }, 'The Wyoming listener could not follow the settings.'),
        );
      },
    });
  }

  /** Follows the settings: called at the start of the application, and when they change. */
  restore(): Promise<void> {
    return this.#mutex.run(async () => {
      const { wyomingEnabled, wyomingPort } = this.#options.core.settings.get();
      if (this.#isClosed) return;
      if (this.#running && (!wyomingEnabled || this.#running.port !== wyomingPort)) await this.#stop();
      if (!wyomingEnabled) this.#notices = [];
      else if (!this.#running) await this.#start(wyomingPort);
      this.#options.core.events.publish({ type: 'wyoming-changed', wyoming: this.state() });
    });
  }

  /**
   * Switches it on or off; the choice is kept. Where the port is not to be had, it stays off, and the notices say so.
   */
  async switch(enabled: boolean): Promise<WyomingState> {
    await this.#options.core.settings.update({ wyomingEnabled: enabled });
    await this.restore();
    return this.state();
  }

  state(): WyomingState {
    const { wyomingEnabled, wyomingPort } = this.#options.core.settings.get();
    return {
      enabled: wyomingEnabled,
      running: this.#running !== undefined,
      port: this.#running?.port ?? wyomingPort,
      connections: this.#connections.size,
      notices: [...this.#notices, ...(wyomingEnabled ? this.#modeNotices() : [])],
    };
  }

  /**
   * The mode that was chosen may have been deleted since: its requests fail until another is chosen, which no one at a
   * smart home sees.
   */
  #modeNotices(): readonly Said<Notice>[] {
    const missing = missingMode(this.#options.core);
    if (!missing) return [];
    return [{ id: 'wyoming-mode', level: 'warning', ...missing.toWords() }];
  }

  #modeDeleted(id: string): void {
    const { settings, events } = this.#options.core;
    if (settings.get().wyomingMode !== id) return;
    for (const notice of this.#modeNotices()) events.publish({ type: 'notice-raised', notice });
    events.publish({ type: 'wyoming-changed', wyoming: this.state() });
  }

  /** Ends it with the application; the user's choice stays. */
  close(): Promise<void> {
    this.#unsubscribe();
    return this.#mutex.run(async () => {
      this.#isClosed = true;
      await this.#stop();
    });
  }

  async #start(port: number): Promise<void> {
    const { core, logger } = this.#options;
    this.#notices = [];
    const server = createServer({ allowHalfOpen: true }, (socket) => this.#admit(socket, server));
    refuseOtherUsers(server, logger);
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host: ADDRESS, port, exclusive: true }, () => {
          server.off('error', reject);
          resolve();
        });
      });
    } catch (error) {
      const code = systemCode(error);
      if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
      const message = say(code === 'EACCES' ? 'wyomingPortForbidden' : 'wyomingPortInUse', { port });
      const notice: Said<Notice> = withAdvice(
        { id: 'wyoming-port', level: 'warning' },
        { message: [message], hint: [say('chooseWyomingPort')] },
      );
      this.#notices = [notice];
      core.events.publish({ type: 'notice-raised', notice });
      return;
    }
    server.on('error', (error) => logger.warn({ error }, 'The Wyoming listener had an error.'));
    this.#running = { server, port };
    logger.info({ port }, 'The Wyoming listener is on.');
  }

  #admit(socket: Socket, server: Server): void {
    if (this.#running?.server !== server || socket.destroyed) {
      socket.destroy();
      return;
    }
    if (this.#connections.size >= limits.wyomingConnections) this.#makeRoom();
    const connection = new WyomingConnection(socket, {
      ...this.#options,
      description: this.#description,
      inFlight: this.#inFlight,
    });
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#connections.delete(socket));
  }

  /** Closes the oldest connection without a request in hand; there are more places than requests at a time. */
  #makeRoom(): void {
    for (const [socket, connection] of this.#connections) {
      if (connection.isBusy) continue;
      this.#connections.delete(socket);
      socket.destroy();
      return;
    }
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    this.#running = undefined;
    const closed = new Promise<void>((resolve) => running.server.close(() => resolve()));
    const reason = new AppError('CANCELLED', {
      message: say('wyomingStopped'),
      hint: say('switchWyomingOn'),
    });
    for (const connection of this.#connections.values()) connection.end(reason);
    await closed;
    this.#options.logger.info('The Wyoming listener is off.');
  }
}
