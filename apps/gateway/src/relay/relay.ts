import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from '../database/database.ts';
import { GatewayError } from '../errors.ts';
import type { Caller } from '../ledger/callers.ts';
import type { Claim, ClaimRequest, GrantedClaim, Ledger } from '../ledger/ledger.ts';
import { atMost, type Micro } from '../ledger/prices.ts';
import { type Answer, packAnswer, type RelayedAnswer, type RequestKey, unpackAnswer } from './answer.ts';
import {
  begin,
  type Failover,
  type Failure,
  failed,
  failureOf,
  isVendorsFault,
  type Member,
  next,
  type RequestedModel,
  type Tried,
} from './chains.ts';
import type { Circuits } from './circuits.ts';

/** One request, ready to be carried out. */
export interface RelayJob extends Pick<ClaimRequest, 'kind' | 'device' | 'quantity' | 'hold'> {
  readonly requestId: string;
  readonly caller: Caller;
  readonly key: RequestKey;
  readonly choice: RequestedModel;
  /** From the first try to the last. */
  readonly deadlineMs: number;
  /** Has one vendor do the work. Throws what the vendor's adapter throws. */
  readonly ask: (member: Member, options: AskOptions) => Promise<Answer>;
  /**
   * Aborts when the client has gone. It counts only until the work begins: after that, the result is kept for the
   * client's retry.
   */
  readonly client: AbortSignal;
}

/** Thrown by `ask` if the gateway itself did not get as far as sending anything to the vendor. */
export class NotAsked extends Error {
  override readonly name = 'NotAsked';
}

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly retries: number;
}

/** Observers of the relay: logs, metrics, traces. Only facts: never audio, text, a prompt, a token or a key. */
export interface Observer {
  began(job: RelayJob): void;
  tried(job: RelayJob, tried: Tried): void;
  completed(job: RelayJob, tried: readonly Tried[], charge: Micro): void;
  /** `isUnsettled`: it failed while it was being charged, and the outcome may be unknown. */
  failed(
    job: RelayJob,
    tried: readonly Tried[],
    failure: { readonly error: unknown; readonly isUnsettled: boolean },
  ): void;
  replayed(job: RelayJob): void;
  /** Something of ours failed while a vendor was asked. */
  broke(job: RelayJob, error: unknown): void;
  /** The vendor refuses the operator's key: only the operator can fix that. */
  keyRefused(member: Member): void;
}

/** What of the gateway carries out requests. */
export interface RelayDependencies {
  readonly ledger: Ledger;
  readonly leases: LeaseKeeper;
  readonly circuits: Circuits;
  readonly observer: Observer;
  readonly monotonic: () => number;
  /** How long a repeated request waits for the first one, and how long one vendor has. */
  readonly config: { readonly limits: { readonly waitSeconds: number; readonly vendorSeconds: number } };
}

const OWN_KEY_SECONDS = 24 * 3_600;
const CONTENT_KEY_SECONDS = 600;
const FIRST_LOOK_MS = 50;
const MAX_LOOK_MS = 1_000;

/**
 * Carries out a request: claim, vendors in order, settlement, answer. One request is one charge, wherever it is
 * repeated. Throws GatewayError.
 */
export async function relay(dependencies: RelayDependencies, job: RelayJob): Promise<RelayedAnswer> {
  const claim = await claimOf(dependencies, job);
  switch (claim.kind) {
    case 'granted':
      return execute(dependencies, job, claim.work);
    case 'replay':
      dependencies.observer.replayed(job);
      return {
        ...unpackAnswer(job.key.open(claim.sealed), claim.requestId),
        endsWithDelivery: !job.key.isOwn,
      };
    case 'purged':
      throw new GatewayError('answer_expired', {
        message:
          'This request was answered more than a day ago; the answer is kept no longer. Use a new idempotency key to pay for it again.',
      });
    case 'mismatch':
      throw new GatewayError('idempotency_key_reused');
    case 'running':
      throw new GatewayError('request_in_progress', { retryAfterSeconds: 2 });
    case 'unpaid':
      throw new GatewayError('insufficient_quota', {
        message: 'The account has too little credit for this request. Ask the gateway’s operator for more.',
      });
    case 'over-budget':
      throw new GatewayError('budget_exceeded', {
        message:
          claim.period === 'day'
            ? "The token's budget for today is used up."
            : "The token's budget is used up.",
      });
  }
}

/** A repeated request waits for the first one for a while, and gets its answer without a second vendor. */
async function claimOf(
  { ledger, monotonic, config }: RelayDependencies,
  { caller, key, kind, choice, device, quantity, hold, client }: RelayJob,
): Promise<Claim> {
  const until = monotonic() + config.limits.waitSeconds * 1_000;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 1.5, MAX_LOOK_MS)) {
    client.throwIfAborted();
    const claim = await reachable(
      ledger.claim({
        accountId: caller.accountId,
        tokenId: caller.tokenId,
        keyHash: key.lookup,
        ownKey: key.isOwn,
        fingerprint: key.fingerprint,
        kind,
        chosen: choice.name,
        device,
        quantity,
        hold,
        dailyBudget: caller.dailyBudget,
        totalBudget: caller.totalBudget,
      }),
    );
    if (claim.kind !== 'running' || monotonic() + pause > until) return claim;
    await sleep(pause);
  }
}

