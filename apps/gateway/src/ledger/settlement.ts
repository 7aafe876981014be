import type { Work } from './claim.ts';
import type { Micro } from './micro.ts';

/** A vendor that was asked. */
export interface Attempt {
  readonly vendor: string;
  readonly model: string;
  /** `completed`, `no-speech`, or why there was no answer. */
  readonly outcome: string;
  readonly milliseconds: number;
}

export interface Settlement {
  readonly work: Work;
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

export interface Balance {
  readonly balance: Micro;
  readonly held: Micro;
}

export type Settled =
  | ({ readonly kind: 'settled' } & Balance)
  /** Another node took the request over, or its lease ended: nothing is charged for the work done here, and no answer may be sent. */
  | { readonly kind: 'lost' };
