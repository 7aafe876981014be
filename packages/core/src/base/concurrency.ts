import { Worker } from 'node:worker_threads';

/**
 * The promise's result, or the signal's reason when that comes first. The work itself goes on: this is for waiting, not
 * for stopping. Leaves no listener behind.
 */
export function waitOrAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return settledOrAborted<Result>(signal, (resolve, reject) => {
    const waiting = waitingFor(work);
    const one: Waiter = { resolve: (value) => resolve(value as Result), reject };
    waiting.add(one);
    return () => waiting.delete(one);
  });
}

interface Waiter {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Who waits for each promise. It gets one reaction, however many come and go: those of who has gone could not be
 * removed from it.
 */
const waiters = new WeakMap<Promise<unknown>, Set<Waiter>>();

function waitingFor(work: Promise<unknown>): Set<Waiter> {
  const known = waiters.get(work);
  if (known) return known;
  const waiting = new Set<Waiter>();
  waiters.set(work, waiting);
  const settle = (how: (one: Waiter) => void) => {
    waiters.delete(work);
    for (const one of waiting) how(one);
  };
  work.then(
    (value) => settle((one) => one.resolve(value)),
    (error: unknown) => settle((one) => one.reject(error)),
  );
  return waiting;
}

/**
 * A promise that `start` settles, or that rejects with the signal's reason if it aborts first. In that case the
 * function that `start` returned is called, to undo what was begun. With a signal that is already aborted nothing is
 * started. Leaves no listener behind.
 */
export function settledOrAborted<Result>(
  signal: AbortSignal,
  start: (
    resolve: (value: Result | PromiseLike<Result>) => void,
    reject: (reason: unknown) => void,
  ) => (() => void) | undefined,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    signal.throwIfAborted();
    let undo: (() => void) | undefined;
    const onAbort = () => {
      // First, so that undoing cannot settle the promise in another way.
      reject(signal.reason);
      undo?.();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const done = () => signal.removeEventListener('abort', onAbort);
    try {
      undo = start(
        (value) => {
          done();
          resolve(value);
        },
        (reason) => {
          done();
          reject(reason);
        },
      );
    } catch (error) {
      done();
      throw error;
    }
  });
}

type Closing = () => unknown;

/**
 * Closes everything, one step after the other and what stands in a list at once, also when a step fails. Throws at the
 * end what failed: the one error, or an AggregateError.
 */
export async function closeAll(steps: readonly (Closing | readonly Closing[])[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    const together = typeof step === 'function' ? [step] : step;
    const ended = await Promise.allSettled(together.map(async (close) => await close()));
    for (const end of ended) if (end.status === 'rejected') errors.push(end.reason);
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} parts could not be closed.`);
}

/** Runs tasks one after the other, in the order they came; one that fails does not stop the next. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work, work);
    // Anyone who gave the work gets its error; the next in line only waits for its end.
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** Limits how many tasks run at a time; the others wait, first come, first served. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** How many tasks wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Waits for a slot and runs the work in it. Throws the signal's reason if it aborts before that. */
  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#slot(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #slot(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await settledOrAborted<void>(signal, (resolve) => {
      this.#waiting.add(resolve);
      return () => this.#waiting.delete(resolve);
    });
  }

  /** The slot goes straight to the next in line, so that no later caller can take it. */
  #release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

/** Work that several callers wait for. It is aborted when the last of them has gone, not before. */
export class SingleFlight<Result> {
  readonly #stop = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#result = work(this.#stop.signal);
    // Anyone who waits gets the error; if no one waits, it must not go unhandled.
    this.#result.catch(() => undefined);
  }

  /** True once its last caller has gone: a new caller would only learn that it was aborted. */
  get isAbandoned(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Waits for the result. Rejects with the signal's reason when this caller goes. */
  async wait(signal: AbortSignal): Promise<Result> {
    this.#waiting++;
    try {
      return await waitOrAbort(this.#result, signal);
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) this.#stop.abort(signal.reason);
    }
  }

  /** Waits until the work has ended, however it did. */
  async settled(): Promise<void> {
    // How it ended is for those who wait for the result.
    await this.#result.catch(() => undefined);
  }
}

/**
 * The first message of a module that runs in a thread of its own, with `data` as its `workerData`, so that nothing else
 * waits for the work. The thread ends with it, and when the signal aborts. Rejects with the thread's error, or with the
 * signal's reason. Starting a thread takes tens of milliseconds: it pays off only for work that takes longer.
 */
export async function runInThread<Result>(
  module: URL | string,
  data: unknown,
  signal: AbortSignal = new AbortController().signal,
): Promise<Result> {
  signal.throwIfAborted();
  // Neither the environment, which may hold keys, nor the flags of this process.
  const worker = new Worker(module, { workerData: data, env: {}, execArgv: [] });
  try {
    return await settledOrAborted<Result>(signal, (resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`A thread ended without a result (code ${code}).`)));
      return undefined;
    });
  } finally {
    await worker.terminate();
  }
}
