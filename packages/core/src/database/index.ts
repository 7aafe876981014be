export { emptyLog } from './empty-log.ts';
export { AlreadyRunning, lockInstance } from './instance-lock.ts';
export { type Database, openDatabase, startWords, unflushed } from './open-database.ts';
export type {
  ActionAttemptsTable,
  ActionRunsTable,
  ActionsTable,
  ChangesTable,
  ModelSpeedsTable,
  ModelsTable,
  ModesTable,
  NamedTokensTable,
  ProviderEndpointsTable,
  RecordingsTable,
  Schema,
} from './schema.ts';
