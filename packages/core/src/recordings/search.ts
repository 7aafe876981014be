import { Worker } from 'node:worker_threads';
import {
  AppError,
  limits,
  type Recording,
  type RecordingPage,
  type SearchRecordingsQuery,
  type Statistics,
  say,
  searchTerms,
} from '@quoth/contract';
import { ownFile } from '@quoth/processes/places';
import { type Clock, type DataFolder, settledOrAborted } from '../base/index.ts';
import type { Database } from '../database/index.ts';
import { DISCARDING, type FoundRecordings, type RecordingSearch } from './find-recordings.ts';
import type { SearchQuestion } from './search-worker.ts';
import { toRecording } from './stored-recordings.ts';

export interface RecordingFinderOptions {
  readonly database: Database;
  readonly folder: Pick<DataFolder, 'audio' | 'database'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Finds past transcriptions by their words and other properties. Searches run on a thread of their own. */
export class RecordingFinder {
  readonly #options: RecordingFinderOptions;
  readonly #searcher: Searcher;

  constructor(options: RecordingFinderOptions) {
    this.#options = options;
    this.#searcher = new Searcher({ databasePath: options.folder.database });
  }

  /**
   * Searches by substring and by words, newest first; with `madeBy`, only what that program made. Throws TIMEOUT,
   * RATE_LIMITED, or the signal's reason.
   */
  async search(
    query: SearchRecordingsQuery,
    signal: AbortSignal = new AbortController().signal,
    madeBy?: string,
  ): Promise<RecordingPage> {
    const found = await this.#searcher.find(
      {
        terms: [query.q ?? '', ...searchTerms(query.words ?? '')],
        since: query.since,
        until: query.until,
        status: query.status,
        mode: query.mode,
        id: query.id,
        inTrash: query.trash ?? false,
        source: query.source,
        provider: query.provider,
        madeBy,
        limit: query.limit ?? limits.searchLimitDefault,
        offset: query.offset ?? 0,
      },
      signal,
    );
    const recordings = await this.#bySeq(found.seqs, query.trash ?? false);
    return {
      ok: true,
      total: found.total,
      ...(found.capped && { total_capped: true }),
      returned: recordings.length,
      recordings,
    };
  }

  /** What was transcribed in the last year. Throws TIMEOUT, RATE_LIMITED, or the signal's reason. */
  async statistics(signal: AbortSignal = new AbortController().signal): Promise<Statistics> {
    return { ok: true, ...(await this.#searcher.statistics(this.#options.clock.now(), signal)) };
  }

  /**
   * At most `count` of the newest transcripts that are not empty; read from the index by status, on the main
   * connection.
   */
  async newestTexts(count: number): Promise<readonly string[]> {
    const rows = await this.#options.database
      .selectFrom('recordings')
      .select('text')
      .where('status', '=', 'completed')
      .where('deleted_ms', 'is', null)
      .where('text', '!=', '')
      // A recording that a program asked for is not the user's last dictation, so it is neither pasted nor copied as
      // that.
      .where('made_by', 'is', null)
      .where('source', 'not in', ['wyoming', 'meeting'])
      .orderBy('seq', 'desc')
      .limit(count)
      .execute();
    return rows.map(({ text }) => text);
  }

  async close(): Promise<void> {
    await this.#searcher.close();
  }

  async #bySeq(seqs: readonly number[], inTrash: boolean): Promise<Recording[]> {
    if (seqs.length === 0) return [];
    const { database, folder } = this.#options;
    const rows = await database
      .selectFrom('recordings')
      .selectAll()
      .where('seq', 'in', [...seqs])
      .where('deleted_ms', inTrash ? 'is not' : 'is', null)
      .where('status', '!=', DISCARDING)
      .orderBy('seq', 'desc')
      .execute();
    return rows.map((row) => toRecording(row, folder));
  }
}

type Answer = { readonly id: number } & ({ readonly found: unknown } | { readonly failure: string });

interface Pending {
  readonly id: number;
  readonly question: SearchQuestion;
  readonly resolve: (found: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface SearcherOptions {
  readonly databasePath: string;
  /** Milliseconds. A search that takes longer ends with TIMEOUT. */
  readonly timeoutMs?: number;
  /** Searches that may wait for the one in progress; more are refused with RATE_LIMITED. */
  readonly maxWaiting?: number;
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
    this.#options = { timeoutMs: 30_000, maxWaiting: 64, idleMs: 60_000, ...options };
  }

  /** Throws TIMEOUT, RATE_LIMITED, or the signal's reason. */
  async find(search: RecordingSearch, signal: AbortSignal): Promise<FoundRecordings> {
    return (await this.#ask({ search }, signal)) as FoundRecordings;
  }

  /** What was transcribed in the year before `nowMs`. Throws the same. */
  async statistics(nowMs: number, signal: AbortSignal): Promise<Omit<Statistics, 'ok'>> {
    return (await this.#ask({ statisticsAt: nowMs }, signal)) as Omit<Statistics, 'ok'>;
  }

  async #ask(question: SearchQuestion, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    if (this.#waiting.length >= this.#options.maxWaiting)
      throw new AppError('RATE_LIMITED', { message: say('tooManySearches') });
    return settledOrAborted<unknown>(signal, (resolve, reject) => {
      const pending = { id: this.#nextId++, question, resolve, reject };
      this.#waiting.push(pending);
      this.#advance();
      // One in progress is left to finish: it cannot be stopped without ending the worker, and its answer is dropped.
      return () => {
        this.#waiting = this.#waiting.filter((other) => other !== pending);
      };
    });
  }

  async close(): Promise<void> {
    const closed = new AppError('CANCELLED', { message: say('quothClosed') });
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
    this.#startedWorker().postMessage({ id: next.id, question: next.question });
  }

  #startedWorker(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(ownFile('./search-worker.ts', import.meta.url), {
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
        message: say('searchTooSlow'),
        remedy: say('narrowSearch'),
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
