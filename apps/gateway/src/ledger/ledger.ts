import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { backoff } from '@quoth/contract';
import { type Database, DatabaseError, type Queries } from '../database/database.ts';
import { GroupCommit } from './group-commit.ts';
import type { Micro } from './prices.ts';
import { bookStatements } from './statements.ts';

/** A request that is about to begin. */
export interface ClaimRequest {
  readonly accountId: string;
  readonly tokenId: string;
  /** Identifies the request within its account. */
  readonly keyHash: Uint8Array;
  /** False: the key was made of token and body. */
  readonly ownKey: boolean;
  /** Identifies the request's contents. */
  readonly fingerprint: Uint8Array;
  readonly kind: 'speech' | 'text';
  /** The requested tier or vendor. */
  readonly chosen: string;
  readonly device: string | null;
  /** Milliseconds of speech, or bytes of text. */
  readonly quantity: bigint;
  /** What is held until it is settled: what the most expensive member of the chain would cost. */
  readonly hold: Micro;
  readonly dailyBudget: Micro | null;
  readonly totalBudget: Micro | null;
}

export type Claim =
  /** The caller has to do the work: credit is held. */
  | { readonly kind: 'granted'; readonly work: GrantedClaim; readonly balance: Micro; readonly held: Micro }
  /** Done before: the sealed answer. */
  | { readonly kind: 'replay'; readonly requestId: string; readonly sealed: Buffer }
  /** Done before, and the answer is no longer kept. */
  | { readonly kind: 'purged' }
  /** Another run is working on it. */
  | { readonly kind: 'running'; readonly requestId: string; readonly leaseMs: number }
  /** The key was used for something else. */
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'unpaid' }
  | { readonly kind: 'over-budget'; readonly period: 'total' | 'day' };

/** A claim that was granted. Only the newest fence of a request may settle. */
export interface GrantedClaim {
  readonly accountId: string;
  readonly requestId: string;
  readonly fence: number;
  readonly run: string;
  readonly hold: Micro;
}

interface ClaimedRow {
  readonly id: string;
  readonly fingerprint: Buffer;
  readonly own_key: boolean;
  readonly state: 'running' | 'completed' | 'failed';
  readonly fence: number;
  readonly run: string;
  readonly lease_ms: number;
  /** The answer, if it is completed and kept. */
  readonly sealed: Buffer | null;
}

/** What to do about it. */
type Judgement =
  | Exclude<Claim, { kind: 'granted' } | { kind: 'unpaid' } | { kind: 'over-budget' }>
  /** An earlier commit of the same claim succeeded. */
  | { readonly kind: 'ours'; readonly fence: number; readonly requestId: string }
  | { readonly kind: 'take-over'; readonly requestId: string }
  /** The key is no longer valid: the next request with it is a new one. */
  | { readonly kind: 'forget'; readonly requestId: string };

/** Decides about a claim, given the row that has its key. */
function judgeClaim(row: ClaimedRow, run: string, fingerprint: Uint8Array): Judgement {
  const requestId = row.id;
  if (!row.fingerprint.equals(fingerprint)) return { kind: 'mismatch' };
  if (row.state === 'completed') {
    if (row.sealed) return { kind: 'replay', requestId, sealed: row.sealed };
    return row.own_key ? { kind: 'purged' } : { kind: 'forget', requestId };
  }
  if (row.state === 'running') {
    if (row.run === run) return { kind: 'ours', fence: row.fence, requestId };
    if (row.lease_ms > 0) return { kind: 'running', requestId, leaseMs: row.lease_ms };
  }
  return { kind: 'take-over', requestId };
}

/** A vendor that was asked. */
interface Attempt {
  readonly vendor: string;
  readonly model: string;
  /** `completed`, `no-speech`, or why there was no answer. */
  readonly outcome: string;
  readonly milliseconds: number;
}

export interface Settlement {
  readonly work: GrantedClaim;
  readonly vendor: string;
  readonly model: string;
  readonly priceId: bigint | null;
  /** What it costs; never more than is held. */
  readonly charge: Micro;
  readonly sealed: Uint8Array;
  /** How long the answer is kept. */
  readonly keepSeconds: number;
  readonly attempts: readonly Attempt[];
}

interface Balance {
  readonly balance: Micro;
  readonly held: Micro;
}

export type Settled =
  | ({ readonly kind: 'settled' } & Balance)
  /**
   * Another node took the request over, or its lease ended: nothing is charged for the work done here, and no answer
   * may be sent.
   */
  | { readonly kind: 'lost' };

