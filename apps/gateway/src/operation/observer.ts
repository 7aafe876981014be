import type { Member } from '../chain/chains.ts';
import type { Tried } from '../chain/failover.ts';
import type { Micro } from '../ledger/micro.ts';
import type { RelayJob } from '../relay/relay-job.ts';

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
