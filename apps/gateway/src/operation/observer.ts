import type { Member } from '../chain/chains.ts';
import type { Tried } from '../chain/failover.ts';
import type { Micro } from '../ledger/micro.ts';
import type { RelayJob } from '../relay/relay-job.ts';

/** Observers of the relay: logs, metrics, traces. Facts alone: never audio, text, a prompt, a token or a key. */
export interface Observer {
  began(job: RelayJob): void;
  tried(job: RelayJob, tried: Tried): void;
  completed(job: RelayJob, tried: readonly Tried[], charge: Micro): void;
  /** `isUnsettled`: it failed while it was being charged, and what came of that may not be known. */
  failed(
    job: RelayJob,
    tried: readonly Tried[],
    failure: { readonly error: unknown; readonly isUnsettled: boolean },
  ): void;
  replayed(job: RelayJob): void;
  /** Something of ours failed while a vendor was asked. */
  broke(job: RelayJob, error: unknown): void;
  /** The operator's own key is refused: nobody else can mend that. */
  keyRefused(member: Member): void;
}
