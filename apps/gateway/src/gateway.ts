import type { ProviderIo, Vendor } from '@quoth/providers';
import type { AudioTools } from './audio/audio-tools.ts';
import type { AudioKeeper } from './audio/kept-audio.ts';
import type { Circuits } from './chain/circuits.ts';
import type { GatewayConfig } from './config/gateway-config.ts';
import type { Database } from './database/database.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Metrics } from './operation/metrics.ts';
import type { PriceBook } from './prices/price-book.ts';
import type { FairQueue } from './relay/fair-queue.ts';
import type { Relay } from './relay/relay.ts';
import type { TokenLimits } from './relay/token-limits.ts';

/** What logs are written with. */
export interface GatewayLogger {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** What routes are made over. */
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
  readonly keeper: AudioKeeper;
  readonly tools: AudioTools;
  readonly metrics: Metrics;
  readonly logger: GatewayLogger;
  readonly io: ProviderIo;
  readonly monotonic: () => number;
  /** True while the node takes nothing new. */
  readonly isDraining: () => boolean;
  /** Work that goes on after an answer, waited for at the end. */
  readonly track: (work: Promise<unknown>) => void;
}