interface LedgerOptions {
  readonly database: Database;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Monotonic time in milliseconds. */
  readonly monotonic: () => number;
  readonly leaseSeconds?: number;
  /** How long to wait for an unreachable database. */
  readonly patienceMs?: number;
}

type BalanceRow = Balance & Record<string, unknown>;

/** The outcome for one of several. */
type NumberedRow = { readonly number: number } & BalanceRow;

/** More would not be faster, and a refusal rolls back all of them. */
const MAX_BATCH = 32;
const MAX_UNCOVERED = 10_000;
const EVERYBODY = 'everybody';
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** How many rows purgeAnswers and forgetOldKeys take at a time. */
const BATCH_ROWS = 1_000;
const MAX_BATCHES = 20;

const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 2_000;

/**
 * The books: one request, one charge. Every method can be called again after a lost connection and finds out what
 * became of the first call, so that the outcome of a commit is never guessed.
 */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #claims: GroupCommit<ClaimEntry, Claim | undefined>;
  /** Accounts whose last claim was not covered: they claim separately, because a refusal rolls back the whole group. */
  readonly #uncovered = new Set<string>();
  readonly #settlements: GroupCommit<Settlement, Settled>;
  readonly leaseSeconds: number;

  constructor(options: LedgerOptions) {
    this.#options = options;
    const isOfOne = (error: unknown) => !mayPass(error);
    this.#claims = new GroupCommit({
      limits: { items: MAX_BATCH, weight: MAX_BATCH },
      weigh: () => 1,
      commit: (claims) => this.#begin(options.database, claims),
      isOfOne,
    });
    this.#settlements = new GroupCommit({
      limits: { items: MAX_BATCH, weight: MAX_ANSWER_BYTES },
      weigh: ({ sealed }) => sealed.length,
      commit: (settlements) => this.#settleTogether(settlements),
      isOfOne,
    });
    this.leaseSeconds = options.leaseSeconds ?? 30;
  }

  /** Accepts a request and holds its credit, or says why not. Throws DatabaseError. */
  async claim(request: ClaimRequest): Promise<Claim> {
    // The same run again after a lost commit finds its own row and goes on from there.
    const run = randomUUID();
    const requestId = randomUUIDv7();
    return this.#withRetries(async () => {
      const { database } = this.#options;
      try {
        const { accountId } = request;
        const group = this.#uncovered.has(accountId) ? accountId : EVERYBODY;
        const begun = await this.#claims.submit(group, { request, requestId, run });
        this.#uncovered.delete(accountId);
        return (
          begun ?? (await database.transaction((queries) => this.#again(queries, request, run, requestId)))
        );
      } catch (error) {
        const refusal = refusalOf(error);
        if (!refusal) throw error;
        this.#setApart(request.accountId);
        return refusal;
      }
    });
  }

  #setApart(accountId: string): void {
    const [oldest] = this.#uncovered;
    if (this.#uncovered.size >= MAX_UNCOVERED && oldest !== undefined) this.#uncovered.delete(oldest);
    this.#uncovered.add(accountId);
  }

  /** New requests with their holds, in one statement; undefined for one whose key is known. */
  async #begin(queries: Queries, claims: readonly ClaimEntry[]): Promise<readonly (Claim | undefined)[]> {
    const rows = await queries.q<NumberedRow>('claim', [claimEntries(claims, this.leaseSeconds)]);
    const begun = new Map(rows.map((row) => [row.number, row]));
    return claims.map(({ request: { accountId, hold }, requestId, run }, number) => {
      const row = begun.get(number);
      return row && granted(row, { accountId, requestId, fence: 1, run, hold });
    });
  }

  /** A request whose key is known: already answered, in progress, or abandoned. */
  async #again(queries: Queries, request: ClaimRequest, run: string, newId: string): Promise<Claim> {
    const { accountId, tokenId, keyHash, fingerprint, chosen, device, quantity, hold } = request;
    const [row] = await queries.q<Omit<ClaimedRow, 'sealed'> & Record<string, unknown>>('claimed', [
      accountId,
      keyHash,
    ]);
    // Its key was let go in between: the client simply asks again.
    if (!row) return { kind: 'running', requestId: newId, leaseMs: 0 };
    const [answer] = row.state === 'completed' ? await queries.q<{ sealed: Buffer }>('answer', [row.id]) : [];
    const judgement = judgeClaim({ ...row, sealed: answer?.sealed ?? null }, run, fingerprint);
    switch (judgement.kind) {
      case 'ours': {
        const { requestId, fence } = judgement;
        const [now] = await queries.q<BalanceRow>('outcome', [requestId]);
        return granted(now, { accountId, requestId, fence, run, hold });
      }
      case 'take-over': {
        const { requestId } = judgement;
        const [taken] = await queries.q<{ fence: number }>('takeOver', [
          ...[requestId, run, tokenId, this.leaseSeconds, chosen, device, quantity],
        ]);
        const fence = taken?.fence ?? row.fence + 1;
        const [held] = await queries.q<BalanceRow>('hold', [
          ...[accountId, tokenId, hold, requestId, fence, request.totalBudget, request.dailyBudget],
        ]);
        return granted(held, { accountId, requestId, fence, run, hold });
      }
      case 'forget':
        await queries.q('forgetKey', [judgement.requestId]);
        return (
          (await this.#begin(queries, [{ request, requestId: newId, run }]))[0] ?? {
            kind: 'running',
            requestId: newId,
            leaseMs: 0,
          }
        );
      default:
        return judgement;
    }
  }

  /** Extends leases; returns the runs that are still ours. Throws DatabaseError. */
  async extend(works: readonly GrantedClaim[]): Promise<ReadonlySet<string>> {
    const rows = await this.#options.database.q<{ run: string }>('extendLeases', [
      works.map(({ run }) => run),
      this.leaseSeconds,
      works.map(({ requestId }) => requestId),
    ]);
    return new Set(rows.map(({ run }) => run));
  }

  /**
   * Charges once, keeps the answer, releases the rest of the hold. Throws DatabaseError if the database stays
   * unreachable: then no answer may be sent.
   */
  async settle(settlement: Settlement): Promise<Settled> {
    const { work, charge } = settlement;
    if (charge > work.hold) throw new RangeError('A charge is never above what is held.');
    let isUncertain = false;
    return this.#withRetries(async () => {
      if (isUncertain) {
        const known = await this.#outcome(work);
        if (known) return known;
      }
      try {
        const settled = await this.#settlements.submit(EVERYBODY, settlement);
        // The commit whose outcome is unknown may have come through after it was asked for, and leaves nothing to
        // settle here.
        const isAsked = isUncertain && settled.kind === 'lost';
        return isAsked ? ((await this.#outcome(work)) ?? settled) : settled;
      } catch (error) {
        isUncertain = true;
        throw error;
      }
    });
  }

  /** Several in one statement: together they wait for one flush, and those of one account for one lock. */
  async #settleTogether(settlements: readonly Settlement[]): Promise<readonly Settled[]> {
    const rows = await this.#options.database.q<NumberedRow>('settle', [
      settlementEntries(settlements),
      Buffer.concat(settlements.map(({ sealed }) => sealed)),
    ]);
    const settled = new Map(rows.map(({ number, balance, held }) => [number, { balance, held }]));
    return settlements.map((_each, number) => {
      const balance = settled.get(number);
      return balance ? { kind: 'settled', ...balance } : { kind: 'lost' };
    });
  }

  /** The outcome of a settlement that may have succeeded; undefined if the request is still ours to settle. */
  async #outcome(work: GrantedClaim): Promise<Settled | undefined> {
    const [row] = await this.#options.database.q<
      { state: string; fence: number } & Balance & Record<string, unknown>
    >('outcome', [work.requestId]);
    if (row?.state === 'completed' && row.fence === work.fence)
      return { kind: 'settled', balance: row.balance, held: row.held };
    return row?.state === 'running' && row.fence === work.fence ? undefined : { kind: 'lost' };
  }

  /**
   * Releases the whole hold. A request that is no longer ours is left alone. Throws DatabaseError; the sweep then does
   * the same.
   */
  async release(work: GrantedClaim, attempts: readonly Attempt[]): Promise<void> {
    await this.#withRetries(() =>
      this.#options.database.q('release', [work.requestId, work.fence, attemptEntries(attempts)]),
    );
  }

  /** The answer has been sent to the client: a key made of token and body is no longer valid. */
  async delivered(requestId: string): Promise<void> {
    await this.#options.database.q('delivered', [requestId]);
  }

  /** Ends requests of dead nodes; returns their number. Throws DatabaseError. */
  async sweep(): Promise<number> {
    const [row] = await this.#options.database.q<{ ended: number }>('sweep');
    return row?.ended ?? 0;
  }

  /** Deletes answers that are kept no longer; returns their number. Throws DatabaseError. */
  purgeAnswers(): Promise<number> {
    return this.#inBatches('purgeAnswers');
  }

  /** Forgets keys of requests that ended 90 days ago; returns their number. Throws DatabaseError. */
  forgetOldKeys(): Promise<number> {
    return this.#inBatches('forgetOldKeys');
  }

  /**
   * Works in batches until one is not full, or up to a number of batches; the rest is left for the next time, or for
   * another node.
   */
  async #inBatches(statement: 'purgeAnswers' | 'forgetOldKeys'): Promise<number> {
    let all = 0;
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const [row] = await this.#options.database.q<{ count: number }>(statement);
      const count = row?.count ?? 0;
      all += count;
      if (count < BATCH_ROWS) break;
    }
    return all;
  }

  /** Retries while the database is unreachable or in a deadlock, for a limited time. */
  async #withRetries<T>(work: () => Promise<T>): Promise<T> {
    const { monotonic, sleep, patienceMs = 20_000 } = this.#options;
    const until = monotonic() + patienceMs;
    for (let failures = 0; ; failures++) {
      try {
        return await work();
      } catch (error) {
        const pause = backoff(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS);
        if (!mayPass(error) || monotonic() + pause > until) throw error;
        await sleep(pause);
      }
    }
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof DatabaseError && (error.kind === 'lost' || error.kind === 'busy');
}

