export { copiesFinding, copiesFolder, deleteOldCopies, listDatabaseCopies } from './database-copies.ts';
export {
  AlreadyRunning,
  type Database,
  emptyLog,
  flushed,
  knownMigrations,
  lockInstance,
  newerDatabase,
  openDatabase,
  type Shared,
  startWords,
  unflushed,
} from './open-database.ts';
export type * from './schema.ts';
