import { Worker } from 'node:worker_threads';
import { AppError } from '@quoth/contract';
import { settledOrAborted } from '../../base/index.ts';
import type { FoundRecordings, RecordingSearch } from './find-recordings.ts';

type Answer = { readonly id: number } & ({ readonly found: FoundRecordings } | { readonly failure: string });

interface Pending {
  readonly id: number;
  readonly search: RecordingSearch;
  readonly resolve: (found: FoundRecordings) => void;
  readonly reject: (error: unknown) => void;
}

export interface SearcherOptions {
  readonly databasePath: string;
  /** Milliseconds. A search that takes longer ends with TIMEOUT. */
  readonly timeoutMs?: number;
  /** Searches that may wait for the one at work; more are refused with RATE_LIMITED. */
  readonly maximumWaiting?: number;
  /** Milliseconds without a search after which the worker ends and gives its memory back. */
  readonly idleMs?: number;
}

/** Searches on a worker's read-only connection, one after the other. The worker starts with the first search. */
export class Searcher {
  readonly #options: Required<SearcherOptions>;
  #worker: Worker | undefined;
  #current: Pending | undefined;
  #waiting: Pending[] = [];
  #nextId = 1;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SearcherOptions) {
    this.#options = { timeoutMs: 30_000, maximumWaiting: 64, idleMs: 60_000, ...options };
  }

  /** Throws TIMEOUT, RATE_LIMITED, or the signal's reason. */
  async find(search: RecordingSearch, signal: AbortSignal): Promise<FoundRecordings> {
    signal.throwIfAborted();
    if (this.#waiting.length >= this.#options.maximumWaiting)
      throw new AppError('RATE_LIMITED', { message: 'Too many searches are waiting.' });
    return settledOrAborted<FoundRecordings>(signal, (resolve, reject) => {
      const pending = { id: this.#nextId++, search, resolve, reject };
      this.#waiting.push(pending);
      this.#advance();
      // One at work is left to finish: it cannot be stopped without ending the worker, and its answer is dropped.
      return () => {
        this.#waiting = this.#waiting.filter((other) => other !== pending);
      };
    });
  }

  async close(): Promise<void> {
    const closed = new AppError('CANCELLED', { message: 'Quoth was closed.' });
    for (const pending of this.#waiting.splice(0)) pending.reject(closed);
    this.#current?.reject(closed);
    await this.#endWorker();
  }

  #advance(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    const next = this.#waiting.shift();
    if (!next) {
      this.#timer = setTimeout(() => void this.#endWorker(), this.#options.idleMs);
      this.#timer.unref();
      return;
    }
    this.#current = next;
    this.#timer = setTimeout(() => this.#onTimeout(), this.#options.timeoutMs);
    this.#startedWorker().postMessage({ id: next.id, search: next.search });
  }

  #startedWorker(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./search-worker.ts', import.meta.url), {
      workerData: { path: this.#options.databasePath },
      env: {},
      execArgv: [],
    });
    worker.unref();
    worker.on('message', (answer: Answer) => this.#onAnswer(answer));
    worker.on('error', (error: unknown) => this.#onWorkerGone(worker, error));
    worker.on('exit', () => this.#onWorkerGone(worker, new Error('the search worker ended')));
    this.#worker = worker;
    return worker;
  }

  #onAnswer(answer: Answer): void {
    const current = this.#current;
    if (!current || current.id !== answer.id) return;
    this.#current = undefined;
    if ('found' in answer) current.resolve(answer.found);
    else current.reject(new AppError('INTERNAL_ERROR', { cause: new Error(answer.failure) }));
    this.#advance();
  }

  #onTimeout(): void {
    const current = this.#current;
    this.#current = undefined;
    current?.reject(
      new AppError('TIMEOUT', {
        message: 'The search took too long.',
        hint: 'Narrow it with since and until.',
      }),
    );
    void this.#endWorker().then(() => this.#advance());
  }

  #onWorkerGone(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const current = this.#current;
    this.#current = undefined;
    current?.reject(new AppError('INTERNAL_ERROR', { cause }));
    this.#advance();
  }

  async #endWorker(): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