function granted(row: Partial<Balance> | undefined, work: GrantedClaim): Claim {
  return { kind: 'granted', work, balance: row?.balance ?? 0n, held: row?.held ?? 0n };
}

/** What was not covered, by the name with which the statement refused. */
function refusalOf(error: unknown): Claim | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  switch (error.constraint) {
    case 'unpaid':
      return { kind: 'unpaid' };
    case 'over_total_budget':
      return { kind: 'over-budget', period: 'total' };
    case 'over_daily_budget':
      return { kind: 'over-budget', period: 'day' };
    default:
      return undefined;
  }
}

/** A request that is about to begin, with its ids if it does. */
interface ClaimEntry {
  readonly request: ClaimRequest;
  readonly requestId: string;
  readonly run: string;
}

// Money is written as text, because JSON's numbers are floating point.

/** Claims as their statement reads them. */
function claimEntries(claims: readonly ClaimEntry[], leaseSeconds: number): string {
  return JSON.stringify(
    claims.map(({ request, requestId, run }, number) => ({
      number,
      id: requestId,
      account_id: request.accountId,
      token_id: request.tokenId,
      key_hash: hex(request.keyHash),
      own_key: request.ownKey,
      fingerprint: hex(request.fingerprint),
      kind: request.kind,
      run,
      lease_seconds: leaseSeconds,
      chosen: request.chosen,
      device: request.device,
      quantity: String(request.quantity),
      hold: String(request.hold),
      total_budget: orNull(request.totalBudget),
      daily_budget: orNull(request.dailyBudget),
    })),
  );
}

