export { AdminClient } from './commands/administer.ts';
export { type RunningGateway, startGateway } from './create-gateway.ts';
export type { Database } from './database/database.ts';
export { openDatabase } from './database/open-database.ts';
export { checkBooks } from './ledger/ledger.ts';
export {
  type GatewayConfig,
  parseConfig,
  type VendorAccess,
  withDefaultTiers,
} from './read-config.ts';
export type { GatewayLogger } from './reporting.ts';
