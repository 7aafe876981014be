import { type Database, DatabaseError, type Queries } from './database/database.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { GatewayLogger, Metrics } from './reporting.ts';

interface UpkeepOptions {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly logger: GatewayLogger;
  readonly metrics: Metrics;
  readonly nodeId: string;
}

const BEAT_MS = 5_000;
const SWEEP_MS = 15_000;

/**
 * What every node does besides its requests: it reports that it is alive, counts the others, and releases the holds of
 * dead ones.
 */
export class Upkeep {
  readonly #options: UpkeepOptions;
  readonly #timers: NodeJS.Timeout[] = [];
  #pending: Promise<unknown> = Promise.resolve();
  #nodes = 1;

  constructor(options: UpkeepOptions) {
    this.#options = options;
  }

  /** Live nodes, this one included. */
  get nodes(): number {
    return this.#nodes;
  }

  async start(tidy: () => void): Promise<void> {
    await this.#beat();
    this.#every(BEAT_MS, () => this.#beat());
    this.#every(SWEEP_MS, async () => {
      tidy();
      await this.#sweep();
    });
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#pending;
    await this.#options.database.q('nodeGone', [this.#options.nodeId]).catch(() => undefined);
  }

  #every(milliseconds: number, work: () => Promise<void>): void {
    const timer = setInterval(() => {
      // /ready reports a database that is away.
      this.#pending = this.#pending.then(work).catch(() => undefined);
    }, milliseconds);
    this.#timers.push(timer.unref());
  }

  async #beat(): Promise<void> {
    const { database, nodeId } = this.#options;
    await database.q('nodeSeen', [nodeId]);
    const [row] = await database.q<{ count: number }>('nodesAlive');
    // Only one process can open an embedded database, so other nodes in it were killed.
    this.#nodes = database.kind === 'embedded' ? 1 : Math.max(1, row?.count ?? 1);
  }

  async #sweep(): Promise<void> {
    const { database, ledger } = this.#options;
    await this.#part('end requests of dead nodes', () => this.#endDeadRequests());
    await this.#part('delete old answers', () => ledger.purgeAnswers());
    await this.#part('forget old keys', () => ledger.forgetOldKeys());
    await this.#part('forget failed log-ins', () => database.q('forgetLoginFailures'));
    await this.#part('forget log-ins that ended', () => database.q('forgetSessions'));
  }

  /** If one fails, the others still run. */
  async #part(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof DatabaseError && error.kind === 'lost') return;
      this.#options.logger.error(
        { part: what, error: error instanceof DatabaseError ? error.message : 'unexpected' },
        'a part of the upkeep failed; it is tried again in a few seconds',
      );
    }
  }

  async #endDeadRequests(): Promise<void> {
    const ended = await this.#options.ledger.sweep();
    if (ended === 0) return;
    this.#options.metrics.swept.inc(ended);
    this.#options.logger.warn({ requests: ended }, 'gave back what requests of dead nodes held');
  }
}

/** How long the last result is considered current. */
const FRESH_MS = 1_000;

/** Whether the database answers; checked at most once per second, because anybody may request `/ready`. */
export class Readiness {
  readonly #database: Queries;
  readonly #monotonic: () => number;
  #asked: { readonly at: number; readonly answer: Promise<boolean> } | undefined;

  constructor(database: Queries, monotonic: () => number) {
    this.#database = database;
    this.#monotonic = monotonic;
  }

  isReachable(): Promise<boolean> {
    const now = this.#monotonic();
    if (this.#asked && now - this.#asked.at < FRESH_MS) return this.#asked.answer;
    const answer = this.#database.q('ping').then(
      () => true,
      () => false,
    );
    this.#asked = { at: now, answer };
    return answer;
  }
}
