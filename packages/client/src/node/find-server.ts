import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Discovery,
  discovery,
  discoveryFileName,
  namedTokenFileName,
  namedTokenFolder,
  namedTokenPattern,
} from '@quoth/contract';
import {
  anyServer,
  type Client,
  createClient,
  createReconnectingTransport,
  QuothError,
  type Transport,
} from '../index.ts';
import { dataFolderPath } from './data-folder.ts';
import { readConfig } from './read-config.ts';
import { createLoopbackTransport, createSocketTransport } from './socket-transport.ts';
import { provesItself, readTrustedFile } from './trust.ts';

/** A public API server that has proved that it knows the token. */
export interface FoundServer {
  readonly baseUrl: string;
  readonly discovery: Discovery;
  readonly client: Client;
}

/** What finding takes; nothing is needed for the application of the user who runs this. */
export interface FindServerOptions {
  /** Folder of `local-api.json`; the application's own rules decide if not given. */
  readonly dataFolder?: string;
  /** How requests travel, never through a proxy; straight to 127.0.0.1 when absent. */
  readonly fetch?: Transport;
  /** The token to send in place of the discovery file's, which still proves that the server is Quoth. */
  readonly token?: string | undefined;
  /** How long the server may take to prove itself; 5,000 without it. */
  readonly answerWithinMs?: number;
}

/** A server answers a challenge from memory. What takes longer has the port and something else to do. */
const MAX_ANSWER_MS = 5_000;

/**
 * The running public API of a data folder. The token is sent only after the server has proved that it knows it. Throws
 * NO_CONNECTION, with a message for the user.
 */
export async function findServer({
  dataFolder = dataFolderPath(readConfig()),
  fetch = createLoopbackTransport(),
  token,
  answerWithinMs = MAX_ANSWER_MS,
}: FindServerOptions = {}): Promise<FoundServer> {
  const found = await readDiscovery(join(dataFolder, discoveryFileName));
  const baseUrl = `http://127.0.0.1:${found.port}`;
  const stranger = createClient({ fetch, baseUrl });
  const verify = async () => {
    if (!(await hasProof(stranger, found, answerWithinMs)))
      throw stale('Another program is listening on the port in the discovery file.');
  };
  await verify();
  const headers = { authorization: `Bearer ${token ?? found.token}` };
  const client = createClient({ fetch, baseUrl, headers, verify });
  return { baseUrl, discovery: found, client };
}

async function readDiscovery(path: string): Promise<Discovery> {
  const text = await readTrustedFile(path);
  if (text === undefined)
    throw new QuothError('NO_CONNECTION', {
      message: 'The local API is off: there is no discovery file.',
      hint: 'Switch it on with "quoth api on".',
    });
  try {
    return discovery.parse(JSON.parse(text));
  } catch (cause) {
    throw stale('The discovery file is not valid.', cause);
  }
}

async function hasProof(stranger: Client, { token, port }: Discovery, withinMs: number): Promise<boolean> {
  try {
    return await provesItself({ stranger, secret: token, port, signal: AbortSignal.timeout(withinMs) });
  } catch (cause) {
    const isSilent = cause instanceof QuothError && ['NO_CONNECTION', 'CANCELLED'].includes(cause.code);
    if (cause instanceof QuothError && !isSilent) return false;
    throw stale('The server in the discovery file no longer responds.', cause);
  }
}

function stale(message: string, cause?: unknown): QuothError {
  return new QuothError('NO_CONNECTION', {
    message,
    hint: 'Restart the application with "quoth stop" and "quoth start", then "quoth api on".',
    cause,
  });
}

/**
 * The token that the user made for a program under this name, from its file in the data folder. Throws UNAUTHORIZED
 * where none exists, NO_CONNECTION where somebody else could have put it there.
 */
export async function readNamedToken(dataFolder: string, name: string): Promise<string> {
  const text = await readTrustedFile(join(dataFolder, namedTokenFolder, namedTokenFileName(name)));
  const token = text?.trim() ?? '';
  if (namedTokenPattern.test(token)) return token;
  throw new QuothError('UNAUTHORIZED', {
    message: `There is no token named "${name}": it was revoked, or never made.`,
    hint: `Ask the user to make one: quoth tokens create ${name} --to-file --scopes transcribe,rewrite`,
  });
}

/**
 * A client of the local API over its Unix socket, as it is mounted into a container, with a token that the user made
 * for this program. Only who may write to the mounted folder could be somebody else.
 */
export function connectThrough(
  socketPath: string,
  token: string,
  fetch: Transport = createSocketTransport(socketPath),
): Client {
  const headers = { authorization: `Bearer ${token}` };
  return createClient({ fetch, baseUrl: 'http://localhost', headers });
}

/** What `connect` takes; nothing is needed for the application of the user who runs this. */
export interface ConnectOptions {
  /** Folder of `local-api.json`; the application's own rules decide if not given. */
  readonly dataFolder?: string;
  /** A token that the user made for your program; the discovery file's if not given. */
  readonly token?: string;
  /**
   * Milliseconds for which a call waits for an application that has gone, for example to restart; 10,000 if not given.
   */
  readonly returnWithinMs?: number;
  /** How requests travel; straight to 127.0.0.1, past any proxy, when absent. */
  readonly fetch?: Transport;
}

const RETURN_WITHIN_MS = 10_000;

/**
 * A client of the running application. The server proves that it is Quoth before the token is sent, and again for each
 * new connection. After a restart or with a new token, the client finds it again and repeats what is safe to repeat.
 * Throws NO_CONNECTION, with what to do, if the local API is off.
 */
export async function connect({
  dataFolder = dataFolderPath(readConfig()),
  token,
  returnWithinMs = RETURN_WITHIN_MS,
  fetch = createLoopbackTransport(),
}: ConnectOptions = {}): Promise<Client> {
  const find = async () => {
    const { baseUrl, discovery } = await findServer({ dataFolder, fetch });
    return { baseUrl, token: token ?? discovery.token };
  };
  const returning = createReconnectingTransport({
    fetch,
    find,
    returnWithinMs,
    now: () => performance.now(),
    pause: (milliseconds) => pause(milliseconds),
    newKey: randomUUID,
  });
  const client = createClient({ fetch: returning, baseUrl: anyServer });
  await client.getHealth();
  return client;
}
