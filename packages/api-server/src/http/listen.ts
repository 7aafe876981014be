import { addAbortListener } from 'node:events';
import { statSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import { AppError, systemCode } from '@quoth/contract';
import type { EventStreams } from '../events.ts';
import type { RealtimeSockets } from '../realtime/realtime-sockets.ts';

/** Tells open requests that their listener is closing: endless bodies at once, everything else shortly before the connections are cut. */
export class ListenerEnding {
  readonly #begun = new AbortController();
  readonly #due = new AbortController();

  /** Aborted when it takes no more requests: what would go on forever is over now. */
  get begun(): AbortSignal {
    return this.#begun.signal;
  }

  /** Aborted, with the error to answer with, when there is just time for a last word. */
  get due(): AbortSignal {
    return this.#due.signal;
  }

  /** The work's outcome; where that does not come before `due`, why it is not waited for. */
  async inTime<Result>(work: Promise<Result>, why: () => AppError = listenerEnded): Promise<Result> {
    const given = Promise.withResolvers<never>();
    using _due = addAbortListener(this.due, () => given.reject(why()));
    return await Promise.race([work, given.promise]);
  }

  begin(): void {
    this.#begun.abort(listenerEnded());
  }

  callIn(): void {
    this.#due.abort(listenerEnded());
  }
}

function listenerEnded(): AppError {
  return new AppError('CANCELLED', {
    message: 'Quoth was stopped, or its local API was switched off, before this was done.',
    hint: 'Send it again when Quoth answers.',
  });
}

/** Starts listening and returns the port (0 for a socket path). Rejects with the system's error. */
export async function listen(server: Server, options: ListenOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? (address as AddressInfo).port : 0;
}

/** How long requests in progress may take when the server is switched off. */
const GRACE_MS = 2_000;
/** How much of that is left for saying that they did not. */
const LAST_WORDS_MS = 500;

/** What a server has open that would not end by itself. */
interface OpenAnswers {
  readonly events: Pick<EventStreams, 'close'>;
  readonly ending: ListenerEnding;
  readonly sockets?: Pick<RealtimeSockets, 'close'>;
}

/** Stops listening at once, gives requests in progress a moment to finish, has the others answer with an error, then closes what is left. */
export async function closeServer(server: Server, { events, ending, sockets }: OpenAnswers): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Those would never finish by themselves.
  events.close();
  sockets?.close();
  ending.begin();
  server.closeIdleConnections();
  // One that is answering now is idle in a moment.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  let timer = setTimeout(() => {
    ending.callIn();
    timer = setTimeout(() => server.closeAllConnections(), LAST_WORDS_MS);
  }, GRACE_MS - LAST_WORDS_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}

/** Why a file could not be written, in words if they are clearer than the system's code. */
export function reasonOf(error: unknown): string {
  const code = systemCode(error);
  // Windows says EPERM when a file is to take the place of a folder.
  if (code === 'EPERM' && isFolder((error as NodeJS.ErrnoException & { dest?: string }).dest))
    return 'there is a folder with that name';
  if (code === 'EISDIR' || code === 'ENOTEMPTY' || code === 'EEXIST')
    return 'there is a folder with that name';
  return code ?? 'unknown reason';
}

function isFolder(path: string | undefined): boolean {
  return path !== undefined && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}
