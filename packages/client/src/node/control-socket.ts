import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { controlSocketFileName } from '@quoth/contract';
import { type Client, createClient, noAnswer, noConnection, QuothError, type Transport } from '../index.ts';
import { createSocketTransport } from './socket-transport.ts';
import { checkTrustedSocket, provesItself, readTrustedFile } from './trust.ts';

/** The address of the running application's listener for the command line, and the secret that opens it. */
export interface ControlSocketFile {
  /** Unix socket, or named pipe on Windows. */
  readonly path: string;
  readonly secret: string;
  readonly pid: number;
  /** ISO 8601. */
  readonly startedAt: string;
}

/**
 * The control socket file of a data folder; undefined when none exists, or none that can be read as one. Throws
 * NO_CONNECTION, with the reason, where another user could have written it.
 */
export async function readControlSocketFile(dataFolder: string): Promise<ControlSocketFile | undefined> {
  const text = await readTrustedFile(join(dataFolder, controlSocketFileName));
  return text === undefined ? undefined : toControlSocketFile(text);
}

/**
 * A client that uses the application's control socket; it can call `api` and `app` routes. Before the first request,
 * the owner of the socket is checked and the application proves that it knows the secret.
 */
export function controlSocketClient(controlSocket: ControlSocketFile): Client {
  return createClient({
    fetch: createTrustedTransport(controlSocket),
    baseUrl: BASE_URL,
    headers: { authorization: `Bearer ${controlSocket.secret}` },
  });
}

const BASE_URL = 'http://localhost';
const MAX_PROOF_MS = 5_000;

function createTrustedTransport({ path, secret, pid }: ControlSocketFile): Transport {
  const fetch = createSocketTransport(path);
  const stranger = createClient({ fetch, baseUrl: BASE_URL });
  let isTrusted = false;
  return async (url, request) => {
    if (!isTrusted) {
      await checkTrustedSocket(path);
      const limit = AbortSignal.timeout(MAX_PROOF_MS);
      const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit;
      const proves = await provesItself({ stranger, secret, signal }).catch((error: unknown) => {
        throw limit.aborted && !request.signal?.aborted ? noAnswer(pid) : error;
      });
      if (!proves) throw impostor(path);
      isTrusted = true;
    }
    return fetch(url, request);
  };
}

function impostor(path: string): QuothError {
  return new QuothError('NO_CONNECTION', {
    message: `Another program is listening at ${path}; nothing was sent to it.`,
    hint: 'Restart Quoth with "quoth stop" and "quoth start".',
  });
}

/**
 * The running application's client. Throws NO_CONNECTION when none runs in this data folder, TIMEOUT when one does that
 * cannot be asked.
 */
export async function openControlSocket(dataFolder: string): Promise<Client> {
  const controlSocket = await readControlSocketFile(dataFolder);
  if (controlSocket && isAlive(controlSocket.pid)) return controlSocketClient(controlSocket);
  const pid = await lockHolder(dataFolder);
  throw pid === undefined ? noConnection(undefined) : noAnswer(pid);
}

/**
 * The process that has this data folder to itself, by the lock that the system keeps for it; undefined if none exists,
 * or no telling (only Linux tells).
 */
export async function lockHolder(dataFolder: string): Promise<number | undefined> {
  try {
    const { dev, ino } = await stat(join(dataFolder, 'instance.lock'), { bigint: true });
    const hex = (number: bigint) => number.toString(16).padStart(2, '0');
    const major = (dev >> 8n) & 0xfffn;
    const minor = (dev & 0xffn) | ((dev >> 12n) & 0xfff00n);
    const holder = new RegExp(`POSIX +ADVISORY +WRITE (\\d+) ${hex(major)}:${hex(minor)}:${ino} `);
    const pid = Number(holder.exec(await readFile('/proc/locks', 'utf8'))?.[1]);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a process with this id lives, ours or another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

function toControlSocketFile(text: string): ControlSocketFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { path, secret, pid, started_at } = { ...value } as Record<string, unknown>;
  if (typeof path !== 'string' || typeof secret !== 'string' || typeof pid !== 'number') return undefined;
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { path, secret, pid, startedAt: typeof started_at === 'string' ? started_at : '' };
}
