import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isNoConnection, QuothError, type Transport } from '@quoth/client';
import {
  connectThrough,
  createLoopbackTransport,
  createSocketTransport,
  type FoundServer,
  findServer,
  isAlive,
  readControlSocketFile,
  readNamedToken,
} from '@quoth/client/node';
import { appVersion, bridgeName, discoveryFileName } from '@quoth/contract';

/** What the bridge takes from its surroundings. */
export interface BridgeConfig {
  readonly dataFolder: string;
  readonly home: string;
  /** Where relative paths start when the client names no roots of its own. */
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** Further folders that transcripts may be written to. */
  readonly outputFolders?: readonly string[];
  /** Name of the token to use in place of the discovery file's. */
  readonly as?: string | undefined;
  /** In a container: the socket that is mounted there, and the token to send. */
  readonly socket?: BridgeSocket | undefined;
  /** Milliseconds between two progress notifications; 5,000 without it. */
  readonly progressEveryMs?: number;
  /** Milliseconds after which a question that is not answered is `pending`; 45,000 without it. */
  readonly answerWithinMs?: number;
}

type Found = Pick<FoundServer, 'client'>;

interface BridgeSocket {
  readonly path: string;
  readonly token: string;
}

/** The socket that the variables QUOTH_SOCKET and QUOTH_TOKEN name; undefined without them. */
export function bridgeSocket(env: Readonly<Record<string, string | undefined>>): BridgeSocket | undefined {
  return env.QUOTH_SOCKET ? { path: env.QUOTH_SOCKET, token: env.QUOTH_TOKEN ?? '' } : undefined;
}

/** What the tools work with. Nothing about the server is kept from one call to the next. */
export interface Bridge {
  readonly config: BridgeConfig;
  /** Never asks a proxy. */
  readonly transport: Transport;
  /**
   * Finds the running server and passes it on. If the token has changed in between, it is read again and the work is
   * repeated, since a token is refused before anything else happens. Throws NO_CONNECTION with how to start the
   * application.
   */
  ask<Result>(work: (server: Found) => Promise<Result>): Promise<Result>;
}

/** A bridge to the application of a data folder. */
export function createBridge(
  config: BridgeConfig,
  fetch = config.socket ? createSocketTransport(config.socket.path) : createLoopbackTransport(),
): Bridge {
  const transport: Transport = (url, request) =>
    fetch(url, { ...request, headers: { 'user-agent': `${bridgeName}/${appVersion}`, ...request.headers } });
  const find = async (): Promise<Found> => {
    const { dataFolder, as, socket } = config;
    if (socket) return { client: connectThrough(socket.path, socket.token, transport) };
    // Read again each time: the user may have made another one of this name.
    const token = as === undefined ? undefined : await readNamedToken(dataFolder, as);
    const options = { dataFolder, fetch: transport, token };
    try {
      // The second attempt is for a connection kept open to a server that has been restarted since.
      return await findServer(options).catch((error: unknown) => {
        if (isNoConnection(error)) return findServer(options);
        throw error;
      });
    } catch (error) {
      throw isNoConnection(error) ? await withRemedy(error, config.dataFolder) : error;
    }
  };
  return {
    config,
    transport,
    ask: async (work) => {
      try {
        return await work(await find());
      } catch (error) {
        if (!(error instanceof QuothError && error.code === 'UNAUTHORIZED')) throw error;
        return await work(await find()).catch((again: unknown) => {
          throw refused(again, config.as);
        });
      }
    },
  };
}

/** For a bridge with a token of its own, the advice about the discovery file does not help. */
function refused(error: unknown, as: string | undefined): unknown {
  if (as === undefined || !(error instanceof QuothError && error.code === 'UNAUTHORIZED')) return error;
  return new QuothError('UNAUTHORIZED', {
    message: `The token "${as}" is no longer good: it was revoked, or its end has come.`,
    hint: `Ask the user to make a new one: quoth tokens revoke ${as}, then quoth tokens create ${as} --to-file --scopes transcribe,rewrite`,
    cause: error,
  });
}

/** Whether the application runs without its API, or does not run at all: the two need different advice. */
async function withRemedy(error: QuothError, dataFolder: string): Promise<QuothError> {
  const controlSocket = await readControlSocketFile(dataFolder);
  const runs = controlSocket !== undefined && isAlive(controlSocket.pid);
  const state = runs ? 'Quoth is running, but its local API is off.' : 'Quoth is not running.';
  // A file that is there has more to tell: a server that is gone, or somebody else at its port.
  const detail = existsSync(join(dataFolder, discoveryFileName)) ? ` ${error.message}` : '';
  return new QuothError('NO_CONNECTION', {
    message: `${state}${detail}`,
    hint: runs
      ? 'Ask the user to switch the local API on with "quoth api on" (off and on again if it is on), then try again.'
      : 'Ask the user to run "quoth api on" in a terminal: it starts Quoth with its local API. Then try again; nothing else needs to be set up.',
    cause: error,
  });
}
