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
  /** Where `local-api.json` lies; as the application decides it when absent. */
  readonly dataFolder?: string;
  /** A token that the user made for your program; the discovery file's when absent. */
  readonly token?: string;
  /** How long a call waits for an application that has gone away, such as for a restart; 10,000 when absent. */
  readonly returnWithinMs?: number;
  /** How requests travel; straight to 127.0.0.1, past any proxy, when absent. */
  readonly fetch?: Transport;
}

const RETURN_WITHIN_MS = 10_000;

/**
 * A client of the running application. The server has proved that it is Quoth before the token is sent, and does so again
 * whenever it has been silent. After a restart or a new token the client finds it anew and repeats what is safe to
 * repeat. Throws NO_CONNECTION, with what to do, when the local API is off.
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
