import type { Micro } from './micro.ts';

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
  /** What is held until it is settled: the most that the request can cost. */
  readonly hold: Micro;
  readonly dailyBudget: Micro | null;
  readonly totalBudget: Micro | null;
}

/** The outcome of a claim. */
export type Claim =
  /** Ours to carry out: credit is held. */
  | { readonly kind: 'granted'; readonly work: Work; readonly balance: Micro; readonly held: Micro }
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
export interface Work {
  readonly accountId: string;
  readonly requestId: string;
  readonly fence: number;
  readonly run: string;
  readonly hold: Micro;
}

/** The existing row. */
export interface ClaimedRow {
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
export type Judgement =
  | Exclude<Claim, { kind: 'granted' } | { kind: 'unpaid' } | { kind: 'over-budget' }>
  /** An earlier commit of the same claim succeeded. */
  | { readonly kind: 'ours'; readonly fence: number; readonly requestId: string }
  | { readonly kind: 'take-over'; readonly requestId: string }
  /** The key is no longer valid: the next request with it is a new one. */
  | { readonly kind: 'forget'; readonly requestId: string };

/** Decides about a claim, given the row that has its key. */
export function judgeClaim(row: ClaimedRow, run: string, fingerprint: Uint8Array): Judgement {
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
