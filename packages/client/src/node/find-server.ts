import { join } from 'node:path';
import { type Discovery, discovery, discoveryFileName } from '@quoth/contract';
import { type Client, createClient, QuothError, type Transport } from '../index.ts';
import { dataFolderPath } from './data-folder.ts';
import { provesItself } from './prove.ts';
import { readConfig } from './read-config.ts';
import { createLoopbackTransport } from './socket-transport.ts';
import { readTrustedFile } from './trusted-path.ts';

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
const LONGEST_ANSWER_MS = 5_000;

/**
 * The running public API of a data folder. The token is sent only after the server has proved that it knows it. Throws NO_CONNECTION, with a
 * message for the user.
 */
export async function findServer({
  dataFolder = dataFolderPath(readConfig()),
  fetch = createLoopbackTransport(),
  token,
  answerWithinMs = LONGEST_ANSWER_MS,
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
