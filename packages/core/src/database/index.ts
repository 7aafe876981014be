export { AlreadyRunning, lockInstance } from './instance-lock.ts';
export { type Database, openDatabase } from './open-database.ts';
export type { ModelsTable, ModesTable, ProviderEndpointsTable, RecordingsTable, Schema } from './schema.ts';