/** Settlements as their statement reads them; the answers are passed separately. */
export function settlementEntries(settlements: readonly Settlement[]): string {
  return JSON.stringify(
    settlements.map(({ work, sealed, ...settlement }, number) => ({
      number,
      request_id: work.requestId,
      account_id: work.accountId,
      fence: work.fence,
      vendor: settlement.vendor,
      model: settlement.model,
      price_id: orNull(settlement.priceId),
      charge: String(settlement.charge),
      keep_seconds: settlement.keepSeconds,
      bytes: sealed.length,
      attempts: numbered(settlement.attempts),
    })),
  );
}

/** Vendors that were asked, as a statement reads them. */
function attemptEntries(attempts: readonly Attempt[]): string {
  return JSON.stringify(numbered(attempts));
}

function numbered(attempts: readonly Attempt[]): object[] {
  return attempts.map(({ vendor, model, outcome, milliseconds }, index) => ({
    number: index + 1,
    vendor,
    model,
    outcome,
    milliseconds: Math.round(milliseconds),
  }));
}

function orNull(whole: bigint | null): string | null {
  return whole === null ? null : String(whole);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/**
 * What is wrong with the books, in words, with the rows it concerns; empty if they balance. Reads everything, so it is
 * not meant to run every minute.
 */
export async function checkBooks(database: Queries): Promise<string[]> {
  const problems: string[] = [];
  for (const name of Object.keys(bookStatements) as (keyof typeof bookStatements)[]) {
    const rows = await database.q(name);
    const shown = rows.slice(0, 5).map((row) => String(Object.values(row)[0]));
    if (rows.length > 0)
      problems.push(`${name.slice('books: '.length)} (${rows.length}: ${shown.join(', ')})`);
  }
  return problems;
}