async function execute(
  dependencies: RelayDependencies,
  job: RelayJob,
  work: GrantedClaim,
): Promise<RelayedAnswer> {
  const { ledger, leases, observer } = dependencies;
  const lease = leases.keep(work);
  observer.began(job);
  let tried: readonly Tried[] = [];
  let isUnsettled = false;
  try {
    const done = await throughTheChain(dependencies, job, work, lease.signal, (all) => {
      tried = all;
    });
    isUnsettled = true;
    tried = done.tried;
    return await settle(dependencies, job, work, done.answer, done.tried);
  } catch (error) {
    observer.failed(job, tried, { error, isUnsettled });
    // The sweep does the same where the database stays away.
    await ledger.release(work, tried).catch(() => undefined);
    throw error;
  } finally {
    lease.end();
  }
}

async function throughTheChain(
  dependencies: RelayDependencies,
  job: RelayJob,
  work: GrantedClaim,
  lease: AbortSignal,
  onTried: (tried: readonly Tried[]) => void,
): Promise<{ readonly answer: Answer; readonly tried: readonly Tried[] }> {
  const { circuits, observer, monotonic, config, ledger } = dependencies;
  const vendorMs = config.limits.vendorSeconds * 1_000;
  const deadline = monotonic() + job.deadlineMs;
  const leftOut: Member[] = [];
  let isLastResort = false;
  let state: Failover = begin(job.choice.members);
  for (;;) {
    const step = next(state, deadline - monotonic());
    if (step.kind === 'give-up') {
      // All vendors were left out as failing, so they are tried as a last resort.
      if (step.because === 'none' && !isLastResort && leftOut.length > 0) {
        isLastResort = true;
        state = begin(leftOut);
        continue;
      }
      throw chainError(step.because, state.tried);
    }
    const { member } = step;
    const may = await mayTry(circuits, member, job, isLastResort);
    if (may !== 'yes') {
      if (may === 'left-out') leftOut.push(member);
      state = { ...state, members: state.members.filter((each) => each !== member) };
      continue;
    }
    // Before money is spent with another vendor: is the request still ours?
    if (state.tried.length > 0 && !(await reachable(ledger.extend([work]))).has(work.run))
      throw new GatewayError('request_in_progress');
    const startedAt = monotonic();
    const timeoutMs = Math.ceil(Math.min(step.timeoutMs, vendorMs));
    const tooLong = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await job.ask(member, {
        signal: AbortSignal.any([lease, tooLong]),
        timeoutMs,
        retries: step.isLast ? 1 : 0,
      });
      const outcome = answer.isEmpty ? 'no-speech' : 'completed';
      const milliseconds = monotonic() - startedAt;
      observer.tried(job, { ...member, outcome, milliseconds });
      circuits.well(member.vendor, job.kind).catch(() => undefined);
      return { answer, tried: [...state.tried, { ...member, outcome, milliseconds }] };
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      const isOurs = error instanceof NotAsked;
      const failure = lease.aborted ? 'stopped' : tooLong.aborted && !isOurs ? 'timeout' : failureOf(error);
      if (failure === 'internal' && !isOurs) observer.broke(job, error);
      state = failed(state, failure, monotonic() - startedAt);
      onTried(state.tried);
      observer.tried(job, { ...member, outcome: failure, milliseconds: monotonic() - startedAt });
      // Earlier vendors had used its time up: that says nothing about this one.
      const isShortOfTime = failure === 'timeout' && startedAt > deadline - job.deadlineMs / 2;
      if (!isShortOfTime) await report(dependencies, member, job, failure);
    }
  }
}

async function mayTry(
  circuits: Circuits,
  { vendor }: Member,
  { kind, caller }: RelayJob,
  isLastResort: boolean,
): Promise<'yes' | 'left-out' | 'off'> {
  try {
    if (!(await circuits.isSwitchedOn(vendor, kind))) return 'off';
    return isLastResort || (await circuits.mayTry(vendor, kind, caller.accountId)) ? 'yes' : 'left-out';
  } catch {
    // If the circuits cannot be read, the vendor is asked all the same.
    return 'yes';
  }
}

async function report(
  { circuits, observer }: RelayDependencies,
  member: Member,
  { kind, caller }: RelayJob,
  failure: Failure,
): Promise<void> {
  if (!isVendorsFault(failure)) return;
  if (failure === 'key-refused') observer.keyRefused(member);
  // The request goes on all the same; a database that cannot be asked is seen by `/ready`.
  await circuits.failed(member.vendor, kind, failure, caller.accountId).catch(() => undefined);
}

