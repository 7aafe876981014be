export { copiesFinding, copiesFolder, deleteOldCopies, listDatabaseCopies } from './database-copies.ts';
export {
  AlreadyRunning,
  type CoreContext,
  type Database,
  databaseStartError,
  emptyLog,
  flushed,
  knownMigrations,
  lockInstance,
  migrationsNamed,
  newerDatabase,
  openDatabase,
  unflushed,
} from './open-database.ts';
export type * from './schema.ts';
