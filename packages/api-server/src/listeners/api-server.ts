import { rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import {
  type ApiCall,
  type ApiServerState,
  AppError,
  apiVersion,
  appVersion,
  discoveryFileName,
  limits,
  type Notice,
  type Said,
  say,
  withAdvice,
} from '@quoth/contract';
import { type Core, isoTime, type Logger, Mutex } from '@quoth/core';
import { buildApp } from '../build-app.ts';
import { CallLog } from '../call-log.ts';
import { EventStreams, type EventStreamsOptions } from '../events.ts';
import { closeServer, ListenerEnding, ProgramConnections } from '../http/connections.ts';
import { isPlainRequest, localRequests, publicGuard, type RequestGuard } from '../http/guard.ts';
import { type ClosingAnswer, createHttpServer } from '../http/http-server.ts';
import { keptAnswers } from '../kept-answers.ts';
import { isRealtime, RealtimeSockets, type RealtimeSocketsOptions } from '../realtime/realtime-sockets.ts';
import {
  type ContainerSocket,
  containerSocketPath,
  openContainerSocket,
  removeDeadSocket,
} from './container-socket.ts';
import {
  isDiscoveryOf,
  lastPort,
  reasonOf,
  rememberPort,
  removeDiscovery,
  takePort,
  writeDiscovery,
} from './discovery.ts';

export interface ApiServerOptions {
  readonly core: Core;
  readonly logger: Logger;
  /** Called for every request; its answer closes when the request is over, however it ends. */
  readonly onRequest?: ((answer: ClosingAnswer) => void) | undefined;
  /** Milliseconds; the contract's when absent. */
  readonly bodyIdleTimeoutMs?: number;
  readonly earlyHeadersMs?: number;
  readonly events?: Omit<EventStreamsOptions, 'log'>;
  readonly realtime?: RealtimeSocketsOptions;
}

interface Running {
  readonly server: Server;
  /** The same for programs in containers, if the user wants it. */
  container?: ContainerSocket | undefined;
  readonly ending: ListenerEnding;
  readonly port: number;
  readonly startedAt: string;
  token: string;
  /** The discovery file names it: it counts as on once programs can find it. */
  isFound: boolean;
}

/**
 * The public local API: on 127.0.0.1 and a Unix socket only, switched on and off at run time, found through the
 * discovery file.
 */
export class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #discoveryFile: string;
  readonly #events: EventStreams;
  readonly #calls: CallLog;
  readonly #programs = new ProgramConnections();
  readonly #realtime: RealtimeSockets;
  readonly #mutex = new Mutex();
  #running: Running | undefined;
  readonly #unsubscribe: () => void;
  readonly #forgetTokens: () => void;
  #thisRunOnly = false;
  #notices: readonly Said<Notice>[] = [];

  constructor(options: ApiServerOptions) {
    this.#options = options;
    this.#discoveryFile = join(options.core.dataFolder, discoveryFileName);
    const { events, namedTokens } = options.core;
    this.#realtime = new RealtimeSockets(options.realtime);
    this.#calls = new CallLog({
      now: Date.now,
      onChange: (call) => events.publish({ type: 'api-called', call }),
      onProgramCall: (tokenId, outcome) => namedTokens.used(tokenId, outcome),
    });
    this.#events = new EventStreams({ log: events.log, ...options.events });
    this.#forgetTokens = namedTokens.onEnded((tokenId) => this.#programs.end(tokenId));
    this.#unsubscribe = events.on({
      'settings-changed': ({ keys }) => {
        if (!keys.some((key) => /^api(Enabled|FixedPort|ContainerSocket)$/.test(key))) return;
        this.#follow(keys.includes('apiEnabled')).catch((error: unknown) =>
          options.logger.error({ error }, 'The local API could not follow the settings.'),
        );
      },
    });
  }

  /** What the user has chosen, done: called at the start of the application. */
  async restore(thisRunOnly: boolean): Promise<void> {
    try {
      removeDeadSocket(containerSocketPath(this.#options.core.dataFolder));
    } catch {
      // Said where the socket is opened, if it is wanted at all.
    }
    if (thisRunOnly) await this.switch(true, true);
    else if (this.#options.core.settings.get().apiEnabled) await this.switch(true, false);
    // What a killed run left: this process owns the data folder, so it cannot belong to another server.
    else
      await rm(this.#discoveryFile, { force: true }).catch((error: unknown) => this.#warnOfDiscovery(error));
  }

  /**
   * Switches the API on or off. The choice is kept, unless it is for this run only. If the port is not available,
   * `state().notices` says so.
   */
  switch(enabled: boolean, thisRunOnly: boolean): Promise<ApiServerState> {
    return this.#mutex.run(async () => {
      const { core } = this.#options;
      if (!enabled) {
        // At once, even if storing the choice fails.
        await this.#stop();
        // A problem with the port does not matter while the server is off.
        this.#notices = [];
      }
      if (!thisRunOnly)
        await core.settings.update({ apiEnabled: enabled }).catch((error: unknown) => {
          this.#changed();
          throw error;
        });
      this.#thisRunOnly = thisRunOnly && enabled;
      if (enabled && !this.#running) await this.#start();
      // What was in the way of the socket may be gone.
      else if (enabled && this.#running && (await this.#publishOrClose(this.#running)))
        await this.#followContainers(this.#running);
      return this.#changed();
    });
  }

  /** Writes the discovery file again if it is gone or is no longer this server's. */
  async restoreDiscovery(): Promise<void> {
    await this.#mutex.run(async () => {
      if (!this.#running || (await isDiscoveryOf(this.#discoveryFile, process.pid))) return;
      await this.#publishOrClose(this.#running);
      this.#changed();
    });
  }

  /** The settings count at once. Where a port was not to be had, another one, or none, switches the API on again. */
  async #follow(isSwitched: boolean): Promise<void> {
    await this.#mutex.run(async () => {
      const { apiEnabled, apiFixedPort } = this.#options.core.settings.get();
      if (isSwitched && !apiEnabled) this.#thisRunOnly = false;
      const isWanted = apiEnabled || this.#thisRunOnly;
      const isElsewhere = apiFixedPort !== null && this.#running?.port !== apiFixedPort;
      if (isWanted !== (this.#running !== undefined) || (isWanted && isElsewhere)) {
        await this.#stop();
        if (isWanted) await this.#start();
        else this.#notices = [];
      } else if (this.#running) await this.#followContainers(this.#running);
      this.#changed();
    });
  }

  #changed(): ApiServerState {
    const state = this.state();
    this.#options.core.events.publish({ type: 'api-server-changed', apiServer: state });
    return state;
  }

  /**
   * A new token: it counts from the next request on, open connections included, and stands in the discovery file.
   * Throws if it could not be stored; the old one is refused all the same.
   */
  regenerateToken(): Promise<string> {
    return this.#mutex.run(async () => {
      const { tokens, questions, events } = this.#options.core;
      try {
        return await tokens.regenerate();
      } finally {
        if (this.#running) {
          this.#running.token = await tokens.current();
          // Clients that connected with the old token have to connect again with the new one.
          this.#events.close();
          this.#realtime.endShared();
          questions?.end(null);
          await this.#publishOrClose(this.#running);
        }
        // Windows that show the old token read the new one.
        events.publish({ type: 'api-server-changed', apiServer: this.state() });
      }
    });
  }

  state(): ApiServerState {
    const { core } = this.#options;
    const { apiEnabled, apiFixedPort } = core.settings.get();
    const found = this.#running?.isFound ? this.#running : undefined;
    return {
      enabled: apiEnabled,
      running: found !== undefined,
      this_run_only: this.#thisRunOnly,
      port: found?.port ?? null,
      fixed_port: apiFixedPort,
      container_socket: found?.container?.path ?? null,
      discovery_file: this.#discoveryFile,
      token_storage: core.tokens.storage(),
      notices: [...this.#notices],
    };
  }

  /** Who called lately, the last ones first. */
  calls(): readonly ApiCall[] {
    return this.#calls.list();
  }

  /** Ends the server with the application; the user's choice stays. */
  close(): Promise<void> {
    this.#unsubscribe();
    this.#forgetTokens();
    return this.#mutex.run(() => this.#stop());
  }

  async #start(): Promise<void> {
    const { core, logger } = this.#options;
    this.#notices = [];
    const token = await core.tokens.current();
    const listening = await this.#listening();
    if (!listening) return;
    this.#running = { ...listening, startedAt: isoTime(Date.now()), token, isFound: false };
    if (!(await this.#publishOrClose(this.#running))) return;
    await this.#followContainers(this.#running);
    // It is on all the same: only the next start may take another port.
    await rememberPort(core.dataFolder, listening.port).catch((error: unknown) =>
      logger.warn({ error }, 'The port could not be saved.'),
    );
    logger.info({ port: listening.port }, 'The local API is on.');
  }

  /** Writes the discovery file. Where that fails the server is closed, since one that no client can find is not on. */
  async #publishOrClose(running: Running): Promise<boolean> {
    try {
      await this.#writeDiscovery(running);
      running.isFound = true;
      return true;
    } catch (error) {
      this.#running = undefined;
      await this.#closeServer(running);
      this.#options.logger.warn({ error }, 'The discovery file could not be written.');
      this.#raise(
        withAdvice(
          { id: 'discovery-file', level: 'warning' },
          {
            message: [say('discoveryNotWritten', { path: this.#discoveryFile, why: reasonOf(error) })],
            hint: [say('makeRoomThenSwitchOn')],
          },
        ),
      );
      return false;
    }
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    this.#running = undefined;
    // Recordings and questions of programs end with the server that they came through.
    this.#options.core.questions?.end();
    await removeDiscovery(this.#discoveryFile, process.pid).catch((error: unknown) =>
      this.#warnOfDiscovery(error),
    );
    await this.#closeServer(running);
    this.#options.logger.info('The local API is off.');
  }

  /** Undefined where the fixed port is not to be had; the notices say so. */
  async #listening(): Promise<Pick<Running, 'server' | 'ending' | 'port'> | undefined> {
    const { core } = this.#options;
    const { apiFixedPort: fixed } = core.settings.get();
    const last = await lastPort(core.dataFolder);
    const ending = new ListenerEnding();
    const server = this.#createServer(ending);
    const { port, notice } = await takePort(server, { fixed, last });
    if (notice) this.#raise(notice);
    return port === undefined ? undefined : { server, ending, port };
  }

  /** Opens the socket for containers as the user wants it, or ends it with all that goes through it. */
  async #followContainers(running: Running): Promise<void> {
    const { core, logger } = this.#options;
    const isWanted = core.settings.get().apiContainerSocket;
    const others = this.#notices.filter(({ id }) => id !== 'container-socket');
    this.#notices = others;
    if (isWanted === (running.container !== undefined)) return;
    if (!isWanted) {
      running.container?.cut();
      running.container = undefined;
      return;
    }
    const path = containerSocketPath(core.dataFolder);
    try {
      running.container = await openContainerSocket(this.#createServer(running.ending, true), path);
    } catch (error) {
      logger.warn({ error }, 'The socket for containers could not be opened.');
      const why = error instanceof AppError ? error.said : reasonOf(error);
      const advice = {
        message: [say('containerSocketNotOpened', { path, why })],
        hint: [say('keepContainerFolder')],
      };
      this.#raise(withAdvice({ id: 'container-socket', level: 'warning' }, advice), others);
    }
  }

  async #closeServer({ server, container, ending }: Running): Promise<void> {
    const open = { events: this.#events, ending, sockets: this.#realtime };
    await Promise.all(
      [server, ...(container ? [container.server] : [])].map((one) => closeServer(one, open)),
    );
  }

  #createServer(ending: ListenerEnding, isForContainers = false): Server {
    const { core, logger, onRequest, bodyIdleTimeoutMs, earlyHeadersMs } = this.#options;
    const identity = () => ({
      port: this.#running?.port ?? 0,
      startedAt: this.#running?.startedAt ?? '',
      token: this.#running?.token ?? '',
    });
    const fetch = buildApp({
      core,
      logger,
      events: this.#events,
      calls: this.#calls,
      realtime: this.#realtime,
      ending,
      identity,
      bodyIdleTimeoutMs: bodyIdleTimeoutMs ?? limits.bodyIdleTimeoutMs,
      earlyHeadersMs: earlyHeadersMs ?? limits.earlyHeadersMs,
      isForContainers,
    });
    const identify = (written: string) => core.namedTokens.identify(written);
    let portGuard: RequestGuard | undefined;
    const guard: RequestGuard = (request) => {
      // The port is known only once it listens.
      if (!this.#running) return new AppError('FORBIDDEN_ORIGIN');
      portGuard ??= publicGuard({
        isMeant: isForContainers ? isPlainRequest : localRequests(this.#running.port),
        token: () => this.#running?.token ?? '',
        takesNamedOnly: isForContainers,
        identify,
      });
      return portGuard(request);
    };
    return createHttpServer({
      fetch,
      guard,
      onRequest,
      calls: this.#calls,
      programs: this.#programs,
      mayUpgrade: isRealtime,
      // A Unix socket has the folder's permissions instead, and no shared token for which answers are kept.
      ...(!isForContainers && { otherUsers: { logger }, kept: keptAnswers({ core, identity }) }),
    });
  }

  #warnOfDiscovery(error: unknown): void {
    this.#options.logger.warn({ error }, 'The discovery file could not be removed.');
  }

  #raise(notice: Said<Notice>, others: readonly Said<Notice>[] = []): void {
    this.#notices = [notice, ...others];
    this.#options.core.events.publish({ type: 'notice-raised', notice });
  }

  async #writeDiscovery({ port, startedAt, token }: Running): Promise<void> {
    await writeDiscovery(this.#discoveryFile, {
      port,
      pid: process.pid,
      started_at: startedAt,
      api_version: apiVersion,
      app_version: appVersion,
      token,
    });
  }
}
