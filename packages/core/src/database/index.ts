export { AlreadyRunning, lockInstance } from './instance-lock.ts';
export { type Database, openDatabase } from './open-database.ts';
export type { ModesTable, RecordingsTable, Schema } from './schema.ts';
