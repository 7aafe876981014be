import type { ProviderIo, Vendor } from '@quoth/providers';
import type { Callers } from './accounts/caller.ts';
import type { AudioTools } from './audio/audio-tools.ts';
import type { AudioKeeper } from './audio/kept-audio.ts';
import type { Circuits } from './chain/circuits.ts';
import type { GatewayConfig } from './config/gateway-config.ts';
import type { Database } from './database/database.ts';
import type { RateLimiter } from './http/rate-limiter.ts';
import type { Refusals } from './http/refusals.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Metrics } from './operation/metrics.ts';
import type { Readiness } from './operation/readiness.ts';
import type { PriceBook } from './prices/price-book.ts';
import type { FairQueue } from './relay/fair-queue.ts';
import type { Relay } from './relay/relay.ts';
import type { TokenLimits } from './relay/token-limits.ts';

/** The logger. */
export interface GatewayLogger {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** What routes work with. */
export interface Gateway {
  readonly config: GatewayConfig;
  readonly vendors: readonly Vendor[];
  readonly database: Database;
  readonly ledger: Ledger;
  readonly circuits: Circuits;
  readonly prices: PriceBook;
  readonly relay: Relay;
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
  readonly io: ProviderIo;
  readonly monotonic: () => number;
  /** True from when the node is told to end: whoever spreads requests over nodes is to send them elsewhere. */
  readonly isDraining: () => boolean;
  /** True from when the node listens no longer: what still comes on an open connection is refused. */
  readonly isClosing: () => boolean;
  /** Work that is waited for at the end, whatever becomes of its client. */
  readonly track: (work: Promise<unknown>) => void;
}
