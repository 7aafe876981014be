import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { AppError, controlSocketFileName, limits } from '@quoth/contract';
import { type Core, isoTime, type Logger, writeWhole } from '@quoth/core';
import type { ApplicationControl } from '../application-control.ts';
import { buildApp } from '../build-app.ts';
import { EventStreams } from '../events/event-streams.ts';
import { type Closing, createHttpServer } from '../http/create-http-server.ts';
import { controlSocketGuard } from '../http/guard.ts';
import { ListenerEnding } from '../http/listener-ending.ts';
import { closeServer } from './listen.ts';
import { listenPrivately } from './listen-privately.ts';
import { reasonOf } from './reason-of.ts';

export interface ControlSocketServerOptions {
  readonly core: Core;
  readonly application: ApplicationControl;
  readonly logger: Logger;
  readonly platform: NodeJS.Platform;
  /** XDG_RUNTIME_DIR, if it is set. */
  readonly runtimeFolder: string | undefined;
  readonly temporaryFolder: string;
  /** Called for every request; its answer closes when the request is over, however it ends. */
  readonly onRequest?: ((answer: Closing) => void) | undefined;
}

/** The control socket: a Unix socket, or a named pipe on Windows, and a secret in a file that only this user can read. */
export class ControlSocketServer {
  readonly #options: ControlSocketServerOptions;
  readonly #file: string;
  readonly #events: EventStreams;
  readonly #ending = new ListenerEnding();
  #server: Server | undefined;

  constructor(options: ControlSocketServerOptions) {
    this.#options = options;
    this.#file = join(options.core.dataFolder, controlSocketFileName);
    this.#events = new EventStreams({ log: options.core.events.log });
  }

  /** Throws INTERNAL_ERROR with the reason where socket or file cannot be had; nothing is left open then. */
  async open(): Promise<void> {
    const { core, application, logger, onRequest } = this.#options;
    const secret = randomBytes(32).toString('base64url');
    const startedAt = isoTime(Date.now());
    const fetch = buildApp({
      core,
      application,
      logger,
      events: this.#events,
      ending: this.#ending,
      identity: () => ({ port: application.apiServerState().port ?? 0, startedAt, token: secret }),
      bodyIdleTimeoutMs: limits.bodyIdleTimeoutMs,
      earlyHeadersMs: limits.earlyHeadersMs,
    });
    const server = createHttpServer({ fetch, guard: controlSocketGuard(secret), onRequest });
    const path = await listenPrivately(server, { ...this.#options, dataFolder: core.dataFolder });
    try {
      await writeWhole(
        this.#file,
        `${JSON.stringify({ path, secret, pid: process.pid, started_at: startedAt }, null, 2)}\n`,
      );
    } catch (error) {
      // A socket that no command can find is of no use to anybody.
      await closeServer(server, { events: this.#events, ending: this.#ending });
      throw new AppError('INTERNAL_ERROR', {
        message: `The file ${this.#file}, which commands use to find the application, cannot be written (${reasonOf(error)}).`,
        hint: 'Remove whatever is in its place or free some disk space, then start Quoth again.',
      });
    }
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const written = await readFile(this.#file, 'utf8').catch(() => '');
    if (written.includes(`"pid": ${process.pid},`)) await rm(this.#file, { force: true });
    await closeServer(server, { events: this.#events, ending: this.#ending });
  }
}
