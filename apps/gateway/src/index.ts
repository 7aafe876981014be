export { AdminClient } from './commands/admin-client.ts';
export {
  type GatewayConfig,
  parseConfig,
  type VendorAccess,
  withDefaultTiers,
} from './config/gateway-config.ts';
export { type RunningGateway, startGateway } from './create-gateway.ts';
export type { Database } from './database/database.ts';
export { openDatabase } from './database/open-database.ts';
export type { GatewayLogger } from './gateway.ts';
export { checkBooks } from './ledger/check-books.ts';
