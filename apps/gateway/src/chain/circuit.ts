/** What is known of a vendor's failures, from the table that all nodes share. Times in milliseconds since 1970, by the database's clock. */
export interface Circuit {
  readonly switchedOn: boolean;
  /** In a row. */
  readonly failures: number;
  /** Left out until then; null: it is not. */
  readonly openUntil: number | null;
  /** Somebody tries until then whether it is well again. */
  readonly probeUntil: number | null;
}

/** So many failures in a row, and it is left out. A refused key is enough by itself: no further request would go better. */
export const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_SECONDS = 10;
const LONGEST_PAUSE_SECONDS = 300;

export type CircuitState = 'closed' | 'open' | 'probe' | 'off';

/** `probe`: the pause is over, and one request may try. */
export function stateOf(circuit: Circuit | undefined, now: number): CircuitState {
  if (!circuit) return 'closed';
  if (!circuit.switchedOn) return 'off';
  if (circuit.openUntil === null) return 'closed';
  if (now < circuit.openUntil) return 'open';
  return circuit.probeUntil !== null && now < circuit.probeUntil ? 'open' : 'probe';
}

/** How long a vendor is left out after so many failures in a row: longer each time, up to five minutes. */
export function pauseSeconds(failures: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.max(0, failures - FAILURES_TO_OPEN), LONGEST_PAUSE_SECONDS);
}
