export { AlreadyRunning, lockInstance } from './instance-lock.ts';
export { type Database, openDatabase } from './open-database.ts';
export type { ModelsTable, ModesTable, RecordingsTable, Schema } from './schema.ts';
