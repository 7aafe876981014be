import type { Server } from 'node:http';
import {
  type ApiServerState,
  apiVersion,
  appVersion,
  defaultPort,
  limits,
  type Notice,
} from '@quoth/contract';
import { AppError, type Core, InTurn, isoTime, type Logger, systemCode } from '@quoth/core';
import { buildApp } from '../build-app.ts';
import { EventStreams, type EventStreamsOptions } from '../events/event-streams.ts';
import { createHttpServer } from '../http/create-http-server.ts';
import { type Guard, publicGuard } from '../http/guard.ts';
import { DiscoveryFile } from './discovery-file.ts';
import { closeServer, listen } from './listen.ts';
import { PortMemory } from './port-memory.ts';

export interface ApiServerOptions {
  readonly core: Core;
  readonly logger: Logger;
  readonly onRequest?: (() => void) | undefined;
  /** Milliseconds; the contract's when absent. */
  readonly bodyIdleTimeoutMs?: number;
  readonly earlyHeadersMs?: number;
  readonly openAiEarlyHeadersMs?: number;
  readonly headerTimeoutMs?: number;
  readonly events?: Omit<EventStreamsOptions, 'log'>;
}

interface Running {
  readonly server: Server;
  readonly port: number;
  readonly startedAt: string;
  token: string;
}

const ADDRESS = '127.0.0.1';

/** The public local API: on 127.0.0.1 only, switched on and off at run time, found through the discovery file. */
export class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #discovery: DiscoveryFile;
  readonly #ports: PortMemory;
  readonly #events: EventStreams;
  readonly #inTurn = new InTurn();
  #running: Running | undefined;
  #thisRunOnly = false;
  #notices: readonly Notice[] = [];

  constructor(options: ApiServerOptions) {
    this.#options = options;
    this.#discovery = new DiscoveryFile(options.core.dataFolder);
    this.#ports = new PortMemory(options.core.dataFolder);
    this.#events = new EventStreams({ log: options.core.events.log, ...options.events });
  }

  /** What the user has chosen, done: called at the start of the application. */
  async restore(thisRunOnly: boolean): Promise<void> {
    if (thisRunOnly) await this.switch(true, true);
    else if (this.#options.core.settings.get().apiEnabled) await this.switch(true, false);
    else await this.#discovery.removeSurvivor();
  }

  /** Switches on or off. Unless for this run only, the choice is kept. A port that cannot be had is told by `state().notices`. */
  switch(enabled: boolean, thisRunOnly: boolean): Promise<ApiServerState> {
    return this.#inTurn.run(async () => {
      const { core } = this.#options;
      if (!thisRunOnly) await core.settings.update({ apiEnabled: enabled });
      this.#thisRunOnly = thisRunOnly && enabled;
      if (enabled && !this.#running) await this.#start();
      if (!enabled) await this.#stop();
      const state = this.state();
      core.events.publish({ type: 'api-server-changed', apiServer: state });
      return state;
    });
  }

  /** A new token: it counts from the next request on, open connections included, and stands in the discovery file. */
  regenerateToken(): Promise<string> {
    return this.#inTurn.run(async () => {
      const token = await this.#options.core.tokens.regenerate();
      if (this.#running) {
        this.#running.token = token;
        // Who was let in with the old one has to show the new one.
        this.#events.close();
        await this.#writeDiscovery(this.#running);
      }
      return token;
    });
  }

  state(): ApiServerState {
    const { core } = this.#options;
    const { apiEnabled, apiFixedPort } = core.settings.get();
    return {
      enabled: apiEnabled,
      running: this.#running !== undefined,
      this_run_only: this.#thisRunOnly,
      port: this.#running?.port ?? null,
      fixed_port: apiFixedPort,
      discovery_file: this.#discovery.path,
      token_storage: core.tokens.storage(),
      notices: [...this.#notices],
    };
  }

  /** Ends the server with the application; the user's choice stays. */
  close(): Promise<void> {
    return this.#inTurn.run(() => this.#stop());
  }

  async #start(): Promise<void> {
    const { core, logger } = this.#options;
    this.#notices = [];
    const token = await core.tokens.current();
    const listening = await this.#listening();
    if (!listening) return;
    this.#running = { ...listening, startedAt: isoTime(Date.now()), token };
    await this.#writeDiscovery(this.#running);
    await this.#ports.remember(listening.port);
    logger.info({ port: listening.port }, 'The local API is on.');
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    this.#running = undefined;
    await this.#discovery.remove(process.pid);
    await closeServer(running.server, this.#events);
    this.#options.logger.info('The local API is off.');
  }

  /** Tries the fixed port alone, or else the last one, the default and a free one. */
  async #listening(): Promise<{ server: Server; port: number } | undefined> {
    const fixed = this.#options.core.settings.get().apiFixedPort;
    const wanted = fixed ?? (await this.#ports.last()) ?? defaultPort;
    const server = this.#createServer();
    try {
      return { server, port: await listen(server, { host: ADDRESS, port: wanted, exclusive: true }) };
    } catch (error) {
      const code = systemCode(error);
      if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
      const why = code === 'EACCES' ? 'may not be used by this user' : 'is in use by another program';
      if (fixed !== null) {
        this.#raise(
          'port-in-use',
          `Port ${fixed} ${why}, so the local API stays off.`,
          'Choose another port in the settings, or end the program that uses it.',
        );
        return undefined;
      }
      const port = await listen(server, { host: ADDRESS, port: 0, exclusive: true });
      this.#raise(
        'port-in-use',
        `Port ${wanted} ${why}; the local API took port ${port} instead.`,
        'Clients that read the discovery file find it; others need the new port.',
      );
      return { server, port };
    }
  }

  #createServer(): Server {
    const { core, logger, onRequest, bodyIdleTimeoutMs, earlyHeadersMs, headerTimeoutMs } = this.#options;
    const { openAiEarlyHeadersMs } = this.#options;
    const fetch = buildApp({
      core,
      logger,
      events: this.#events,
      identity: () => ({
        port: this.#running?.port ?? 0,
        startedAt: this.#running?.startedAt ?? '',
        token: this.#running?.token ?? '',
      }),
      bodyIdleTimeoutMs: bodyIdleTimeoutMs ?? limits.bodyIdleTimeoutMs,
      earlyHeadersMs: earlyHeadersMs ?? limits.earlyHeadersMs,
      openAiEarlyHeadersMs,
    });
    let judge: Guard | undefined;
    const guard: Guard = (request) => {
      // The port is known only once it listens.
      if (!this.#running) return new AppError('FORBIDDEN_ORIGIN');
      judge ??= publicGuard({ port: this.#running.port, token: () => this.#running?.token ?? '' });
      return judge(request);
    };
    return createHttpServer({
      fetch,
      guard,
      onRequest,
      ...(headerTimeoutMs !== undefined && { headerTimeoutMs }),
    });
  }

  #raise(id: string, message: string, hint: string): void {
    const notice: Notice = { id, level: 'warning', message, hint };
    this.#notices = [notice];
    this.#options.core.events.publish({ type: 'notice-raised', notice });
  }

  async #writeDiscovery({ port, startedAt, token }: Running): Promise<void> {
    await this.#discovery.write({
      port,
      pid: process.pid,
      started_at: startedAt,
      api_version: apiVersion,
      app_version: appVersion,
      token,
    });
  }
}
