import type { Vendor, VendorIo } from '@quoth/vendors';
import type { AudioTools } from './audio/audio-tools.ts';
import type { AudioKeeper } from './audio/kept-audio.ts';
import type { Database } from './database/database.ts';
import type { FairQueue } from './fair-queue.ts';
import type { Callers, Refusals } from './http/callers.ts';
import type { RateLimiter, TokenLimits } from './http/limits.ts';
import type { PriceBook } from './ledger/prices.ts';
import type { GatewayConfig } from './read-config.ts';
import type { RelayDependencies } from './relay/relay.ts';
import type { GatewayLogger, Metrics } from './reporting.ts';
import type { Readiness } from './upkeep.ts';

/** What routes work with. */
export interface Gateway extends RelayDependencies {
  readonly config: GatewayConfig;
  readonly vendors: readonly Vendor[];
  readonly database: Database;
  readonly prices: PriceBook;
  readonly queue: FairQueue;
  readonly limits: TokenLimits;
  readonly callers: Callers;
  readonly refusals: Refusals;
  /** Of each token: what is asked for without being charged. */
  readonly reads: RateLimiter;
  /** Of each address: pages. */
  readonly pages: RateLimiter;
  readonly readiness: Readiness;
  readonly keeper: AudioKeeper;
  readonly tools: AudioTools;
  readonly metrics: Metrics;
  readonly logger: GatewayLogger;
  readonly io: VendorIo;
  /** True once the node is shutting down, so that load balancers send requests elsewhere. */
  readonly isDraining: () => boolean;
  /** True from when the node listens no longer: what still comes on an open connection is refused. */
  readonly isClosing: () => boolean;
  /** Work that is waited for at the end, whatever becomes of its client. */
  readonly track: (work: Promise<unknown>) => void;
}
