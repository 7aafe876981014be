export {
  AlreadyRunning,
  type Database,
  emptyLog,
  lockInstance,
  openDatabase,
  startWords,
  unflushed,
} from './open-database.ts';
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
