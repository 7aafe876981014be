import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { doorFileName, limits } from '@quoth/contract';
import { AppError, type Core, isoTime, type Logger, writeWhole } from '@quoth/core';
import type { ApplicationControl } from '../application-control.ts';
import { buildApp } from '../build-app.ts';
import { EventStreams } from '../events/event-streams.ts';
import { createHttpServer } from '../http/create-http-server.ts';
import { doorGuard } from '../http/guard.ts';
import { closeServer, listen } from './listen.ts';

export interface DoorServerOptions {
  readonly core: Core;
  readonly application: ApplicationControl;
  readonly logger: Logger;
  readonly platform: NodeJS.Platform;
  /** A folder that only this user can enter (XDG_RUNTIME_DIR), where the platform has one. */
  readonly runtimeFolder: string | undefined;
  readonly temporaryFolder: string;
  readonly onRequest?: (() => void) | undefined;
}

/** What a Unix socket's address holds on Linux (unix(7): 108 bytes with the final NUL). */
const LONGEST_SOCKET_PATH = 107;

/** The command line's door: a Unix socket, or a named pipe on Windows, and a secret in a file that only this user can read. */
export class DoorServer {
  readonly #options: DoorServerOptions;
  readonly #file: string;
  readonly #events: EventStreams;
  #server: Server | undefined;
  #path = '';

  constructor(options: DoorServerOptions) {
    this.#options = options;
    this.#file = join(options.core.dataFolder, doorFileName);
    this.#events = new EventStreams({ log: options.core.events.log });
  }

  async open(): Promise<void> {
    const { core, application, logger, platform, onRequest } = this.#options;
    const secret = randomBytes(32).toString('base64url');
    const startedAt = isoTime(Date.now());
    const fetch = buildApp({
      core,
      application,
      logger,
      events: this.#events,
      identity: () => ({ port: application.apiServerState().port ?? 0, startedAt, token: secret }),
      bodyIdleTimeoutMs: limits.bodyIdleTimeoutMs,
      earlyHeadersMs: limits.earlyHeadersMs,
    });
    this.#path = socketPath(this.#options);
    // The data folder is locked by this process: a socket of that name is a dead one.
    if (platform !== 'win32') rmSync(this.#path, { force: true });
    this.#server = createHttpServer({ fetch, guard: doorGuard(secret), onRequest });
    await listen(this.#server, { path: this.#path });
    if (platform !== 'win32') chmodSync(this.#path, 0o600);
    await writeWhole(
      this.#file,
      `${JSON.stringify({ path: this.#path, secret, pid: process.pid, started_at: startedAt }, null, 2)}\n`,
    );
  }

  async close(): Promise<void> {
    if (!this.#server) return;
    const written = await readFile(this.#file, 'utf8').catch(() => '');
    if (written.includes(`"pid": ${process.pid},`)) await rm(this.#file, { force: true });
    await closeServer(this.#server, this.#events);
  }
}

function socketPath({ core, platform, runtimeFolder, temporaryFolder }: DoorServerOptions): string {
  const name = `quoth-${createHash('sha256').update(core.dataFolder).digest('hex').slice(0, 16)}`;
  if (platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const folder = runtimeFolder ?? ownFolder(join(temporaryFolder, `quoth-${process.getuid?.() ?? 0}`));
  const path = join(folder, `${name}.sock`);
  if (Buffer.byteLength(path) > LONGEST_SOCKET_PATH) {
    throw new AppError('INVALID_REQUEST', {
      message: `The path of the command line's socket is longer than ${LONGEST_SOCKET_PATH} bytes: ${path}`,
      hint: 'Set XDG_RUNTIME_DIR or TMPDIR to a folder with a shorter path.',
    });
  }
  return path;
}

/** A folder of mode 700 in a place where everyone may write; one that somebody else has put there is refused. */
function ownFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new AppError('INVALID_REQUEST', {
      message: `${path} belongs to somebody else.`,
      hint: 'Set XDG_RUNTIME_DIR to a folder of your own with mode 700.',
    });
  }
  chmodSync(path, 0o700);
  return path;
}
