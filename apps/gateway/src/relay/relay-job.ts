import type { Caller } from '../accounts/caller.ts';
import type { Choice, Member } from '../chain/chains.ts';
import type { Micro } from '../ledger/micro.ts';
import type { Answer } from './answer.ts';
import type { RequestKey } from './request-key.ts';

/** One request, ready to be carried out. */
export interface RelayJob {
  readonly requestId: string;
  readonly caller: Caller;
  readonly key: RequestKey;
  readonly kind: 'speech' | 'text';
  readonly choice: Choice;
  readonly device: string | null;
  readonly quantity: bigint;
  /** What the most expensive member of the chain would cost. */
  readonly hold: Micro;
  /** From the first try to the last. */
  readonly deadlineMs: number;
  /** Has one vendor do the work. Throws what the vendor's adapter throws. */
  readonly ask: (member: Member, options: AskOptions) => Promise<Answer>;
  /** Aborts when the client has gone. It counts only until the work begins: after that, the result is kept for the client's retry. */
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
