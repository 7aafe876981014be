import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { AppError, controlSocketFileName, limits, type Message, say } from '@quoth/contract';
import { type Core, isoTime, type Logger, writeWhole } from '@quoth/core';
import { listen } from '@quoth/http';
import { buildApp } from '../build-app.ts';
import { EventStreams } from '../events.ts';
import type { ApplicationControl } from '../handler.ts';
import { closeServer, ListenerEnding } from '../http/connections.ts';
import { controlSocketGuard } from '../http/guard.ts';
import { type ClosingAnswer, createHttpServer } from '../http/http-server.ts';
import { reasonOf } from './discovery.ts';

interface ControlSocketServerOptions extends Omit<SocketPlaces, 'dataFolder'> {
  readonly core: Core;
  readonly application: ApplicationControl;
  readonly logger: Logger;
  /** Called for every request; its answer closes when the request is over, however it ends. */
  readonly onRequest?: ((answer: ClosingAnswer) => void) | undefined;
}

/**
 * The control socket: a Unix socket, or a named pipe on Windows, and a secret in a file that only this user can read.
 */
export class ControlSocketServer {
  readonly #options: ControlSocketServerOptions;
  readonly #file: string;
  readonly #events: EventStreams;
  readonly #ending = new ListenerEnding();
  #server: Server | undefined;

  constructor(options: ControlSocketServerOptions) {
    this.#options = options;
    this.#file = join(options.core.dataFolder, controlSocketFileName);
    this.#events = new EventStreams({ log: options.core.events.log, reader: 'commandLine' });
  }

  /** Throws INTERNAL_ERROR with the reason where socket or file cannot be had; nothing is left open then. */
  async open(): Promise<void> {
    const { core, application, logger, onRequest } = this.#options;
    const secret = randomBytes(32).toString('base64url');
    const startedAt = isoTime(Date.now());
    const fetch = buildApp({
      core,
      reader: 'commandLine',
      application,
      logger,
      events: this.#events,
      ending: this.#ending,
      identity: () => ({ port: application.apiServer.state().port ?? 0, startedAt, token: secret }),
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
        message: say('controlFileNotWritten', { path: this.#file, why: reasonOf(error) }),
        hint: say('makeRoomThenStart'),
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

/** Folders that may contain a socket. */
export interface SocketPlaces {
  readonly platform: NodeJS.Platform;
  readonly dataFolder: string;
  /** XDG_RUNTIME_DIR, if it is set. */
  readonly runtimeFolder: string | undefined;
  readonly temporaryFolder: string;
}

/** What a Unix socket's address holds: 108 bytes on Linux, 104 on macOS (unix(7), unix(4)), with the final NUL. */
const MAX_SOCKET_PATH_BYTES = { linux: 107, other: 103 } as const;

/**
 * Opens a socket that no other user can reach or replace, and returns its path: in XDG_RUNTIME_DIR where that is the
 * user's own, else in the data folder, else in a folder of the user's own among the temporary files. Throws
 * INTERNAL_ERROR with the reason for each of these places.
 */
export async function listenPrivately(server: Server, places: SocketPlaces): Promise<string> {
  if (places.platform === 'win32') {
    // The first to make a pipe of a name has it, so the name cannot be guessed.
    const path = `\\\\.\\pipe\\quoth-${randomBytes(16).toString('hex')}`;
    await listen(server, { path });
    return path;
  }
  const reasons: string[] = [];
  for (const { folder, name, isMadeByUs } of candidates(places)) {
    try {
      if (isMadeByUs) mkdirSync(folder, { recursive: true, mode: 0o700 });
      checkPrivateFolder(folder);
      const path = join(folder, name);
      checkLength(path, places.platform);
      // The data folder is locked by this process, so a socket of that name is a dead one.
      rmSync(path, { force: true });
      await listen(server, { path });
      chmodSync(path, 0o600);
      return path;
    } catch (error) {
      reasons.push(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new AppError('INTERNAL_ERROR', {
    message: say('controlSocketNotOpened', { reasons: reasons.join('; ') }),
    hint: say('setRuntimeFolder'),
  });
}

interface Candidate {
  readonly folder: string;
  readonly name: string;
  readonly isMadeByUs?: boolean;
}

function candidates({ dataFolder, runtimeFolder, temporaryFolder }: SocketPlaces): Candidate[] {
  const name = `quoth-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}.sock`;
  return [
    ...(runtimeFolder === undefined ? [] : [{ folder: runtimeFolder, name }]),
    { folder: dataFolder, name: 'control.sock' },
    { folder: join(temporaryFolder, `quoth-${process.getuid?.() ?? 0}`), name, isMadeByUs: true },
  ];
}

/** Throws the reason why other users could reach or replace what lies in it. */
export function checkPrivateFolder(folder: string): void {
  // Links are not followed: another user may be able to change where one leads.
  const found = lstatSync(folder);
  if (!found.isDirectory()) throw unsafe(say('folderIsSomethingElse'));
  const { uid, mode } = found;
  if (uid !== process.getuid?.()) throw unsafe(say('folderOfOtherUser'));
  if ((mode & 0o077) !== 0) throw unsafe(say('othersCanEnterFolder'));
}

export function checkLength(path: string, platform: NodeJS.Platform): void {
  const longest = platform === 'linux' ? MAX_SOCKET_PATH_BYTES.linux : MAX_SOCKET_PATH_BYTES.other;
  if (Buffer.byteLength(path) > longest) throw unsafe(say('socketPathTooLong', { bytes: longest }));
}

function unsafe(message: Message): AppError {
  return new AppError('CONFLICT', { message });
}
