/** What is known about a vendor's failures, from the table that all nodes share. Times in milliseconds since 1970, by the database's clock. */
export interface Circuit {
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
export const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_SECONDS = 10;
const LONGEST_PAUSE_SECONDS = 300;

export type CircuitState = 'closed' | 'open' | 'probe' | 'off';

/**
 * `probe`: the pause is over, and one request may try. Failures of a single account may be caused by what it sends: the vendor is left out for that
 * account only, until a request of another account fails too. Without `accountId`: the operator's view.
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
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.max(0, failures - FAILURES_TO_OPEN), LONGEST_PAUSE_SECONDS);
}