async function settle(
  { ledger, observer }: RelayDependencies,
  job: RelayJob,
  work: GrantedClaim,
  answer: Answer,
  tried: readonly Tried[],
): Promise<RelayedAnswer> {
  const last = tried.at(-1);
  const vendor = last?.vendor ?? '';
  const model = last?.model ?? '';
  const charge = atMost(answer.charge, work.hold);
  const { contentType, body } = answer;
  const settled = await reachable(
    ledger.settle({
      work,
      vendor,
      model,
      priceId: answer.priceId,
      charge,
      sealed: job.key.seal(packAnswer({ contentType, body, vendor, model, tried, charge })),
      keepSeconds: job.key.isOwn ? OWN_KEY_SECONDS : CONTENT_KEY_SECONDS,
      attempts: tried,
    }),
  );
  if (settled.kind === 'lost')
    throw new GatewayError('request_in_progress', {
      message: 'Another node has taken this request over. Ask again for its answer.',
      retryAfterSeconds: 1,
    });
  observer.completed(job, tried, charge);
  return {
    requestId: work.requestId,
    contentType,
    body,
    vendor,
    model,
    tried,
    charge,
    available: settled.balance - settled.held,
    isReplay: false,
    endsWithDelivery: !job.key.isOwn,
  };
}

/**
 * An unreachable database, as an error for the client. Whether it was charged is unknown; repeating the request finds
 * out.
 */
async function reachable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.kind === 'failed') throw error;
    throw new GatewayError('unavailable', {
      message: 'The books cannot be reached right now. Send the same request again: it is not charged twice.',
      retryAfterSeconds: 5,
    });
  }
}

interface LeaseKeeperOptions {
  readonly ledger: Pick<Ledger, 'extend' | 'leaseSeconds'>;
  readonly monotonic: () => number;
}

/**
 * Extends the leases of everything this node works on. Work whose lease is no longer ours, or could not be extended in
 * time, is stopped, because its result could not be settled.
 */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  readonly #held = new Map<string, { work: GrantedClaim; stop: AbortController; safeUntil: number }>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#extend(), (options.ledger.leaseSeconds * 1_000) / 3);
    this.#timer.unref();
  }

  /** A signal that aborts when the work is no longer ours; call `end` when it is over. */
  keep(work: GrantedClaim): { readonly signal: AbortSignal; end(): void } {
    const stop = new AbortController();
    this.#held.set(work.run, { work, stop, safeUntil: this.#safeUntil() });
    return { signal: stop.signal, end: () => void this.#held.delete(work.run) };
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Measured from before the database was asked, so that our lease always ends before the database's. */
  #safeUntil(): number {
    return this.#options.monotonic() + this.#options.ledger.leaseSeconds * 1_000;
  }

  async #extend(): Promise<void> {
    const asked = [...this.#held.values()];
    if (asked.length === 0) return;
    const safeUntil = this.#safeUntil();
    const ours = await this.#options.ledger.extend(asked.map(({ work }) => work)).catch(() => undefined);
    for (const held of asked) {
      if (ours?.has(held.work.run)) held.safeUntil = safeUntil;
      else if (ours || this.#options.monotonic() > held.safeUntil)
        held.stop.abort(new Error('the work was taken over'));
    }
  }
}

const nothingCharged = 'Nothing was charged.';

/** Why no vendor gave an answer, for the client. What vendors wrote is never in it. */
function chainError(because: Failure | 'deadline' | 'none', tried: readonly Tried[]): GatewayError {
  const names = tried.map(({ vendor, outcome }) => `${vendor} (${outcome})`).join(', ');
  const tries = tried.map(({ vendor, outcome }) => `${vendor}:${outcome}`).join(', ');
  switch (because) {
    case 'refused':
      return new GatewayError('request_refused', {
        message: `${tried.at(-1)?.vendor} refuses this request: check language, model and parameters. ${nothingCharged}`,
        tries,
      });
    case 'no-audio':
      return new GatewayError('audio_decode_failed', { tries });
    case 'stopped':
      return new GatewayError('request_in_progress', { tries, retryAfterSeconds: 1 });
    case 'deadline':
    case 'timeout':
      return new GatewayError('vendors_too_slow', {
        message: `No vendor answered in time. Asked: ${names}. ${nothingCharged}`,
        tries,
      });
    case 'none':
      return new GatewayError('unavailable', {
        message: `No vendor can be asked for this right now. ${nothingCharged}`,
        retryAfterSeconds: 30,
      });
    default:
      return new GatewayError('vendors_failed', {
        message: `None of the vendors gave an answer. Asked: ${names}. ${nothingCharged}`,
        tries,
        retryAfterSeconds: 5,
      });
  }
}
