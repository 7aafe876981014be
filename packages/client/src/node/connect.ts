import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import {
  anyServer,
  type Client,
  createClient,
  createReconnectingTransport,
  type Transport,
} from '../index.ts';
import { dataFolderPath } from './data-folder.ts';
import { findServer } from './find-server.ts';
import { readConfig } from './read-config.ts';
import { createLoopbackTransport } from './socket-transport.ts';

/** What `connect` takes; nothing is needed for the application of the user who runs this. */
export interface ConnectOptions {
  /** Folder of `local-api.json`; the application's own rules decide if not given. */
  readonly dataFolder?: string;
  /** A token that the user made for your program; the discovery file's if not given. */
  readonly token?: string;
  /** Milliseconds for which a call waits for an application that has gone, for example to restart; 10,000 if not given. */
  readonly returnWithinMs?: number;
  /** How requests travel; straight to 127.0.0.1, past any proxy, when absent. */
  readonly fetch?: Transport;
}

const RETURN_WITHIN_MS = 10_000;

/**
 * A client of the running application. The server proves that it is Quoth before the token is sent, and again whenever it has been silent. After a
 * restart or with a new token, the client finds it again and repeats what is safe to repeat. Throws NO_CONNECTION, with what to do, if the local
 * API is off.
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
