import { addAbortListener } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { AppError, say } from '@quoth/contract';
import { closeWhenIdle } from '@quoth/http';
import type { EventStreams } from '../events.ts';
import type { RealtimeSockets } from '../realtime/realtime-sockets.ts';

/** What programs with named tokens have open at a listener: streams, uploads, downloads, work that they wait for. */
export class ProgramConnections {
  readonly #open = new Map<string, Set<ServerResponse>>();

  /** Notes an answer that is not over, until it is. */
  opened(tokenId: string, response: ServerResponse): void {
    const open = this.#open.get(tokenId) ?? new Set();
    this.#open.set(tokenId, open);
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      if (open.size === 0 && this.#open.get(tokenId) === open) this.#open.delete(tokenId);
    });
  }

  /**
   * Cuts the connections of all that a token has open: nothing more goes in or out, and work that only waited for them
   * is cancelled.
   */
  end(tokenId: string): void {
    for (const response of [...(this.#open.get(tokenId) ?? [])]) response.destroy();
  }
}

/**
 * Tells open requests that their listener is closing: endless bodies at once, everything else shortly before the
 * connections are cut.
 */
export class ListenerEnding {
  readonly #begun = new AbortController();
  readonly #due = new AbortController();

  /** Aborted when it takes no more requests: streams without an end are closed now. */
  get begun(): AbortSignal {
    return this.#begun.signal;
  }

  /** Aborted, with the error to answer with, when there is just enough time to send it. */
  get due(): AbortSignal {
    return this.#due.signal;
  }

  /** The work's outcome; where that does not come before `due`, why it is not waited for. */
  async beforeDue<Result>(work: Promise<Result>, why: () => AppError = listenerEnded): Promise<Result> {
    const given = Promise.withResolvers<never>();
    using _due = addAbortListener(this.due, () => given.reject(why()));
    return await Promise.race([work, given.promise]);
  }

  begin(): void {
    this.#begun.abort(listenerEnded());
  }

  answerNow(): void {
    this.#due.abort(listenerEnded());
  }
}

function listenerEnded(): AppError {
  return new AppError('CANCELLED', {
    message: say('stoppedBeforeDone'),
    hint: say('sendWhenAnswering'),
  });
}

/** How long requests in progress may take when the server is switched off. */
const GRACE_MS = 2_000;
/** How much of that is left for answering those that have not finished. */
const LAST_WORDS_MS = 500;

/** What a server has open that would not end by itself. */
interface OpenAnswers {
  readonly events: Pick<EventStreams, 'close'>;
  readonly ending: ListenerEnding;
  readonly sockets?: Pick<RealtimeSockets, 'close'>;
}

/**
 * Stops listening at once, gives requests in progress a moment to finish, has the others answer with an error, then
 * closes what is left.
 */
export async function closeServer(server: Server, { events, ending, sockets }: OpenAnswers): Promise<void> {
  const closed = closeWhenIdle(server);
  // Event streams and sockets would never finish by themselves.
  events.close();
  sockets?.close();
  ending.begin();
  let timer = setTimeout(() => {
    ending.answerNow();
    timer = setTimeout(() => server.closeAllConnections(), LAST_WORDS_MS);
  }, GRACE_MS - LAST_WORDS_MS);
  await closed;
  clearTimeout(timer);
}
