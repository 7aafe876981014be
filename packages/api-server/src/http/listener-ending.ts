import { addAbortListener } from 'node:events';
import { AppError } from '@quoth/contract';

/** How what a listener has in hand learns that it ends: bodies without an end at once, everything else shortly before the connections are cut. */
export class ListenerEnding {
  readonly #begun = new AbortController();
  readonly #due = new AbortController();

  /** Aborted when it takes no more requests: what would go on for ever is over now. */
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
