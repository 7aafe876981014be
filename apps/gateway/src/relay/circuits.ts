import { backoff } from '@quoth/contract';
import type { Queries } from '../database/database.ts';
import type { Failure } from './chains.ts';

type Kind = 'speech' | 'text';

interface CircuitRow extends Record<string, unknown> {
  readonly vendor: string;
  readonly kind: Kind;
  readonly switched_on: boolean;
  readonly failures: number;
  readonly last_failure: string | null;
  readonly last_failure_at: Date | null;
  readonly open_until: number | null;
  readonly probe_until: number | null;
  readonly failing_account: string | null;
  readonly now: number;
}

/** A vendor as the operator sees it. */
interface VendorView {
  readonly vendor: string;
  readonly kind: Kind;
  readonly state: CircuitState;
  readonly failures: number;
  readonly lastFailure: string | null;
  readonly lastFailureAt: Date | null;
  /** The only account for which it is left out; null: for all accounts. */
  readonly onlyAccount: string | null;
}

/** How long the last reading is considered current. */
const FRESH_MS = 1_000;

/** Which vendors are left out for a while, from a table that all nodes share. */
export class Circuits {
  readonly #database: Queries;
  readonly #monotonic: () => number;
  #rows: { readonly rows: readonly CircuitRow[]; readonly at: number } | undefined;

  constructor(database: Queries, monotonic: () => number) {
    this.#database = database;
    this.#monotonic = monotonic;
  }

  /**
   * True if the vendor may be asked for this account. After its pause, one request at a time tries whether it has
   * recovered. Throws DatabaseError.
   */
  async mayTry(vendor: string, kind: Kind, accountId: string): Promise<boolean> {
    const state = await this.#state(vendor, kind, accountId);
    if (state !== 'probe') return state === 'closed';
    return (await this.#database.q('vendorProbe', [vendor, kind])).length > 0;
  }

  async isSwitchedOn(vendor: string, kind: Kind): Promise<boolean> {
    return (await this.#state(vendor, kind)) !== 'off';
  }

  /** Counts a failure of the vendor in a request of this account. */
  async failed(vendor: string, kind: Kind, failure: Failure, accountId: string): Promise<void> {
    const atLeast = failure === 'key-refused' ? FAILURES_TO_OPEN : 1;
    const [row] = await this.#database.q<{ failures: number }>('vendorFailed', [
      ...[vendor, kind, atLeast, failure, accountId],
    ]);
    const failures = row?.failures ?? atLeast;
    if (failures >= FAILURES_TO_OPEN)
      await this.#database.q('vendorOpened', [vendor, kind, pauseSeconds(failures)]);
    this.#rows = undefined;
  }

  async well(vendor: string, kind: Kind): Promise<void> {
    const { rows } = await this.#read();
    const row = rows.find((each) => each.vendor === vendor && each.kind === kind);
    if (!row || (row.failures === 0 && row.open_until === null)) return;
    await this.#database.q('vendorWell', [vendor, kind]);
    this.#rows = undefined;
  }

  async view(): Promise<VendorView[]> {
    const rows = await this.#database.q<CircuitRow>('circuits');
    return rows.map((row) => ({
      vendor: row.vendor,
      kind: row.kind,
      state: stateOf(circuitOf(row), row.now),
      failures: row.failures,
      lastFailure: row.last_failure,
      lastFailureAt: row.last_failure_at,
      onlyAccount: row.failing_account,
    }));
  }

  /** A change by an administrator takes effect at once here, and within a second elsewhere. */
  forget(): void {
    this.#rows = undefined;
  }

  async #state(vendor: string, kind: Kind, accountId?: string): Promise<CircuitState> {
    const { rows, at } = await this.#read();
    const row = rows.find((each) => each.vendor === vendor && each.kind === kind);
    return row ? stateOf(circuitOf(row), row.now + this.#monotonic() - at, accountId) : 'closed';
  }

  async #read() {
    const known = this.#rows;
    if (known && this.#monotonic() - known.at < FRESH_MS) return known;
    const at = this.#monotonic();
    this.#rows = { rows: await this.#database.q<CircuitRow>('circuits'), at };
    return this.#rows;
  }
}

function circuitOf(row: CircuitRow): Circuit {
  return {
    switchedOn: row.switched_on,
    failures: row.failures,
    openUntil: row.open_until,
    probeUntil: row.probe_until,
    onlyAccount: row.failing_account,
  };
}

/**
 * What is known about a vendor's failures, from the table that all nodes share. Times in milliseconds since 1970, by
 * the database's clock.
 */
interface Circuit {
  readonly switchedOn: boolean;
  /** In a row. */
  readonly failures: number;
  /** Left out until this time; null if it is not. */
  readonly openUntil: number | null;
  /** Until this time, one request is trying whether it has recovered. */
  readonly probeUntil: number | null;
  /** The account whose requests caused all failures in a row; null: several accounts. */
  readonly onlyAccount: string | null;
}

/** After this many failures in a row, it is left out. One refused key is enough: no further request would succeed. */
const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_SECONDS = 10;
const MAX_PAUSE_SECONDS = 300;

type CircuitState = 'closed' | 'open' | 'probe' | 'off';

/**
 * `probe`: the pause is over, and one request may try. Failures of a single account may be caused by what it sends: the
 * vendor is left out for that account only, until a request of another account fails too. Without `accountId`: the
 * operator's view.
 */
export function stateOf(circuit: Circuit | undefined, now: number, accountId?: string): CircuitState {
  if (!circuit) return 'closed';
  if (!circuit.switchedOn) return 'off';
  const isOthers = circuit.onlyAccount !== null && circuit.onlyAccount !== accountId;
  if (isOthers && accountId !== undefined) return 'closed';
  if (circuit.openUntil === null) return 'closed';
  if (now < circuit.openUntil) return 'open';
  return circuit.probeUntil !== null && now < circuit.probeUntil ? 'open' : 'probe';
}

/** How long a vendor is left out after a number of failures in a row: longer each time, up to five minutes. */
export function pauseSeconds(failures: number): number {
  return backoff(Math.max(0, failures - FAILURES_TO_OPEN), FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS);
}
